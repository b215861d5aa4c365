import { insert, replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import type { FilterCheck } from "./check.ts";

const oftenMeant = new Set([
  "filter",
  "filters",
  "condition",
  "conditions",
  "query",
  "expression",
  "rule",
  "if",
  "when",
]);

export const missingWhere: FilterCheck<"filter"> = {
  code: "missing-where",
  severity: "error",
  summary: "The filter does not start with `where`.",
  why: "The service takes one object with the key `where`, which holds a condition or a group. The bare condition that the first lines of many guides show is refused.",
  on: "filter",
  run(filter, report) {
    const { root } = filter.json;
    if (!root || filter.where || root.kind === "string") return;
    if (root.kind === "object") {
      const near = root.properties.find(
        (it) =>
          it.value?.kind === "object" &&
          (nearest(it.name.value, ["where"]) || oftenMeant.has(it.name.value.toLowerCase())),
      );
      if (near) {
        report(
          near.name,
          `A filter starts with 'where', and here stands '${near.name.value}'. Rename it.`,
          {
            fixes: [{ title: "Rename to 'where'", edits: [replace(near.name, '"where"')] }],
          },
        );
        return;
      }
      if (root.properties.length === 0) {
        report(
          root,
          'The filter is an empty object. Write { "where": … } with a condition or a group.',
        );
        return;
      }
    }
    if (root.kind === "object" || root.kind === "array") {
      const [before, after] =
        root.kind === "object" ? ['{ "where": ', " }"] : ['{ "where": { "and": ', " } }"];
      report(
        { start: root.start, end: root.start + 1 },
        "A filter starts with 'where'. Wrap this in { \"where\": … }.",
        {
          fixes: [
            {
              title: "Wrap in 'where'",
              edits: [insert(root.start, before), insert(root.end, after)],
            },
          ],
        },
      );
      return;
    }
    report(root, 'A filter is an object, { "where": … }, with a condition or a group inside.');
  },
  examples: [
    {
      text: `
{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
^ error: A filter starts with 'where'. Wrap this in { "where": … }.
`,
      fixed: `
{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }
`,
    },
    {
      text: `
{ "Where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }
  ^^^^^^^ error: A filter starts with 'where', and here stands 'Where'. Rename it.
`,
      fixed: `
{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }
`,
    },
  ],
};
