import { fits, type NotShrunk, type Shrinking, summary } from "../../core/shrink/size.ts";
import { whyNotShrunk } from "../../library/answers.ts";
import { analysisOf } from "../../library/subject.ts";
import { applyEdits } from "../../text/edit.ts";
import { Lines } from "../../text/lines.ts";
import { emptinessOf, subjectFor } from "../input-text.ts";
import { datasetParameter, languageParameter, ToolError, textParameter } from "../parameters.ts";
import {
  arrayOf,
  booleanSchema,
  type JsonSchema,
  objectSchema,
  rangeSchema,
  stringSchema,
} from "../schema.ts";
import { tool } from "../tool.ts";

const size: JsonSchema = {
  type: "object",
  additionalProperties: { type: "integer" },
  description: "Bytes and operators of a filter, or characters of a rule.",
};

const result = objectSchema(
  {
    range: rangeSchema,
    before: size,
    after: size,
    limits: size,
    fits: { type: "boolean", description: "Whether the result is within the limits." },
    proved: {
      type: "boolean",
      description: "False if a shorter form was found that could not be proved equal. The text is.",
    },
    error: { type: "string", description: "Why it could not be shortened." },
  },
  ["range"],
);

export const shrink = tool({
  name: "shrink",
  title: "Shorten a filter or rule",
  description:
    "Returns the text with every filter or rule in it shortened as far as possible without changing what it matches, which is proved. Use it for a filter or rule that exceeds a limit of the service, such as 1,000 bytes or 30 operators in a filter.",
  parameters: { text: textParameter, language: languageParameter, dataset: datasetParameter },
  output: {
    text: { ...stringSchema, description: "The whole text after shortening." },
    changed: booleanSchema,
    results: arrayOf(result, "One for each filter and rule, with its range in the given text."),
  },
  required: ["text", "changed", "results"],
  run(given) {
    const analysis = analysisOf(subjectFor(given));
    const found = (analysis.shrink?.({ start: 0, end: given.text.length }) ?? []).map((it) =>
      "error" in it ? { ...it, error: whyNotShrunk(it, analysis) } : it,
    );
    refuse(found, emptinessOf(analysis));
    const edits = found.flatMap((it) => ("error" in it ? [] : it.edits));
    const text = applyEdits(given.text, edits);
    const lines = new Lines(given.text);
    const changed = text !== given.text;
    const said = found.map(described).join("\n");
    return {
      structured: { text, changed, results: found.map((it) => resultOf(it, lines)) },
      texts: changed ? [`${said}\nThe new text follows.`, text] : [said],
    };
  },
});

function refuse(found: readonly (Shrinking | NotShrunk)[], empty: string | undefined): void {
  const [first] = found;
  if (!first) throw new ToolError(empty ?? "There is no filter or rule to shorten in this text.");
  if ("error" in first && found.every((it) => "error" in it)) throw new ToolError(first.error);
}

function resultOf(it: Shrinking | NotShrunk, lines: Lines) {
  const range = lines.rangeOf(it);
  if ("error" in it) return { range, error: it.error };
  const { before, after, limits, isUnproved, isCutShort } = it;
  const proved = !isUnproved;
  return { range, before, after, limits, fits: fits(it), proved, complete: !isCutShort };
}

function described(it: Shrinking | NotShrunk): string {
  return "error" in it ? it.error : summary(it);
}
