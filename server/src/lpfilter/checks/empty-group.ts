import type { FilterCheck } from "./check.ts";

export const emptyGroup: FilterCheck<"group"> = {
  code: "empty-group",
  severity: "error",
  summary: "A group has no conditions.",
  why: "It is not documented whether an empty group keeps every line or none. To send every line, use a job without a filter.",
  on: "group",
  run({ logical, list }, report) {
    if (list?.items.length !== 0) return;
    report(list, `This '${logical}' has no conditions. Add some, or remove the group.`);
  },
  examples: `
{ "where": { "and": [] } }
                    ^^ error: This 'and' has no conditions. Add some, or remove the group.
`,
};
