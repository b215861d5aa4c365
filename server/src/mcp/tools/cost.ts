import { costOf } from "../../library/answers.ts";
import { percentText, plural } from "../../text/wording.ts";
import { subjectFor } from "../input-text.ts";
import {
  datasetParameter,
  languageParameter,
  linesParameter,
  textParameter,
} from "../parameters.ts";
import { tool } from "../tool.ts";

export const cost = tool({
  name: "cost",
  title: "Show what a log push job costs",
  description:
    "Measures what a job or filter sends of log lines, field by field, and suggests lines that could be left out, proved to keep others.",
  parameters: {
    text: textParameter,
    language: languageParameter,
    dataset: datasetParameter,
    lines: { ...linesParameter, required: true },
    keep: {
      type: "string",
      description: "The text of a filter of lines that must stay.",
      maxLength: textParameter.maxLength,
    },
  },
  output: {
    jobs: {
      type: "array",
      items: { type: "object" },
      description:
        "Each job with 'sends' and 'of' (lines, bytes, usdPerMonth), 'fields', 'suggestions' ('drops' is a filter of the lines left out) and 'together' (the filter without them).",
    },
    notes: { type: "array", items: { type: "string" } },
  },
  required: ["jobs", "notes"],
  run({ lines, keep, ...given }) {
    const { jobs, notes } = costOf(subjectFor(given), lines, { keep: keep ? [keep] : [] });
    const texts = jobs.flatMap(({ sends, fields, suggestions }) => [
      `Sends ${plural(sends.lines, "line")}, ${sends.bytes} bytes.`,
      ...fields.slice(0, 10).map((it) => `${it.name} ${percentText(it.share, 1)} ${it.values}`),
      ...suggestions.map((it) => `could be left out: ${it.text}, ${percentText(it.share, 1)}`),
    ]);
    return { structured: { jobs, notes }, texts: [[...texts, ...notes].join("\n")] };
  },
});
