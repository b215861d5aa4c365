import { fixAll } from "../../core/fix-all.ts";
import { analysisOf } from "../../library/subject.ts";
import { diagnosticsData, diagnosticsText } from "../diagnostics.ts";
import { emptinessOf, subjectFor } from "../input-text.ts";
import { datasetParameter, languageParameter, textParameter } from "../parameters.ts";
import { booleanSchema, diagnosticsSchema } from "../schema.ts";
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
    ...diagnosticsSchema,
  },
  required: ["text", "changed", "diagnostics", "summary"],
  run(given) {
    const subject = subjectFor(given);
    const text = fixAll(subject.language, given.text, subject.context, { style: given.style });
    const changed = text !== given.text;
    const analysis = analysisOf({ ...subject, text });
    const left = analysis.diagnostics();
    const said = changed ? "Safe fixes were applied; the new text follows." : "Nothing was fixed.";
    return {
      structured: { text, changed, ...diagnosticsData(text, left) },
      texts: [
        `${said} ${emptinessOf(analysis) ?? diagnosticsText(text, left)}`,
        ...(changed ? [text] : []),
      ],
    };
  },
});
