import { applySafeFixes } from "../../core/fix-all.ts";
import { appliedOf } from "../../library/diagnostic.ts";
import { analysisOf } from "../../library/subject.ts";
import { diagnosticsData, diagnosticsText, maxListed } from "../diagnostics.ts";
import { emptinessOf, subjectFor } from "../input-text.ts";
import { datasetParameter, languageParameter, textParameter } from "../parameters.ts";
import { booleanSchema, diagnosticsSchema, objects } from "../schema.ts";
import { tool } from "../tool.ts";

export const fix = tool({
  name: "fix",
  title: "Apply safe fixes",
  description:
    "Returns the text with the safe fixes of errors and warnings applied: those that cannot change what was meant. Possible fixes, such as the nearest field name, are listed and left to you.",
  parameters: {
    text: textParameter,
    language: languageParameter,
    dataset: datasetParameter,
    style: { type: "boolean", description: "Also applies the safe fixes of hints and remarks." },
  },
  output: {
    text: { type: "string", description: "The whole text after the fixes." },
    changed: booleanSchema,
    applied: objects("The fixes, each with 'code', 'message', 'title' and 'range'."),
    ...diagnosticsSchema,
  },
  required: ["text", "changed", "applied", "diagnostics", "summary"],
  run(given) {
    const subject = subjectFor(given);
    const { language, context } = subject;
    const fixed = applySafeFixes(language, given.text, context, { style: given.style });
    const { text } = fixed;
    const changed = text !== given.text;
    const applied = appliedOf(fixed.applied, given.text);
    const analysis = analysisOf({ ...subject, text });
    const left = analysis.diagnostics();
    const { length } = applied;
    const titles = applied
      .slice(0, maxListed)
      .map((it) => `${it.range.start.line + 1}: ${it.title}`);
    const more = length > maxListed ? [`… and ${length - maxListed} more.`] : [];
    const said = changed
      ? `Safe fixes applied, with their lines: ${length}. The new text follows.\n${[...titles, ...more].join("\n")}\n`
      : "Nothing was fixed. ";
    return {
      structured: {
        text,
        changed,
        applied: applied.slice(0, maxListed),
        ...diagnosticsData(text, left),
      },
      texts: [
        `${said}${emptinessOf(analysis) ?? diagnosticsText(text, left)}`,
        ...(changed ? [text] : []),
      ],
    };
  },
});
