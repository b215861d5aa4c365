import { phaseSteps } from "../languages.ts";
import { printable } from "../text/printable.ts";
import { noExpression, wholeExpression } from "./compiled.ts";
import { nameOf, resultVerbs } from "./names.ts";
import type {
  OutcomeKind,
  Trace,
  TraceCondition,
  TraceOutcome,
  TraceRule,
  TraceStep,
} from "./types.ts";

/** A line of a step: what a rule did, and where it is. */
export interface StepLine {
  readonly text: string;
  readonly source: string;
  /** The undocumented parts of it. */
  readonly notes?: readonly string[] | undefined;
}

/** The text has the level if both levels have rules. */
export function titleOf({ phase, title, level, executedBy }: TraceStep): string {
  const isOfBoth = (phaseSteps.find((it) => it.phase === phase)?.levels.length ?? 1) > 1;
  const whole = isOfBoth ? `${title} (${level})` : title;
  return executedBy === undefined ? whole : `  of '${executedBy}'`;
}

export function stepLines({ rules, effect, notes }: TraceStep): readonly StepLine[] {
  if (effect !== undefined) return [{ text: effect, source: "", notes }];
  if (rules.length > 0 && rules.every((it) => it.result === "not-reached")) return [];
  const told = rules.flatMap((it, at) =>
    isTold(it) ? [{ text: ruleText(it, at), source: placeOf(it), notes: it.notes }] : [],
  );
  if (told.length > 0) return told;
  const [first] = rules;
  if (!first) return [{ text: "no rules", source: "" }];
  if (rules.every((it) => it.result === "disabled"))
    return [{ text: `all rules are disabled (${rules.length})`, source: "" }];
  if (rules.every((it) => it.result === "skipped"))
    return [{ text: `skipped: ${first.because ?? ""}`, source: "" }];
  return [{ text: `no rule matches (${rules.length})`, source: "" }];
}

/** Whether the text has the name of a rule, and not only a count. */
function isTold({ result, notes }: Pick<TraceRule, "result" | "notes">): boolean {
  return result === "matched" || result === "unknown" || notes !== undefined;
}

/** The action of a rule, as a sentence. */
export function ruleText(rule: TraceRule, at: number): string {
  const { effect, action, result, because } = rule;
  const name = `'${nameOf(rule, at)}'`;
  if (result === "unknown")
    return `${name} unknown: ${because ?? ""}${effect === undefined ? "" : ` (${effect})`}`;
  if (result !== "matched")
    return `${name} ${resultVerbs[result]}${because === undefined ? "" : `: ${because}`}`;
  if (effect === undefined || effect === action) return `${name} matches: ${action ?? "?"}`;
  const isMore = action !== undefined && effect.startsWith(`${action} `);
  const why = action === "skip" && because !== undefined ? `: ${because}` : "";
  return isMore ? `${name} matches: ${effect}` : `${name} ${effect}${why}`;
}

function placeOf({ source }: TraceRule): string {
  if (!source) return "";
  const line = source.range ? `:${source.range.start.line + 1}` : "";
  return source.address === undefined ? `${source.path}${line}` : source.address;
}

/** The outcome as a sentence. */
export function sentenceOf(outcome: TraceOutcome): string {
  const { kind, if: conditions = [], asRead } = outcome;
  if (asRead) return `as far as Weir could read: ${sentenceOf(asRead)}`;
  const depends = conditionTexts(conditions);
  if (kind === "unknown" && depends.length > 0) return depends.join("; ");
  const plain = plainSentence(outcome);
  return depends.length === 0 ? plain : `${plain}; ${depends.join("; ")}`;
}

function plainSentence(outcome: TraceOutcome): string {
  const { kind, by, status, action, location, code, because, request } = outcome;
  const rule = by === undefined ? "" : ` by '${by}'`;
  const why = because === undefined ? "" : `: ${because}`;
  const withStatus = status === undefined ? "" : ` with ${status}`;
  switch (kind) {
    case "block":
      return `blocked${withStatus}${rule}${why}`;
    case "challenge":
      return `challenged (${action ?? "challenge"})${rule}${why}`;
    case "redirect":
      return location === undefined
        ? `redirected${withStatus}${rule} to a URL that is not known`
        : `redirected${withStatus} to ${location}${rule}`;
    case "error":
      return `answered with error ${code}${rule}${why}`;
    case "origin":
      return `reaches the origin: ${request?.method ?? ""} ${request?.url ?? ""}`;
    case "unknown":
      return `not known${by === undefined ? "" : `: it depends on '${by}'`}`;
  }
}

const words: Readonly<Record<string, string>> = {
  block: "blocked",
  challenge: "challenged",
  redirect: "redirected",
  error: "answered with an error",
  origin: "reaches the origin",
  unknown: "not known",
};

/** The dependencies of the outcome, as sentences. A condition whose `else` is the next one continues with it. */
function conditionTexts([first, ...rest]: readonly TraceCondition[]): readonly string[] {
  if (!first) return [];
  const { rule, then: matched, else: unmatched } = first;
  const others = conditionTexts(rest);
  if (unmatched === "no effect") return [`${matched} by '${rule}' if ${testOf(first)}`, ...others];
  const [next, ...more] = others;
  const isNext = next !== undefined && unmatched === `depends on '${rest[0]?.rule}'`;
  const start = `${wordOf(matched)} if ${testOf(first)}, else`;
  return isNext ? [`${start} ${next}`, ...more] : [`${start} ${wordOf(unmatched)}`, ...others];
}

