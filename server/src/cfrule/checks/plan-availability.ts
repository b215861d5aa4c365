import type { Report } from "../../core/check.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { actionNamed } from "../catalog/actions.ts";
import { comparisonBySpelling } from "../catalog/operators.ts";
import type { Standing } from "../catalog/plans.ts";
import { type AddOn, type Plan, planCovers, planPhrase } from "../catalog/plans.ts";
import type { Document } from "../document.ts";
import { eachNode } from "../syntax/children.ts";
import type { Node } from "../syntax/tree.ts";
import type { RuleCheck } from "./check.ts";

export const planAvailability: RuleCheck<"rule"> = {
  code: "plan-availability",
  severity: "warning",
  summary: "A field, function, operator or action is not included in the zone plan.",
  why: "The service rejects a rule that uses a feature its zone plan does not include. This is checked only if the plan is known, from `# @plan` or from `plan` in `weir.json`. It is a warning, because plans change.",
  on: "rule",
  run(rule, report) {
    const { plan } = rule;
    if (!plan) return;
    eachNode(rule.parsed.root, (node) => {
      const offer = offerOf(node);
      if (offer) compare(offer, plan, rule, report);
    });
    for (const { name, value, valueSpan } of rule.parsed.directives) {
      const action = name === "action" ? actionNamed(value) : undefined;
      if (action) compare({ ...action, span: valueSpan }, plan, rule, report);
    }
  },
  examples: [
    `
# @plan pro
# @action log
          ^^^ warning: 'log' requires the Enterprise plan, but this zone is on 'pro'.
http.user_agent matches "curl/[0-9]" and cf.bot_management.score lt 30
                ^^^^^^^ warning: 'matches' requires the Business plan or above, but this zone is on 'pro'.
                                         ^^^^^^^^^^^^^^^^^^^^^^^ warning: 'cf.bot_management.score' requires the Enterprise plan with Bot Management, but this zone is on 'pro'.
---
# @plan enterprise
# @action log
http.user_agent matches "curl/[0-9]" and cf.bot_management.score lt 30
`,
    {
      context: { plan: "free" },
      text: `
http.user_agent matches "curl/[0-9]"
                ^^^^^^^ warning: 'matches' requires the Business plan or above, but this zone is on 'free'.
`,
    },
  ],
};

interface Offer {
  readonly span: Span;
  readonly plan?: Plan;
  readonly addOn?: AddOn;
  readonly standing?: Standing;
}

/** The plan that the node requires, from the catalog. */
function offerOf(node: Node): Offer | undefined {
  switch (node.kind) {
    case "field":
      return { ...node.definition, span: node };
    case "call":
      return { ...node.definition, span: node.callee };
    case "operator":
      return { ...comparisonBySpelling(node.name), span: node };
    default:
      return undefined;
  }
}

function compare(offer: Offer, plan: Plan, { text }: Document, report: Report): void {
  // Unverified names are not certain enough to report.
  if (!offer.plan || offer.standing === "unverified" || planCovers(plan, offer.plan)) return;
  const written = shorten(text.slice(offer.span.start, offer.span.end));
  const phrase = planPhrase(offer.plan, offer.addOn);
  report(offer.span, `${written} requires ${phrase}, but this zone is on '${plan}'.`);
}
