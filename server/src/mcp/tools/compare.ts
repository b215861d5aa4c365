import { comparisonJson, comparisonLines } from "../../compare/describe.ts";
import { compareTexts } from "../../library/compare.ts";
import type { RelationName } from "../../library/types.ts";
import { subjectFor } from "../input-text.ts";
import { datasetParameter, languageParameter, textParameter } from "../parameters.ts";
import { type JsonSchema, stringSchema } from "../schema.ts";
import { tool } from "../tool.ts";

const relations: readonly RelationName[] = [
  "equal",
  "narrower",
  "wider",
  "disjoint",
  "overlapping",
  "unknown",
];

/** A log line, or a request with its fields; null if none exists or none was found. */
const witness: JsonSchema = {
  type: ["object", "null"],
};

export const compare = tool({
  name: "compare",
  title: "Compare what two filters or rules match",
  description:
    "Proves how two filters, jobs or rules relate: equal, narrower (the first matches less), wider (the first matches more), disjoint or overlapping, with a log line or request for each difference. Use it after you rewrite a filter or rule, to verify that it matches what you intended.",
  parameters: {
    first: { ...textParameter, description: "The text of one filter, job or rule; not a path." },
    second: { ...textParameter, description: "The text of another one, in the same language." },
    language: languageParameter,
    dataset: datasetParameter,
  },
  output: {
    relation: {
      type: "string",
      enum: relations,
      description: "'narrower' and 'wider' say how the first relates to the second.",
    },
    onlyFirst: { ...witness, description: "A line or request that only the first matches." },
    onlySecond: { ...witness, description: "An example that only the second matches." },
    both: { ...witness, description: "An example that both match." },
    reason: { ...stringSchema, description: "Why the relation is unknown." },
    changed: {
      type: "array",
      items: { type: "object" },
      description:
        "What else differs, such as the action of a rule: property, before (in the first) and after. Texts with equal matches and a changed property do not do the same.",
    },
    notCompared: {
      type: "array",
      items: stringSchema,
      description: "Lists and variables that both refer to, and whose values are unknown.",
    },
  },
  required: ["relation"],
  run({ first, second, ...given }) {
    const found = compareTexts(
      subjectFor({ text: first, ...given }),
      subjectFor({ text: second, ...given }),
    );
    return {
      structured: comparisonJson(found),
      texts: [comparisonLines(found, "'first'", "'second'").join("\n")],
    };
  },
});
