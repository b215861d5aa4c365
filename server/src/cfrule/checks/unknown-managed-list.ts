import { likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { shorten } from "../../text/shorten.ts";
import { alternatives } from "../../text/wording.ts";
import { isListName, managedListNamed, managedLists, managedPrefix } from "../catalog/lists.ts";
import type { RuleCheck } from "./check.ts";

export const unknownManagedList: RuleCheck<"list"> = {
  code: "unknown-managed-list",
  severity: "error",
  summary: "Unknown managed list.",
  why: "Names with a dot belong to the five lists that the service manages. Names of your own lists have lowercase letters, digits and `_`. Add managed lists that are newer than Weir to `lists` in `weir.json`.",
  on: "list",
  run(list, report, { context }) {
    const { name } = list;
    if (!name.includes(".") || managedListNamed(name) || context.lists?.includes(name)) return;
    const short = name.startsWith(managedPrefix) ? name : `${managedPrefix}${name}`;
    const guess = nearest(short, names);
    const own = name.replaceAll(".", "_");
    if (!guess && !name.startsWith(managedPrefix) && isListName(own)) {
      report(
        list,
        `${shorten(`$${name}`)} is not a managed list, and names of your own lists have only lowercase letters, digits and '_'. Use ${shorten(`$${own}`)}.`,
        { fixes: [likelyFix(`Use '$${own}'`, [replace(list, `$${own}`)])] },
      );
      return;
    }
    const advice = guess
      ? `Did you mean '$${guess}'?`
      : `Use ${alternatives(names.map((it) => `$${it}`))}.`;
    report(list, `Unknown managed list ${shorten(`$${name}`)}. ${advice}`, {
      fixes: guess ? [likelyFix(`Use '$${guess}'`, [replace(list, `$${guess}`)])] : [],
    });
  },
  examples: `
ip.src in $cf.open_proxy
          ^^^^^^^^^^^^^^ error: Unknown managed list '$cf.open_proxy'. Did you mean '$cf.open_proxies'?
=>
ip.src in $cf.open_proxies
---
ip.src in $cf.tor
          ^^^^^^^ error: Unknown managed list '$cf.tor'. Use '$cf.anonymizer', '$cf.botnetcc', '$cf.malware', '$cf.open_proxies' or '$cf.vpn'.
---
ip.src in $office.ips
          ^^^^^^^^^^^ error: '$office.ips' is not a managed list, and names of your own lists have only lowercase letters, digits and '_'. Use '$office_ips'.
=>
ip.src in $office_ips
---
ip.src in $cf.malware or ip.src in $cf.botnetcc
`,
};

const names: readonly string[] = managedLists.map((it) => it.name);
