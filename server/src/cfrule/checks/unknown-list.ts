import { likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { unknownListNamed } from "../unknown-list.ts";
import type { RuleCheck } from "./check.ts";

export const unknownList: RuleCheck<"list"> = {
  code: "unknown-list",
  severity: "error",
  summary: "Unknown list.",
  why: "The service rejects a rule with a list that the account does not have. This is checked only if `lists` in `weir.json` names the lists that exist. A name one character away from a list that the file creates, or another file of its Terraform folder, is a warning. The lists of redirects are checked, too.",
  on: "list",
  run(list, report, { context }) {
    const found = unknownListNamed(list.name, "$", context);
    if (!found) return;
    const { message, isCertain, guess } = found;
    const written = `$${guess}`;
    report(list, message, {
      ...(!isCertain && { severity: "warning" as const }),
      fixes: guess === undefined ? [] : [likelyFix(`Use '${written}'`, [replace(list, written)])],
    });
  },
  examples: [
    {
      context: { lists: ["office_ips"] },
      text: `
ip.src in $ofice_ips
          ^^^^^^^^^^ error: Unknown list '$ofice_ips'. Did you mean '$office_ips'?
=>
ip.src in $office_ips
`,
    },
    {
      context: { lists: ["office_ips"] },
      text: `
ip.src in $partners
          ^^^^^^^^^ error: Unknown list '$partners'. Add it to 'lists' in 'weir.json' if it exists.
`,
    },
    `
ip.src in $whatever_there_is
`,
  ],
};
