import { replace } from "../../text/edit.ts";
import { isOneEdit, nearest } from "../../text/nearest.ts";
import { isListName } from "../catalogue/lists.ts";
import type { RuleCheck } from "./check.ts";

export const unknownList: RuleCheck<"list"> = {
  code: "unknown-list",
  severity: "error",
  summary: "Unknown list.",
  why: "The service rejects a rule with a list that the account does not have. This is checked only if `lists` in `weir.json` names the lists that exist. A name one character away from a list that the same file creates is a warning.",
  on: "list",
  run(list, report, { context }) {
    const { lists, createdLists = [] } = context;
    // Invalid names and managed lists are reported by other checks.
    if (!isListName(list.name) || [...(lists ?? []), ...createdLists].includes(list.name)) return;
    if (!lists) {
      const created = createdLists.find((it) => isOneEdit(list.name, it));
      if (created === undefined) return;
      report(
        list,
        `Unknown list '$${list.name}'. Did you mean '$${created}', which this file creates?`,
        {
          severity: "warning",
          fixes: [
            { title: `Use '$${created}'`, edits: [replace(list, `$${created}`)], guess: true },
          ],
        },
      );
      return;
    }
    const guess = nearest(list.name, lists);
    const advice = guess
      ? `Did you mean '$${guess}'?`
      : "Add it to 'lists' in 'weir.json' if it exists.";
    report(list, `Unknown list '$${list.name}'. ${advice}`, {
      fixes: guess
        ? [{ title: `Use '$${guess}'`, edits: [replace(list, `$${guess}`)], guess: true }]
        : [],
    });
  },
  examples: [
    {
      text: `
ip.src in $ofice_ips
          ^^^^^^^^^^ error: Unknown list '$ofice_ips'. Did you mean '$office_ips'?
`,
      fixed: `
ip.src in $office_ips
`,
      context: { lists: ["office_ips"] },
    },
    {
      text: `
ip.src in $partners
          ^^^^^^^^^ error: Unknown list '$partners'. Add it to 'lists' in 'weir.json' if it exists.
`,
      context: { lists: ["office_ips"] },
    },
    {
      text: `
ip.src in $whatever_there_is
`,
    },
  ],
};
