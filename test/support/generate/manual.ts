import type { Language } from "../../../server/src/core/analysis.ts";
import type { CheckManual, Example } from "../../../server/src/core/check.ts";
import { notices } from "../../../server/src/core/notices.ts";
import { allCodes, languages } from "../../../server/src/languages.ts";

/** The page that every diagnostic links to: a section per code, made of what its check says about itself. */
export function manualPage(): string {
  const codes = [...allCodes].sort();
  return `# Diagnostics

${codes.length} codes. Nearly each stands in a check of its own, whose examples are tests as well: under a line, \`^^^\` marks what
is found. \`weir explain CODE\` shows the same in a terminal.

To silence a code, write \`weir-ignore CODE\` in a comment on the line before, \`weir-ignore-file CODE\` in a comment anywhere
in the file, or set it to \`"off"\` under \`severity\` in \`weir.json\`.

${overview(codes)}
${codes.map(section).join("\n")}`;
}

/** A check with the files it looks at. What no check finds may be found in any of them. */
interface Entry {
  readonly files: string;
  readonly fence: string;
  readonly check: CheckManual;
}

function entriesOf(code: string): Entry[] {
  const notice = notices.find((it) => it.code === code);
  return [
    ...languages.flatMap((language) =>
      language.checks.filter((it) => it.code === code).map((check) => entryOf(language, check)),
    ),
    ...(notice ? [{ files: "any file", fence: "", check: { ...notice, examples: [] } }] : []),
  ];
}

function entryOf({ id, extension }: Language, check: CheckManual): Entry {
  return { files: `\`${extension}\``, fence: id === "cfrule" ? "text" : "jsonc", check };
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
  const parts = entriesOf(code).map(({ files, fence, check }) => {
    const examples = check.examples.map((it) => example(it, fence)).join("\n");
    return `*${capital(check.severity)}* in ${files}. ${check.summary} ${check.why}\n\n${examples}`;
  });
  return `## ${code}\n\n${parts.join("\n")}`;
}

function example({ text, fixed, context }: Example, fence: string): string {
  const block = (content: string) => `\`\`\`${fence}\n${content.trim()}\n\`\`\`\n`;
  const shown = settings(context) + block(text);
  return fixed === undefined ? shown : `${shown}\nFixed:\n\n${block(fixed)}`;
}

/** What the example takes for granted besides its text. */
function settings(context: Example["context"]): string {
  const parts = Object.entries(context ?? {}).map(
    ([name, value]) => `\`${settingNames[name] ?? name}\` ${code(value)}`,
  );
  return parts.length > 0 ? `With ${parts.join(" and ")}:\n\n` : "";
}

/** Where `weir.json` or the command line calls it otherwise. */
const settingNames: Readonly<Record<string, string>> = {
  extraFields: "fields",
  forcedDataset: "--dataset",
};

function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
