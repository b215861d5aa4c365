import {
  type Diagnostic,
  describePlannedRule,
  type Fix,
  type Severity,
} from "../../core/diagnostic.ts";
import { isFixable } from "../../core/fix-all.ts";
import { placesElsewhere } from "../../library/diagnostic.ts";
import type { RelatedPlace } from "../../library/types.ts";
import { maskedDestination } from "../../push/masking/destination.ts";
import { Lines } from "../../text/lines.ts";
import { printable } from "../../text/printable.ts";
import type { Span } from "../../text/span.ts";
import { columnsOf, unitsWithin, unitsWithinFromEnd } from "../../text/width.ts";
import { plural, thousands } from "../../text/wording.ts";
import { keyInString } from "../../workspace/config/credentials.ts";
import { type FileReport, summarize } from "../report.ts";
import type { Paint } from "./paint.ts";

const colors: Readonly<Record<Severity, keyof Paint>> = {
  error: "red",
  warning: "yellow",
  info: "blue",
  hint: "cyan",
};

/** The diagnostics of a file for people: position, message, source line and fixes. */
export function renderPretty(report: FileReport, paint: Paint, columns: number): string {
  if (report.error !== undefined)
    return `${paint.red("error")} ${paint.bold(printable(report.path))}: ${printable(report.error)}\n\n`;
  if (report.diagnostics.length === 0) return "";
  const lines = new ShownLines(withSecretsMasked(report.text, report.diagnostics));
  return report.diagnostics.map((it) => `${entry(report, it, lines, paint, columns)}\n`).join("");
}

/** Caches the last line, because a file may be one long line with many diagnostics. */
class ShownLines extends Lines {
  private last = -1;
  private lastShown = "";

  shown(line: number): string {
    if (line !== this.last) {
      this.last = line;
      this.lastShown = printable(this.textOf(line));
    }
    return this.lastShown;
  }
}

function entry(
  report: FileReport,
  found: Diagnostic,
  lines: ShownLines,
  paint: Paint,
  columns: number,
): string {
  const { line, character } = lines.positionAt(found.start);
  const color = paint[colors[found.severity]];
  const place = `${printable(report.path)}:${line + 1}:${character + 1}`;
  const fix = found.fixes[0];
  return [
    `${paint.bold(place)} ${color(found.severity)} ${paint.dim(found.code)}`,
    ...(found.rule ? [`  ${printable(describePlannedRule(found.rule))}`] : []),
    `  ${printable(found.message)}`,
    ...(found.excerpt
      ? frame(found.excerpt, new ShownLines(found.excerpt.text), { paint, color, columns })
      : frame(found, lines, { paint, color, columns })),
    ...placesElsewhere(found).map((it) => relatedLine(it, paint)),
    ...(fix ? [fixLine(fix, paint)] : []),
    "",
  ].join("\n");
}

function relatedLine({ path, range: { start }, message }: RelatedPlace, paint: Paint): string {
  const place = `${printable(path)}:${start.line + 1}:${start.character + 1}`;
  return `  ${paint.dim(`${place} ${printable(message)}`)}`;
}

/** Fixes that `--fix` does not apply are marked, because they need a decision. */
function fixLine({ title, guess }: Fix, paint: Paint): string {
  return `  ${guess ? paint.yellow("possible fix:") : paint.green("fix:")} ${printable(title)}`;
}

interface FrameStyle {
  readonly paint: Paint;
  readonly color: (text: string) => string;
  readonly columns: number;
}

/** The line with carets below the span. A long line is cut to the part around the span. */
function frame(found: Span, lines: ShownLines, { paint, color, columns }: FrameStyle): string[] {
  const { line, character } = lines.positionAt(found.start);
  const text = lines.shown(line);
  const number = String(line + 1);
  const { from, to } = around(text, character, Math.max(40, columns - number.length - 8));
  const end = Math.min(found.end - lines.startOf(line), to);
  const carets = "^".repeat(Math.max(1, columnsOf(text.slice(character, end))));
  const cut = { left: from > 0 ? "…" : "", right: to < text.length ? "…" : "" };
  const indent = (from > 0 ? " " : "") + blank(text.slice(from, character));
  const gutter = " ".repeat(number.length);
  return [
    `  ${paint.dim(`${number} │`)} ${cut.left}${text.slice(from, to)}${cut.right}`,
    `  ${paint.dim(`${gutter} │`)} ${indent}${color(carets)}`,
  ];
}

/** As much of a line as fits: a quarter of it before the span, more if the line ends soon after. */
function around(text: string, place: number, room: number): { from: number; to: number } {
  // Zero-width characters take code units too, so measure more than fits.
  const before = text.slice(Math.max(0, place - 2 * room), place);
  const after = text.slice(place, place + 2 * room);
  const ahead = unitsWithin(after, room - Math.floor(room / 4));
  const behind = unitsWithinFromEnd(before, room - columnsOf(after.slice(0, ahead)));
  const from = place - behind;
  if (from > 0) return { from, to: place + ahead };
  return { from, to: place + unitsWithin(after, room - columnsOf(before)) };
}

/** Spaces as wide as the text. Tabs are kept, so that the carets line up. */
function blank(text: string): string {
  const parts = text.split("\t");
  return parts.map((it) => " ".repeat(columnsOf(it))).join("\t");
}

