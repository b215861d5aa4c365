import type { Example } from "../../core/check.ts";
import { exampleSettings, examplesOf } from "../../core/check.ts";
import { currentCode, manualUrl } from "../../core/diagnostic.ts";
import { allCodes, type CodeManual, manualsOf } from "../../languages.ts";
import { nearest } from "../../text/nearest.ts";
import { ToolError } from "../parameters.ts";
import { objects, stringSchema } from "../schema.ts";
import { tool } from "../tool.ts";

/** Maximum number of examples per language. */
const maxExamples = 3;

export const explain = tool({
  name: "explain",
  title: "Explain a diagnostic",
  description:
    "Explains a code that 'check' reports, such as 'unknown-field': what it means, why it matters, what to do, with examples and their fixes.",
  parameters: {
    code: {
      type: "string",
      description: "The code of a diagnostic, such as 'never-matches'.",
      maxLength: 200,
      required: true,
    },
  },
  output: {
    code: stringSchema,
    url: stringSchema,
    entries: objects(
      "For each kind of file: 'texts' (the kind), 'severity', 'summary', 'why' (and what to do) and 'examples' ('text', 'fixed').",
    ),
  },
  required: ["code", "url", "entries"],
  run(given) {
    const code = currentCode(given.code);
    const found = manualsOf(code);
    if (found.length === 0) throw new ToolError(unknownCode(given.code));
    const entries = found.map(entryOf);
    const suppress = `To suppress it, add a comment 'weir-ignore ${code}' on the line before.`;
    return {
      structured: { code, url: manualUrl(code), entries },
      texts: [[...entries.map((it) => pageOf(code, it)), suppress].join("\n\n")],
    };
  },
});

function unknownCode(code: string): string {
  const guess = nearest(code, allCodes);
  return `Unknown diagnostic '${code}'. ${guess ? `Did you mean '${guess}'?` : "Use a code that 'check' reports."}`;
}

function entryOf({ title, check }: CodeManual) {
  const { severity, summary, why } = check;
  const examples = examplesOf(check).slice(0, maxExamples).map(exampleOf);
  return { texts: title, severity, summary, why, examples };
}

function exampleOf(it: Example) {
  const given = exampleSettings(it);
  const fixed = it.fixed?.trim();
  return {
    ...(given !== "" && { given }),
    text: it.text.trim(),
    ...(fixed !== undefined && { fixed }),
  };
}

function pageOf(code: string, { texts, severity, summary, why, examples }: Entry): string {
  const shown = examples.map(({ given, text, fixed }) =>
    [given, text, ...(fixed === undefined ? [] : ["fixed:", fixed])]
      .filter((it) => it !== undefined)
      .join("\n"),
  );
  return [`${code} (${severity}, ${texts}): ${summary}`, why, ...shown].join("\n\n");
}

type Entry = ReturnType<typeof entryOf>;
