import type { CheckManual, Example } from "../../core/check.ts";
import { exampleSettings, examplesOf } from "../../core/check.ts";
import { currentCode, manualUrl } from "../../core/diagnostic.ts";
import { type Notice, notices } from "../../core/notices.ts";
import { allCodes, languages, manualsOf } from "../../languages.ts";
import { nearest } from "../../text/nearest.ts";
import { printableJson } from "../../text/printable.ts";
import { oneOf, readArguments } from "../arguments.ts";
import { type Command, exit, type Io, UsageError } from "../io.ts";
import { type Paint, paintFor } from "../render/paint.ts";

export const explain: Command = {
  name: "explain",
  summary: "Explain a diagnostic",
  usage: `weir explain [CODE]
  Without a code, lists all diagnostics.

  --format pretty|json  Output format`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      format: { type: "string", default: "pretty" },
    });
    const isJson = oneOf("--format", values.format, ["pretty", "json"]) === "json";
    const [given, ...more] = positionals;
    const code = given && currentCode(given);
    if (more.length > 0) throw new UsageError("'weir explain' accepts one code.");
    if (isJson) io.out(`${printableJson({ version: 1, diagnostics: documentsOf(code) })}\n`);
    else if (code === undefined) list(io);
    else page(code, io);
    return exit.fine;
  },
};

/** The texts of a code, or of all. */
function documentsOf(code: string | undefined) {
  const codes = code === undefined ? [...new Set(allCodes)] : [code];
  return codes.flatMap((it) => manualsFor(it).map(({ title, check }) => documentOf(title, check)));
}

function documentOf(title: string, check: CheckManual | Notice) {
  const { code, severity, summary, why } = check;
  const examples = examplesOf(check).map(({ text, fixed }) => ({ text, fixed }));
  return { code, severity, about: title, summary, why, url: manualUrl(code), examples };
}

function list(io: Io): void {
  const sections: [string, readonly Omit<CheckManual, "examples">[]][] = [
    ...languages.map((it): (typeof sections)[number] => [it.extensions[0], it.checks]),
    ["rulesets", notices.filter((it) => it.files === "rulesets")],
  ];
  const width = Math.max(...sections.flatMap(([, checks]) => checks.map((it) => it.code.length)));
  for (const [title, checks] of sections) {
    io.out(`${paintFor(io.color).bold(title)}\n`);
    for (const { code, severity, summary } of checks) {
      io.out(`  ${code.padEnd(width)}  ${severity.padEnd(7)}  ${summary}\n`);
    }
  }
}

function manualsFor(code: string) {
  const found = manualsOf(code);
  if (found.length > 0) return found;
  const guess = nearest(code, allCodes);
  throw new UsageError(
    `Unknown diagnostic '${code}'.${guess ? ` Did you mean '${guess}'?` : ""} Run 'weir explain' to list them all.`,
  );
}

function page(code: string, io: Io): void {
  const paint = paintFor(io.color);
  for (const { title, check } of manualsFor(code)) io.out(section(title, check, paint));
  const notice = notices.find((it) => it.code === code);
  io.out(`${paint.bold("Suppress")}\n${notice && !notice.files ? "" : suppressions(code)}`);
  io.out(
    `  everywhere:        "severity": { "${code}": "off" } in weir.json\n\n${manualUrl(code)}\n`,
  );
}

/** How to suppress a diagnostic with comments. Not for notices about whole files, which have no line. */
function suppressions(code: string): string {
  return `  on the next line:  weir-ignore ${code}   (in a comment)\n  in the whole file: weir-ignore-file ${code}\n`;
}

function section(title: string, check: CheckManual | Notice, paint: Paint): string {
  const examples = examplesOf(check).map((it) => shownExample(it, paint));
  const shown =
    "noExample" in check
      ? `  There is no example here: ${check.noExample}\n\n`
      : `${paint.bold("Examples")}\n${examples.join("\n")}\n`;
  return `${paint.bold(check.code)} (${check.severity}, ${title})\n  ${check.summary}\n\n  ${check.why}\n\n${shown}`;
}

function shownExample(example: Example, paint: Paint): string {
  const { text, fixed } = example;
  const given = exampleSettings(example);
  const before = given === "" ? "" : indent(given);
  const after = fixed === undefined ? "" : `${paint.green("  fixed:")}\n${indent(fixed)}`;
  return `${before}${indent(text)}${after}`;
}

function indent(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => `    ${line}\n`)
    .join("");
}
