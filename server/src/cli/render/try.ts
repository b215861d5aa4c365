import { languageFor } from "../../languages.ts";
import { printable } from "../../text/printable.ts";
import { bytesText, percentText, plural, thousands } from "../../text/wording.ts";
import type { TriedCondition, TryAnswer, TryResult, ValueTable } from "../../try/report.ts";
import type { Paint } from "./paint.ts";

/** The results as text. */
export function renderTry({ logs, results }: TryAnswer, paint: Paint): string {
  const { files, lines, bytes, unreadable, outside } = logs;
  const parts = [
    plural(files, "log file"),
    plural(lines, "line"),
    bytesText(bytes),
    ...(unreadable > 0 ? [`${thousands(unreadable)} unreadable`] : []),
    ...(outside !== undefined ? [`${plural(outside, "more line")} outside the time range`] : []),
  ];
  return `${results.map((it) => resultText(it, paint)).join("\n")}\n${paint.dim(parts.join(", "))}\n`;
}

function resultText(result: TryResult, paint: Paint): string {
  const { path, range, error } = result;
  const place = range ? `${path}:${range.start.line + 1}:${range.start.character + 1}` : path;
  const title = paint.bold(printable(place));
  if (error !== undefined) return `${title}\n  ${paint.red("error")} ${printable(error)}\n`;
  const {
    lines = 0,
    bytes = 0,
    kept = 0,
    keptBytes = 0,
    undetermined = 0,
    pushed,
    pushedBytes,
    missed = [],
    reached,
    language,
  } = result;
  const share = percentText(kept, lines);
  const verb = language === languageFor("rule").id ? "matches" : "keeps";
  return [
    title,
    `  ${paint.green(`${verb} ${share}`)}: ${thousands(kept)} of ${plural(lines, "line")}, ${bytesText(keptBytes)} of ${bytesText(bytes)}`,
    ...(reached === undefined ? [] : [`  reached by ${plural(reached, "line")}`]),
    ...(pushed === undefined
      ? []
      : [
          `  sends about ${plural(pushed, "line")}${pushedBytes === undefined ? "" : `, ${bytesText(pushedBytes)}`}`,
        ]),
    ...(undetermined > 0
      ? [
          `  undetermined: ${plural(undetermined, "line")}${missed.length > 0 ? `; missing in the logs: ${missed.join(", ")}` : ""}`,
        ]
      : []),
    ...(result.conditions ?? []).map(
      (it) =>
        `  ${conditionPlace(it, path)} holds on ${thousands(it.holds)}, decides ${thousands(it.decides)}: ${conditionText(it)}`,
    ),
    ...Object.entries(result.by ?? {}).flatMap(([field, table]) => tableText(field, table)),
    "",
  ].join("\n");
}

export function conditionPlace({ path, range: { start } }: TriedCondition, file: string): string {
  return printable(`${path ?? file}:${start.line + 1}:${start.character + 1}`);
}

export function conditionText({ text }: TriedCondition): string {
  return printable(text.length > mostShown ? `${text.slice(0, mostShown - 1).trimEnd()}…` : text);
}

const mostShown = 120;

function tableText(field: string, { kept, dropped }: ValueTable): string[] {
  const rows = (title: string, values: ValueTable["kept"]) =>
    values.length === 0
      ? []
      : [
          `  ${printable(field)} of ${title} lines`,
          ...values.map(
            ([value, count]) => `    ${thousands(count).padStart(12)}  ${shown(value)}`,
          ),
        ];
  return [...rows("kept", kept), ...rows("dropped", dropped)];
}

function shown(value: unknown): string {
  return printable(typeof value === "string" && value !== "" ? value : JSON.stringify(value));
}
