import { missingText } from "../../bridge/missing.ts";
import type { AnsweringEngine } from "../../core/trial.ts";
import { languageFor } from "../../languages.ts";
import { printable } from "../../text/printable.ts";
import {
  bytesText,
  percentText,
  plural,
  pluralRange,
  rangeText,
  shareText,
  thousands,
} from "../../text/wording.ts";
import type { TriedCondition, TryAnswer, TryResult, ValueTable } from "../../try/answer.ts";
import { conditionCountsText } from "../../try/condition-text.ts";
import type { Paint } from "./paint.ts";
import { changeText, togetherText } from "./try-several.ts";

/** The results as text. */
export function renderTry(answer: TryAnswer, paint: Paint): string {
  const { logs, results, interrupted, together, engine } = answer;
  const files = logs.files ?? 0;
  const { filesRead = files, share, lines, bytes, unreadable, outside, subrequests } = logs;
  const part = share === undefined ? "" : ` (${percentText(share, 1)} of the bytes)`;
  const parts = [
    ...(interrupted
      ? [`interrupted after ${thousands(filesRead)} of ${plural(files, "log file")}${part}`]
      : [engine ? engineText(engine) : plural(files, "log file")]),
    plural(lines, "line"),
    ...(bytes === null ? [] : [bytesText(bytes)]),
    ...(unreadable > 0 ? [`${thousands(unreadable)} unreadable`] : []),
    ...(outside !== undefined ? [`${plural(outside, "more line")} outside the time range`] : []),
  ];
  const workers = subrequests ? `; ${subrequestText(subrequests)}` : "";
  const footer = parts.join(", ") + workers;
  const end = interrupted ? paint.yellow(footer) : paint.dim(footer);
  const several = together ? [togetherText(together, results.map(resultPlace), paint)] : [];
  const texts = [...results.map((it) => resultText(it, paint)), ...several];
  return `${texts.join("\n")}\n${end}\n`;
}

export function engineText({ name, seconds, scannedBytes }: AnsweringEngine): string {
  const read = scannedBytes === null ? "" : `, ${bytesText(scannedBytes)} read`;
  return printable(`counted by '${name}' in ${seconds} s${read}`);
}

function subrequestText(count: number): string {
  return count === 1
    ? "1 line is a subrequest of a Worker, which counts as a request"
    : `${thousands(count)} lines are subrequests of Workers, which count as requests`;
}

export function resultPlace({ path, range }: TryResult): string {
  return range ? `${path}:${range.start.line + 1}:${range.start.character + 1}` : path;
}

function resultText(result: TryResult, paint: Paint): string {
  const { path, language, error } = result;
  const title = paint.bold(printable(resultPlace(result)));
  if (error !== undefined) return `${title}\n  ${paint.red("error")} ${printable(error)}\n`;
  return [
    title,
    ...(result.removed ? [] : [headline(result, paint)]),
    ...actsText(result, paint),
    ...pushedText(result),
    ...unknownText(result),
    ...changeText(result, paint),
    ...(result.conditions ?? []).map(
      (it) =>
        `  ${conditionPlace(it, path)} ${conditionCountsText(it, language)}: ${conditionText(it)}`,
    ),
    ...Object.entries(result.by ?? {}).flatMap(([field, table]) => tableText(field, table)),
    "",
  ].join("\n");
}

/** The share of the readable lines, as a range if it is not determined on some of them. */
function headline(result: TryResult, paint: Paint): string {
  const { lines = 0, unreadable = 0, kept = 0, undetermined = 0, language } = result;
  const readable = lines - unreadable;
  if (readable === 0) return `  ${paint.yellow("unknown")}: there are no lines to try it on`;
  const most = kept + undetermined;
  const share = `${verbOf(language)} ${shareText(kept, most, readable)}`;
  const color = undetermined > 0 ? paint.yellow : paint.green;
  return `  ${color(share)}: ${rangeText(kept, most)} of ${plural(readable, "line")}${sizeText(result)}`;
}

export function verbOf(language: string): string {
  return language === languageFor("rule").id ? "matches" : "keeps";
}

function sizeText({ bytes, keptBytes, undetermined = 0 }: TryResult): string {
  if (bytes === null || keptBytes === null) return "";
  return `, ${undetermined > 0 ? "at least " : ""}${bytesText(keptBytes ?? 0)} of ${bytesText(bytes ?? 0)}`;
}

/** A rule of a set only sees the requests that earlier rules let through. */
function actsText(result: TryResult, paint: Paint): string[] {
  const { reached, acts = 0, disabled, unknownAction } = result;
  if (reached === undefined) return [];
  const { reachedAtMost = reached, actsAtMost = acts } = result;
  const reach = `reached by ${pluralRange(reached, reachedAtMost, "line")}`;
  if (disabled) return [`  ${paint.dim(`disabled: acts on no line; ${reach}`)}`];
  const end =
    unknownAction === undefined
      ? ""
      : `; later rules may not be reached: unknown action '${printable(unknownAction)}'`;
  return [`  acts on ${rangeText(acts, actsAtMost)} of them; ${reach}${end}`];
}

function pushedText({ pushed, pushedAtMost, pushedBytes }: TryResult): string[] {
  if (pushed === undefined) return [];
  const count = pluralRange(pushed, pushedAtMost ?? pushed, "line");
  const least = pushedAtMost === undefined ? "" : "at least ";
  const size = pushedBytes === undefined ? "" : `, ${least}${bytesText(pushedBytes)}`;
  return [`  sends about ${count}${size}`];
}

function unknownText({ undetermined = 0, missing = [] }: TryResult): string[] {
  const why = missing.length > 0 ? [printable(missingText(missing))] : [];
  const parts = undetermined > 0 ? [`undetermined: ${plural(undetermined, "line")}`] : [];
  return parts.length + why.length > 0 ? [`  ${[...parts, ...why].join("; ")}`] : [];
}

export function conditionPlace({ path, range: { start } }: TriedCondition, file: string): string {
  return printable(`${path ?? file}:${start.line + 1}:${start.character + 1}`);
}

export function conditionText({ text }: TriedCondition): string {
  return printable(text.length > mostShown ? `${text.slice(0, mostShown - 1).trimEnd()}…` : text);
}

const mostShown = 120;

function tableText(field: string, { kept, dropped, gained = [], lost = [] }: ValueTable): string[] {
  if (kept.length + dropped.length + lost.length === 0) return [`  ${printable(field)}: no values`];
  const rows = (title: string, values: ValueTable["kept"]) =>
    values.length === 0
      ? []
      : [
          `  ${printable(field)} of ${title} lines`,
          ...values.map(
            ([value, count]) => `    ${thousands(count).padStart(12)}  ${shown(value)}`,
          ),
        ];
  return [
    ...rows("kept", kept),
    ...rows("dropped", dropped),
    ...rows("gained", gained),
    ...rows("lost", lost),
  ];
}

function shown(value: unknown): string {
  return printable(typeof value === "string" && value !== "" ? value : JSON.stringify(value));
}
