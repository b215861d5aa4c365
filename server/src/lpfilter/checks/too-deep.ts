import { mostLevels } from "../../json/syntax/open-brackets.ts";
import type { FilterCheck } from "./check.ts";

/** The braces of the filter and of its condition are levels too. */
const lists = mostLevels - 2;

export const tooDeep: FilterCheck<"filter"> = {
  code: "too-deep",
  severity: "error",
  summary: "The filter is nested too deeply.",
  why: "The text may be valid JSON, but this much nesting alone exceeds the size limit of about 1,000 bytes. Merge nested groups of the same kind into one array.",
  on: "filter",
  run({ json, escaped }, report) {
    const depth = json.isCut && !escaped ? json.errors.find((it) => it.isDepth) : undefined;
    if (depth) report(depth, depth.message);
  },
  examples: [
    {
      context: { severity: { "value-type": "off", "filter-too-large": "off" } },
      text: `
{ "where": { "key": "ClientIP", "operator": "in", "value":
${"[".repeat(lists + 1)}"192.0.2.1"${"]".repeat(lists + 1)}
${" ".repeat(lists)}^ error: Nested more than ${mostLevels} levels deep; only syntax is checked below this level. Reduce the nesting.
} }
`,
    },
    `
{ "where": { "or": [
  { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
  { "key": "ClientCountry", "operator": "eq", "value": "ca" }
] } }
`,
  ],
};
