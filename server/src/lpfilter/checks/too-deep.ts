import { mostLevels } from "../../json/syntax/open-brackets.ts";
import type { FilterCheck } from "./check.ts";

/** The braces of the filter and of its condition are brackets as well. */
const lists = mostLevels - 2;

export const tooDeep: FilterCheck<"filter"> = {
  code: "too-deep",
  severity: "error",
  summary: "Brackets are nested deeper than anyone's filter.",
  why: "The text may well be JSON, but the service takes about 1,000 bytes, and so many brackets alone are more than that. Groups inside groups of the same kind can be put into one list.",
  on: "filter",
  run({ json, escaped }, report) {
    const depth = json.isCut && !escaped ? json.errors.find((it) => it.isDepth) : undefined;
    if (depth) report(depth, depth.message);
  },
  examples: [
    {
      text: `
{ "where": { "key": "ClientIP", "operator": "in", "value":
${"[".repeat(lists + 1)}"192.0.2.1"${"]".repeat(lists + 1)}
${" ".repeat(lists)}^ error: Brackets are nested more than ${mostLevels} deep here, and what is further inside is looked at for its syntax only. Flatten them.
} }
`,
      context: { severity: { "value-type": "off", "filter-too-large": "off" } },
    },
    {
      text: `
{ "where": { "or": [
  { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
  { "key": "ClientCountry", "operator": "eq", "value": "ca" }
] } }
`,
    },
  ],
};
