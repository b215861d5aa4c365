import type { Language } from "../../../server/src/core/analysis.ts";
import type { CheckManual, Example } from "../../../server/src/core/check.ts";
import { languages } from "../../../server/src/languages.ts";

/** The page that every diagnostic links to: a section per code, made of what its check says about itself. */
export function manualPage(): string {
  const codes = [
    ...new Set(languages.flatMap((it) => it.checks.map((check) => check.code))),
  ].sort();
  return `# Diagnostics

${codes.length} codes. Each stands in a check of its own, whose examples are tests as well: under a line, \`^^^\` marks what is
found. \`weir explain CODE\` shows the same in a terminal.

To silence a code, write \`weir-ignore CODE\` in a comment on the line before, \`weir-ignore-file CODE\` in a comment anywhere
in the file, or set it to \`"off"\` under \`severity\` in \`weir.json\`.

${overview(codes)}
${codes.map(section).join("\n")}`;
}

function checksOf(code: string): { language: Language; check: CheckManual }[] {
  return languages.flatMap((language) =>
    language.checks.filter((it) => it.code === code).map((check) => ({ language, check })),
  );
}

function overview(codes: readonly string[]): string {
  const rows = codes.map((code) => {
    const found = checksOf(code);
    const files = found.map(({ language }) => `\`${language.extension}\``).join(" ");
    const severities = [...new Set(found.map(({ check }) => check.severity))].join(", ");
    return `| [${code}](#${code}) | ${severities} | ${files} | ${found[0]?.check.summary ?? ""} |\n`;
  });
  return `| code | severity | files | finds |\n|---|---|---|---|\n${rows.join("")}`;
}

function section(code: string): string {
  const parts = checksOf(code).map(({ language, check }) => {
    const fence = language.id === "cfrule" ? "text" : "jsonc";
    const examples = check.examples.map((it) => example(it, fence)).join("\n");
    return `*${capital(check.severity)}* in \`${language.extension}\`. ${check.summary} ${check.why}\n\n${examples}`;
  });
  return `## ${code}\n\n${parts.join("\n")}`;
}

function example({ text, fixed }: Example, fence: string): string {
  const block = (content: string) => `\`\`\`${fence}\n${content.trim()}\n\`\`\`\n`;
  return fixed === undefined ? block(text) : `${block(text)}\nFixed:\n\n${block(fixed)}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
