import type { FilterCheck } from "./check.ts";

export const emptyGroup: FilterCheck<"group"> = {
  code: "empty-group",
  severity: "error",
  summary: "A group has no conditions.",
  why: "Nothing says whether an empty group keeps every line or none, and nobody means either. A job without a filter sends every line.",
  on: "group",
  run({ joiner, list }, report) {
    if (list?.items.length !== 0) return;
    report(list, `This '${joiner}' has no conditions. Add some, or remove the group.`);
  },
  examples: [
    {
      text: `
{ "where": { "and": [] } }
                    ^^ error: This 'and' has no conditions. Add some, or remove the group.
`,
    },
  ],
};
