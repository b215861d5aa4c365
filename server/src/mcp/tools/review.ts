import { reviewConfigurations } from "../../library/review.ts";
import { blamedText, outcomesText, type Review, wholeRestText } from "../../review/review.ts";
import { cutAfter } from "../../text/shorten.ts";
import { fileLanguageParameter, fileNameOf, textParameter } from "../parameters.ts";
import { tool } from "../tool.ts";

export const review = tool({
  name: "review",
  title: "Show what a change of rules does to requests",
  description:
    "Compares two versions of rulesets and says for which requests the outcome changes, with an example of each, and whether it is proved that there is no other kind of change. Use it after you edit rules, to see that nothing else changes.",
  parameters: {
    before: {
      ...textParameter,
      description: "The rulesets before the change (JSON, YAML or Terraform); not a path.",
    },
    after: { ...textParameter, description: "The rulesets after the change; not a path." },
    language: fileLanguageParameter,
  },
  output: {
    rulesets: {
      type: "array",
      items: { type: "object" },
      description:
        "Each ruleset with 'rules' (and their 'change'), 'outcomes' ('from', 'to', 'witness', 'because') and 'rest': 'proved' if there is no other kind of change. 'unknownBecause' names what was not read and may matter.",
    },
    notExamined: { type: "array", items: { type: "string" } },
  },
  required: ["rulesets", "notExamined"],
  run({ before, after, language }) {
    const path = fileNameOf(language);
    const found = reviewConfigurations([{ path, text: before }], [{ path, text: after }], {});
    const { rulesets, notExamined } = found;
    const outcomes = rulesets.flatMap((it) => it.outcomes);
    const texts = [
      ...outcomes.map(outcomeText),
      wholeRestText(found),
      ...(notExamined.length > 0 ? [`Not examined: ${notExamined.join(", ")}.`] : []),
    ];
    return { structured: { rulesets, notExamined }, texts: [cutAfter(texts.join("\n"), 2000)] };
  },
});

function outcomeText(outcome: Review["rulesets"][number]["outcomes"][number]): string {
  const { witness, proof } = outcome;
  const example =
    witness && proof === "witness" ? `such as ${witness.request}` : "which cannot be excluded";
  const names = blamedText(outcome, (it) => it);
  return `${outcomesText(outcome, 100).replace(" → ", " -> ")} because of ${names}, ${example}`;
}
