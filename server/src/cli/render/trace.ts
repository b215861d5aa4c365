import { printable } from "../../text/printable.ts";
import {
  assumptions,
  type LiveTrace,
  sentenceOf,
  stepLines,
  type Trace,
  titleOf,
} from "../../trace/trace.ts";

export function renderTraceMarkdown({ request, logged, outcome, steps }: Trace): string {
  const rows = steps.flatMap((step) =>
    stepLines(step).map(
      (it, at) =>
        `| ${[
          cell(at === 0 ? titleOf(step).trim() : ""),
          [it.text, ...(it.notes ?? [])].map(cell).join("<br>"),
          cell(it.source),
        ].join(" | ")} |`,
    ),
  );
  const lines = [
    `\`${printable(`${request.method} ${request.url}`).replaceAll("`", "'")}\``,
    "",
    "| Step | Result | Where |",
    "| --- | --- | --- |",
    ...(logged === undefined ? [] : [`| log line | ${cell(logged)} | |`]),
    ...rows,
    "",
    `**${cell(sentenceOf(outcome))}**`,
    ...[...(outcome.unknown ?? []), ...assumptions(outcome)].flatMap((it) => ["", cell(it)]),
  ];
  return `${lines.join("\n")}\n`;
}

/** Where the service's own trace differs. */
export function renderLive(live: LiveTrace | undefined, format: "pretty" | "markdown"): string {
  if (!live) return "";
  const { compared, differences, notSent, status } = live;
  const answer = status === undefined ? "" : `, which answers ${status}`;
  const count = `${compared} rule${compared === 1 ? "" : "s"} compared`;
  const lines = [
    differences.length === 0
      ? `No difference from the service's own trace${answer} (${count}).`
      : `Differs from the service's own trace${answer} (${count}):`,
    ...differences.map(({ what, ours, theirs, because }) => {
      const why = because === undefined ? "" : ` (${because})`;
      const name = what === "status" ? "status" : `'${what}'`;
      return `${format === "markdown" ? "- " : "  "}${name}: ${ours} here${why}, ${theirs} on the service`;
    }),
    ...(notSent.length > 0
      ? [`Not sent, because the service's trace does not take it: ${notSent.join(", ")}.`]
      : []),
  ];
  const shown = format === "markdown" ? ["", ...lines.map(cell)] : lines.map((it) => printable(it));
  return `${shown.join("\n")}\n`;
}

function cell(text: string): string {
  return printable(text).replace(/[\\|*_`<>[\]]/g, (it) => `\\${it}`);
}
