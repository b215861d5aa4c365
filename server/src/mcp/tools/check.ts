import { isFixable } from "../../core/fix-all.ts";
import { analysisOf } from "../../library/subject.ts";
import { diagnosticsData, diagnosticsText } from "../diagnostics.ts";
import { emptinessOf, subjectFor } from "../input-text.ts";
import { datasetParameter, languageParameter, textParameter } from "../parameters.ts";
import { diagnosticsSchema } from "../schema.ts";
import { tool } from "../tool.ts";

export const check = tool({
  name: "check",
  title: "Check a filter, job or rule",
  description:
    "Finds problems in a Cloudflare Logpush filter or job or in a rule expression (wirefilter), as the service would: syntax, unknown fields and operators, wrong types, conditions that never match, exceeded limits. Call it for every filter, job and rule that you write or change, before you show it. Works offline.",
  parameters: { text: textParameter, language: languageParameter, dataset: datasetParameter },
  output: diagnosticsSchema,
  required: ["diagnostics", "summary"],
  run(given) {
    const analysis = analysisOf(subjectFor(given));
    const found = analysis.diagnostics();
    const hasFix = found.some((it) => isFixable(it));
    return {
      structured: diagnosticsData(given.text, found),
      texts: [
        emptinessOf(analysis) ?? diagnosticsText(given.text, found),
        ...(hasFix ? ["Call 'fix' to apply the safe fixes."] : []),
      ],
    };
  },
});
