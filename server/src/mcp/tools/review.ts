import { reviewConfigurations } from "../../library/review.ts";
import { TextError } from "../../library/types.ts";
import type { Review } from "../../review/types.ts";
import { cutAfter } from "../../text/shorten.ts";
import { ToolError, textParameter } from "../parameters.ts";
import { tool } from "../tool.ts";
import { formats } from "./trace.ts";

export const review = tool({
  name: "review",
  title: "Show what a change of rules does to requests",
  description:
    "Compares two versions of rulesets and says for which requests the outcome changes, with an example of each, and whether it is proved that no other request is affected. Use it after you edit rules, to see that nothing else changes.",
  parameters: {
    before: {
      ...textParameter,
      description: "The rulesets before the change (JSON, YAML or Terraform); not a path.",
    },
    after: { ...textParameter, description: "The rulesets after the change; not a path." },
    format: {
      type: "string",
      description: "The format of both texts: 'json', 'yaml' or 'terraform'.",
      enum: Object.keys(formats),
      required: true,
    },
  },
  output: {
    rulesets: {
      type: "array",
      items: { type: "object" },
      description:
        "Each ruleset with 'rules' (and their 'change'), 'outcomes' ('from', 'to', 'witness', 'because') and 'rest': 'proved' if no other request is affected.",
    },
    notExamined: { type: "array", items: { type: "string" } },
  },
  required: ["rulesets", "notExamined"],
  run({ before, after, format }) {
    const path = formats[format as keyof typeof formats] ?? formats.json;
    try {
      const found = reviewConfigurations([{ path, text: before }], [{ path, text: after }], {});
      const { rulesets, notExamined } = found;
      const outcomes = rulesets.flatMap((it) => it.outcomes);
      const isProved = rulesets.every((it) => it.rest === "proved");
      const texts = [
        ...outcomes.map(outcomeText),
        isProved
          ? "No other request gets a different outcome (proved)."
          : "Other requests may get a different outcome.",
        ...(notExamined.length > 0 ? [`Not examined: ${notExamined.join(", ")}.`] : []),
      ];
      return { structured: { rulesets, notExamined }, texts: [cutAfter(texts.join("\n"), 2000)] };
    } catch (error) {
      if (error instanceof TextError) throw new ToolError(error.message);
      throw error;
    }
  },
});

function outcomeText({
  from,
  to,
  because,
  witness,
  proof,
}: Review["rulesets"][number]["outcomes"][number]) {
  const example =
    witness && proof === "witness" ? `such as ${witness.request}` : "which cannot be excluded";
  return `${from} -> ${to} because of ${because.join(", ")}, ${example}`;
}