/** The summary line: number of files, problems and fixable problems, and named files without anything to check. */
export function renderSummary(
  reports: readonly FileReport[],
  empty: readonly string[],
  paint: Paint,
): string {
  const [first, ...more] = empty;
  const rest = `\n${notCheckedLine(reports)}${explanationLine(reports)}`;
  if (first === undefined) return `${summaryOf(reports, paint)}${rest}`;
  const where = more.length === 0 ? `'${first}'` : plural(empty.length, "file");
  const note = `No filter, rule or job found in ${where}.`;
  return reports.length === 0 ? `${note}\n` : `${summaryOf(reports, paint)} ${note}${rest}`;
}

function explanationLine(reports: readonly FileReport[]): string {
  const isFound = reports.some((it) => it.diagnostics.length > 0);
  return isFound ? "Run 'weir explain CODE' for the reasons and examples.\n" : "";
}

const mostNamed = 3;

/** "12 rules not checked: main.tf:85 local.base_rules, …" */
function notCheckedLine(reports: readonly FileReport[]): string {
  const parts = reports.flatMap(({ path, notChecked = [] }) =>
    notChecked.map((it) => ({ path, ...it })),
  );
  const [first] = parts;
  if (!first) return "";
  const all = parts.map(({ path, range, detail }) => `${path}:${range.start.line + 1} ${detail}`);
  const more = all.length > mostNamed ? ", …" : "";
  const kind = parts.every((it) => it.kind === first.kind) ? first.kind : "text";
  return `${plural(all.length, kind)} not checked: ${printable(all.slice(0, mostNamed).join(", "))}${more}\n`;
}

function summaryOf(reports: readonly FileReport[], paint: Paint): string {
  const unread = reports.filter((it) => it.error !== undefined).length;
  const summary = summarize(reports);
  const files = plural(summary.files - unread, "file");
  const fixed = reports.filter((it) => it.applied).length;
  const done = fixed > 0 ? `${plural(fixed, "file")} fixed. ` : "";
  const missed =
    unread > 0 ? `; ${paint.red(`${plural(unread, "file")} could not be checked`)}` : "";
  const parts = [
    summary.errors > 0 && paint.red(plural(summary.errors, "error")),
    summary.warnings > 0 && paint.yellow(plural(summary.warnings, "warning")),
    summary.infos > 0 && paint.blue(plural(summary.infos, "remark")),
    summary.hints > 0 && paint.cyan(plural(summary.hints, "hint")),
  ].filter((it) => it !== false);
  if (parts.length === 0) {
    const tick = unread > 0 || summary.files === 0 ? "" : `${paint.green("✓")} `;
    return `${done}${tick}${files}, nothing found${missed}.`;
  }
  return `${done}${files}: ${parts.join(", ")}${offer(reports)}${missed}.`;
}

function offer(reports: readonly FileReport[]): string {
  const found = reports.flatMap((it) => it.diagnostics);
  const fixable = found.filter((it) => isFixable(it)).length;
  const style = found.filter((it) => isFixable(it, true)).length - fixable;
  const count = (of: number) => (of === found.length ? "" : ` ${thousands(of)}`);
  const parts = [
    fixable > 0 && `,${count(fixable)} fixable with --fix`,
    style > 0 && (fixable > 0 ? `, ${thousands(style)} more` : `,${count(style)} fixable`),
    style > 0 && " with --fix=style",
  ];
  return parts.filter((it) => it !== false).join("");
}

/**
 * The text of a file for output, which may end up in a log. Masks the reported secrets, and secrets in URLs, which the check
 * may miss if the file has errors. Offsets stay valid.
 */
export function withSecretsMasked(text: string, diagnostics: readonly Diagnostic[]): string {
  let shown = text;
  for (const { code, message, start, end } of diagnostics) {
    if (code !== "secret-in-file" && message !== keyInString) continue;
    const mask = shown.slice(start, end).replace(/[^\r\n]/g, "*");
    shown = shown.slice(0, start) + mask + shown.slice(end);
  }
  return shown
    .replace(passwords, (all: string, value?: string) =>
      value === undefined
        ? "*".repeat(all.length)
        : `${all.slice(0, -value.length - 1)}${"*".repeat(value.length)}"`,
    )
    .replace(urls, (all: string, value: string) =>
      value === "" ? all : all.slice(0, -value.length) + maskedDestination(value),
    );
}

/** Passwords of engines, which do not belong in a file, and passwords in URLs. */
const passwords =
  /"[^"\n]*(?:pass|secret|token|api_?key|credential|auth)[^"\n]*"\s*:\s*"((?:\\.|[^"\\\n])+)"|(?<=:\/\/[^\s"'/@:]*:)[^\s"'/@]+(?=@)|(?<=[?&][^=&\s"']*(?:pass|secret|token|key|auth)[^=&\s"']*=)(?!\$\{)[^&\s"']+/gi;

/** The values of all properties named `destination_conf`, `destinationConf` or `baseUrl`, also in JSON inside a string. */
const urls =
  /(?:destination_?conf|base_?url)\\*["']?\s*[:=]\s*(?!\s)\\*(?!\\)["']?((?<=")(?:\\.|[^"\\\n])*|(?<=')[^'\n]*|(?!["'])[^\n]{0,1000}:\/\/[^\n]*)/gi;
