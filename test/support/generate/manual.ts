import type { CheckManual, Example } from "../../../server/src/core/check.ts";
import { exampleSettings, examplesOf } from "../../../server/src/core/check.ts";
import { type Notice, notices } from "../../../server/src/core/notices.ts";
import { type AnyLanguage, allCodes, languages } from "../../../server/src/languages.ts";

/** The page that every diagnostic links to: a section per code, generated from the checks. */
export function manualPage(): string {
  const codes = [...allCodes].sort();
  return `# Diagnostics

## Look up a code

Weir has ${codes.length} diagnostics: for [filters](#filters), [jobs](#jobs), [rules](#rules), [rulesets](#rulesets),
[tests of a whole configuration](#tests-of-a-whole-configuration) and [any file](#any-file). Each is explained with examples, in which \`^^^\` marks the reported range. In an editor, the code of a problem links to its explanation. In a
terminal, run \`weir explain CODE\`.

## Apply fixes

In an editor, use the quick fix. \`weir check --fix\` applies the safe fixes of errors and warnings: fixes that have only one possible result
and do not change what a file means. Editors apply the same fixes with the code action \`source.fixAll.weir\`, also on save. Hints and remarks
are matters of style: \`weir check --fix=style\` and the code action \`source.fixStyle.weir\` apply their safe fixes too. The
[severity in \`weir.json\`](settings.md#change-severity) decides. A *possible fix*, such as the nearest name to a misspelled one, is left to you.

## Suppress a diagnostic

| for | use |
|---|---|
| the next line | \`// weir-ignore CODE\`, in rules \`# weir-ignore CODE\`; separate several codes with commas |
| the whole file | \`// weir-ignore-file CODE\`, in rules \`# weir-ignore-file CODE\`, anywhere in the file |
| the workspace | \`"severity": { "CODE": "off" }\` in \`weir.json\`, which can also [change the severity](settings.md#change-severity) |

A suppressed error does not stop a push. A comment without a code, with an unknown one, or at the end of the line with the problem suppresses
nothing and is reported as [ignore-comment](#ignore-comment).

${overviews(codes)}
${codes.map(section).join("\n")}`;
}

/** A check with the files it applies to. Most notices apply to any file, and no comment suppresses those. */
interface Entry {
  readonly files: string;
  readonly fence: string;
  /** Starts a comment. */
  readonly comment?: string;
  readonly check: CheckManual | Notice;
}

function entriesOf(code: string): Entry[] {
  const notice = notices.find((it) => it.code === code);
  return [
    ...languages.flatMap((language) =>
      language.checks.filter((it) => it.code === code).map((check) => entryOf(language, check)),
    ),
    ...(notice ? [entryOfNotice(notice)] : []),
  ];
}

function entryOf({ id, extensions: [extension] }: AnyLanguage, check: CheckManual): Entry {
  const written =
    id === "cfrule" ? { fence: "text", comment: "#" } : { fence: "jsonc", comment: "//" };
  return { files: `\`${extension}\``, ...written, check };
}

function entryOfNotice(check: Notice): Entry {
  const { files } = check;
  return files === undefined
    ? { files: "any file", fence: "", check }
    : { files, fence: "", comment: "#", check };
}

/** A table for each kind of file. */
function overviews(codes: readonly string[]): string {
  const headings = [
    ["Filters", "`.lpfilter`"],
    ["Jobs", "`.lpjob`"],
    ["Rules", "`.cfrule`"],
    ["Rulesets", "rulesets"],
    ["Tests of a whole configuration", "tests of a whole configuration"],
    ["Files of other tools", "JSON, YAML and Terraform"],
    ["Any file", "any file"],
  ];
  return headings
    .map(([heading = "", files = ""]) => `## ${heading}\n\n${overview(codes, files)}`)
    .join("\n");
}

function overview(codes: readonly string[], files: string): string {
  const rows = codes
    .flatMap((code) => entriesOf(code).filter((it) => it.files === files))
    .map(
      ({ check }) => `| [${check.code}](#${check.code}) | ${check.severity} | ${check.summary} |\n`,
    );
  return `| code | severity | summary |\n|---|---|---|\n${rows.join("")}`;
}

function section(code: string): string {
  const entries = entriesOf(code);
  const parts = entries.map(({ files, fence, check }) => {
    const shown =
      "noExample" in check
        ? `There is no example here: ${check.noExample}\n`
        : examplesOf(check)
            .map((it) => exampleBlock(it, fence))
            .join("\n");
    return `*${capital(check.severity)}* in ${files}. ${check.summary} ${check.why}\n\n${shown}`;
  });
  return `## ${code}\n\n${parts.join("\n")}\nSuppress: ${suppressionsOf(code, entries)}.\n`;
}

function suppressionsOf(code: string, entries: readonly Entry[]): string {
  const comments = [...new Set(entries.flatMap((it) => it.comment ?? []))];
  const written = (word: string) => comments.map((it) => `\`${it} ${word} ${code}\``).join(" or ");
  const inFile = `${written("weir-ignore")} on the line before, ${written("weir-ignore-file")} anywhere in the file, or `;
  return `${comments.length > 0 ? inFile : ""}\`"severity": { "${code}": "off" }\` in \`weir.json\``;
}

function exampleBlock(example: Example, fence: string): string {
  const { text, fixed } = example;
  const block = (content: string) => `\`\`\`${fence}\n${content.trim()}\n\`\`\`\n`;
  const given = exampleSettings(example);
  const shown = `${given === "" ? "" : `${given}\n\n`}${block(text)}`;
  return fixed === undefined ? shown : `${shown}\nFixed:\n\n${block(fixed)}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
