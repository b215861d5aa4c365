import { isFixable } from "../../core/fix-all.ts";
import { reportedDiagnostics } from "../../core/host-syntax.ts";
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
    "Finds problems in a Cloudflare Logpush filter or job or in a rule expression (wirefilter), as the service would: syntax, unknown fields and operators, wrong types, conditions that never match, exceeded limits. Call it for every filter, job and rule that you write or change.",
  parameters: { text: textParameter, language: languageParameter, dataset: datasetParameter },
  output: diagnosticsSchema,
  required: ["diagnostics", "summary"],
  run(given) {
    const subject = subjectFor(given);
    const analysis = analysisOf(subject);
    const found = reportedDiagnostics(analysis, subject.context.severity);
    const hasFix = found.some((it) => isFixable(it));
    return {
      structured: diagnosticsData(given.text, found),
      texts: [
        (found.length > 0 ? undefined : emptinessOf(analysis)) ??
          diagnosticsText(given.text, found),
        ...(hasFix ? ["Call 'fix' to apply the safe fixes."] : []),
      ],
    };
  },
});
