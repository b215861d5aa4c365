import type { Language } from "../../../server/src/core/analysis.ts";
import type { CheckManual, Example } from "../../../server/src/core/check.ts";
import { givenFor } from "../../../server/src/core/manual.ts";
import { type Notice, notices } from "../../../server/src/core/notices.ts";
import { allCodes, languages } from "../../../server/src/languages.ts";

/** The page that every diagnostic links to: a section per code, made of what its check says about itself. */
export function manualPage(): string {
  const codes = [...allCodes].sort();
  return `# Diagnostics

${codes.length} codes. Nearly each stands in a check of its own, whose examples are tests as well: under a line, \`^^^\` marks what
is found. \`weir explain CODE\` shows the same in a terminal.

Each section ends with what silences its code: a comment in the file, or a line in \`weir.json\`, where a code can also be given
another severity ([settings](settings.md)).

${overview(codes)}
${codes.map(section).join("\n")}`;
}

/** A check with the files it looks at. What no check finds may be found in any of them, and no comment of theirs silences it. */
interface Entry {
  readonly files: string;
  readonly fence: string;
  /** What begins a comment. */
  readonly comment?: string;
  readonly check: CheckManual | Notice;
}

function entriesOf(code: string): Entry[] {
  const notice = notices.find((it) => it.code === code);
  return [
    ...languages.flatMap((language) =>
      language.checks.filter((it) => it.code === code).map((check) => entryOf(language, check)),
    ),
    ...(notice ? [{ files: "any file", fence: "", check: notice }] : []),
  ];
}

function entryOf({ id, extension }: Language, check: CheckManual): Entry {
  const written =
    id === "cfrule" ? { fence: "text", comment: "#" } : { fence: "jsonc", comment: "//" };
  return { files: `\`${extension}\``, ...written, check };
}

function overview(codes: readonly string[]): string {
  const rows = codes.map((code) => {
    const found = entriesOf(code);
    const files = found.map((it) => it.files).join(" ");
    const severities = [...new Set(found.map(({ check }) => check.severity))].join(", ");
    return `| [${code}](#${code}) | ${severities} | ${files} | ${found[0]?.check.summary ?? ""} |\n`;
  });
  return `| code | severity | files | finds |\n|---|---|---|---|\n${rows.join("")}`;
}

function section(code: string): string {
  const entries = entriesOf(code);
  const parts = entries.map(({ files, fence, check }) => {
    const shown =
      "noExample" in check
        ? `There is no example here: ${check.noExample}\n`
        : check.examples.map((it) => exampleBlock(it, fence)).join("\n");
    return `*${capital(check.severity)}* in ${files}. ${check.summary} ${check.why}\n\n${shown}`;
  });
  return `## ${code}\n\n${parts.join("\n")}\nTo silence it: ${silencersOf(code, entries)}.\n`;
}

function silencersOf(code: string, entries: readonly Entry[]): string {
  const comments = [...new Set(entries.flatMap((it) => it.comment ?? []))];
  const written = (word: string) => comments.map((it) => `\`${it} ${word} ${code}\``).join(" or ");
  const inFile = `${written("weir-ignore")} on the line before, ${written("weir-ignore-file")} anywhere in the file, or `;
  return `${comments.length > 0 ? inFile : ""}\`"severity": { "${code}": "off" }\` in \`weir.json\``;
}

function exampleBlock(example: Example, fence: string): string {
  const { text, fixed } = example;
  const block = (content: string) => `\`\`\`${fence}\n${content.trim()}\n\`\`\`\n`;
  const given = givenFor(example);
  const shown = `${given === "" ? "" : `${given}\n\n`}${block(text)}`;
  return fixed === undefined ? shown : `${shown}\nFixed:\n\n${block(fixed)}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