function wordOf(text: string): string {
  return text.replace(/^\w+/, (kind) => words[kind] ?? kind);
}

function testOf({ expression, rule, field, then: matched }: TraceCondition): string {
  if (expression !== undefined && expression.length <= 100) return expression;
  const name = matched.endsWith(`by '${rule}'`) ? "it" : `'${rule}'`;
  if (field === wholeExpression) return `${name} matches (its expression cannot be evaluated)`;
  if (field === noExpression) return `${name} matches (it has no expression)`;
  // The rule matches, and what it does is not known.
  const verb = field.startsWith("the ") ? "acts" : "matches";
  return `${name} ${verb} (${field} is not known)`;
}

type Detail = readonly [name: string, value: string];

/** Other known facts about the way to the origin and back. */
export function details({
  kind,
  request,
  response,
  cache,
  config,
}: TraceOutcome): readonly Detail[] {
  if (kind !== "origin" || !request) return [];
  const { hostHeader, sni, originHost, originPort, headers } = request;
  const sent = Object.entries(headers).map(([name, it]) => `${name}: ${String(it)}`);
  const host = originHost ?? "";
  const rows: readonly Detail[] = [
    ["origin", `${host}${originPort === undefined ? "" : `:${originPort}`}`],
    ["Host header", sni === undefined && host === "" ? "" : (hostHeader ?? "")],
    ["SNI", sni ?? ""],
    ["headers", sent.join(", ")],
    ["cache", cache ? JSON.stringify(cache) : ""],
    ["configuration", config ? JSON.stringify(config) : ""],
    ["response", response ? responseText(response) : ""],
  ];
  return rows.filter(([, it]) => it !== "");
}

function responseText({ status, headers }: NonNullable<TraceOutcome["response"]>): string {
  const rows = Object.entries(headers).map(([name, it]) => `${name}: ${String(it)}`);
  return [String(status), ...rows].join(", ");
}

export function assumptions({ assuming = [] }: TraceOutcome): readonly string[] {
  return assuming.length === 0 ? [] : [`Assuming that ${assuming.join("; ")}.`];
}

/** Colors of a terminal. */
type Paint = Readonly<
  Record<"red" | "yellow" | "green" | "bold" | "dim", (text: string) => string>
>;

const asIs = (text: string) => text;
const plain: Paint = { red: asIs, yellow: asIs, green: asIs, bold: asIs, dim: asIs };

/** A trace for a terminal, with what the user has set. */
export function traceText(trace: Trace, fields: readonly string[], paint = plain): string {
  const { request, logged, outcome, steps } = trace;
  const given = fields.map((it) => it.replace("=", " ")).join(", ");
  const head = `${request.method} ${request.url}`;
  const texts = steps.flatMap(stepLines).filter((it) => it.source !== "");
  const longest = Math.max(usualWidth, ...texts.map((it) => printable(it.text).length));
  const look = { paint, width: Math.min(longest, mostWidth) };
  const lines = [
    `${paint.bold(printable(head))}${given === "" ? "" : `   ${printable(given)}`}`,
    ...(logged === undefined ? [] : [`  ${"log line".padEnd(titleWidth)}${printable(logged)}`]),
    ...steps.flatMap((step) => stepLines(step).map((it, at) => stepText(step, it, at, look))),
    outcomeText(outcome, paint),
    ...details(outcome.asRead ?? outcome).map(
      ([name, it]) => `  ${printable(`${name.padEnd(titleWidth)}${it}`)}`,
    ),
    ...(outcome.unknown ?? []).map((it) => paint.yellow(printable(it))),
    ...assumptions(outcome).map((it) => paint.dim(printable(it))),
  ];
  return `${lines.join("\n")}\n`;
}

const titleWidth = 26;

/** The column of the texts. Longer ones go on below, so that the places stay in theirs. */
const [usualWidth, mostWidth] = [58, 76];

interface Look {
  readonly paint: Paint;
  readonly width: number;
}

function stepText(step: TraceStep, line: StepLine, at: number, { paint, width }: Look): string {
  const { text, source, notes = [] } = line;
  const title = at === 0 ? titleOf(step) : "";
  const place = source === "" ? "" : `  ${paint.dim(printable(source))}`;
  const all = source === "" ? [printable(text)] : wrapped(printable(text), width);
  const first = `  ${printable(title).padEnd(titleWidth - 1)} ${(all[0] ?? "").padEnd(source === "" ? 0 : width)}${place}`;
  const below = [
    ...all.slice(1),
    ...notes.flatMap((it) => wrapped(printable(it), width)).map((it) => paint.dim(it)),
  ];
  const indent = " ".repeat(titleWidth + 4);
  return [first.trimEnd(), ...below.map((it) => `${indent}${it}`)].join("\n");
}

/** Lines of a text; words stay whole. */
function wrapped(text: string, width: number): readonly string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
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
