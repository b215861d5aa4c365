import { thousands } from "../../text/wording.ts";
import type { RuleCheck } from "./check.ts";

/** The threshold of other linters. */
const maxItems = 25;

export const largeSet: RuleCheck<"set"> = {
  code: "large-set",
  severity: "hint",
  summary: "A large set could be a list.",
  why: "A list has a name, can be shared by rules and does not count toward the 4,096 characters of an expression. Lists contain IP addresses, hostnames or AS numbers.",
  on: "set",
  run(set, report, { above, text }) {
    const around = above[above.length - 1];
    if (set.items.length <= maxItems || around?.kind !== "comparison") return;
    const { left } = around;
    const listed = left.type?.kind === "IP" || listable.has(text.slice(left.start, left.end));
    if (!listed) return;
    report(
      { start: set.start, end: set.start + 1 },
      `This set has ${thousands(set.items.length)} values. Consider a list: 'in $name'.`,
    );
  },
  examples: `
ip.src.asnum in {64496 64497 64498 64499 64500 64501 64502 64503 64504 64505 64506 64507 64508 64509 64510 64511 65536 65537 65538 65539 65540 65541 65542 65543 65544 65545}
                ^ hint: This set has 26 values. Consider a list: 'in $name'.
`,
};

/** Operands that lists support, besides IP addresses. */
const listable: ReadonlySet<string> = new Set(["http.host", "ip.src.asnum", "ip.geoip.asnum"]);
