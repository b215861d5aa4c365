import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { isListName } from "../catalogue/lists.ts";
import type { RuleCheck } from "./check.ts";

export const unknownList: RuleCheck<"list"> = {
  code: "unknown-list",
  severity: "error",
  summary: "Unknown list.",
  why: "The service rejects a rule with a list that the account does not have. This is checked only if `lists` in `weir.json` names the lists that exist.",
  on: "list",
  run(list, report, { context }) {
    const { lists } = context;
    // Invalid names and managed lists are reported by other checks.
    if (!lists || !isListName(list.name) || lists.includes(list.name)) return;
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
