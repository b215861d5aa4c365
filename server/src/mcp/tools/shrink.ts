import { fits, type NotShrunk, type Shrinking, summary } from "../../core/shrink/size.ts";
import { whyNotShrunk } from "../../library/answers.ts";
import { analysisOf } from "../../library/subject.ts";
import { applyEdits } from "../../text/edit.ts";
import { Lines } from "../../text/lines.ts";
import { emptinessOf, subjectFor } from "../input-text.ts";
import { datasetParameter, languageParameter, ToolError, textParameter } from "../parameters.ts";
import { booleanSchema, objects, stringSchema } from "../schema.ts";
import { tool } from "../tool.ts";

export const shrink = tool({
  name: "shrink",
  title: "Shorten a filter or rule",
  description:
    "Returns the text with every filter or rule in it shortened as far as possible without changing what it matches, which is proved. Use it for a filter or rule that exceeds a limit of the service, such as 1,000 bytes or 30 operators in a filter.",
  parameters: { text: textParameter, language: languageParameter, dataset: datasetParameter },
  output: {
    text: { ...stringSchema, description: "The whole text after shortening." },
    changed: booleanSchema,
    results: objects(
      "For each filter and rule its 'range' in the given text, the sizes 'before' and 'after', 'limits', 'fits', and 'proved': false if a shorter form was found but not proved equal. Or an 'error'.",
    ),
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
