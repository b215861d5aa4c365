import { printable } from "../../text/printable.ts";
import {
  assumptions,
  details,
  type OutcomeKind,
  type StepLine,
  sentenceOf,
  stepLines,
  type Trace,
  type TraceOutcome,
  type TraceStep,
  titleOf,
} from "../../trace/trace.ts";
import type { Paint } from "./paint.ts";

export function renderTracePretty(trace: Trace, fields: readonly string[], paint: Paint): string {
  const { request, outcome, steps } = trace;
  const given = fields.map((it) => it.replace("=", " ")).join(", ");
  const head = `${request.method} ${request.url}`;
  const lines = [
    `${paint.bold(printable(head))}${given === "" ? "" : `   ${printable(given)}`}`,
    ...steps.flatMap((step) => stepLines(step).map((it, at) => stepText(step, it, at, paint))),
    outcomeText(outcome, paint),
    ...details(outcome).map(([name, it]) => `  ${printable(`${name.padEnd(titleWidth)}${it}`)}`),
    ...(outcome.unknown ?? []).map((it) => paint.yellow(printable(it))),
    ...assumptions(outcome).map((it) => paint.dim(printable(it))),
  ];
  return `${lines.join("\n")}\n`;
}

const titleWidth = 26;

function stepText(step: TraceStep, { text, source }: StepLine, at: number, paint: Paint): string {
  const title = at === 0 ? titleOf(step) : "";
  const place = source === "" ? "" : `  ${paint.dim(printable(source))}`;
  return `  ${printable(title).padEnd(titleWidth)}${printable(text).padEnd(source === "" ? 0 : 58)}${place}`.trimEnd();
}

const signs: Readonly<Record<OutcomeKind, string>> = {
  block: "✗",
  challenge: "✗",
  error: "✗",
  redirect: "→",
  origin: "✓",
  unknown: "?",
};

function outcomeText(outcome: TraceOutcome, paint: Paint): string {
  const { kind, if: conditions } = outcome;
  const text = printable(sentenceOf(outcome));
  const sign = conditions?.length && kind === "unknown" ? "?" : signs[kind];
  const color =
    kind === "unknown"
      ? paint.yellow
      : kind === "origin" || kind === "redirect"
        ? paint.green
        : paint.red;
  return color(`${sign} ${text}`);
}

export function renderTraceMarkdown({ request, outcome, steps }: Trace): string {
  const rows = steps.flatMap((step) =>
    stepLines(step).map(
      (it, at) =>
        `| ${[at === 0 ? titleOf(step).trim() : "", it.text, it.source].map(cell).join(" | ")} |`,
    ),
  );
  const lines = [
    `\`${printable(`${request.method} ${request.url}`).replaceAll("`", "'")}\``,
    "",
    "| Step | Result | Where |",
    "| --- | --- | --- |",
    ...rows,
    "",
    `**${cell(sentenceOf(outcome))}**`,
    ...[...(outcome.unknown ?? []), ...assumptions(outcome)].flatMap((it) => ["", cell(it)]),
  ];
  return `${lines.join("\n")}\n`;
}

function cell(text: string): string {
  return printable(text).replace(/[\\|*_`<>[\]]/g, (it) => `\\${it}`);
}
