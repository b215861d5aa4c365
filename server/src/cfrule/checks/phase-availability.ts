import { alternatives } from "../../text/wording.ts";
import { type Availability, type Unavailable, unavailableIn } from "../catalog/availability.ts";
import type { Phase } from "../catalog/phases.ts";
import type { Standing } from "../catalog/plans.ts";
import { eachNode } from "../syntax/children.ts";
import type { RuleCheck } from "./check.ts";

export const phaseAvailability: RuleCheck<"rule"> = {
  code: "phase-availability",
  severity: "warning",
  summary: "A field or function is not available in the rule's phase.",
  why: "Each phase runs at its own step: before the response, where the request body is not read, or on packets, which have no HTTP fields. This is checked only if `# @phase` names the phase. It is a warning, because the service changes phases from time to time.",
  on: "rule",
  run(rule, report) {
    const { phase } = rule;
    if (!phase) return;
    eachNode(rule.parsed.root, (node) => {
      const offer = node.kind === "field" || node.kind === "call" ? node.definition : undefined;
      if (!offer || offer.standing === "unverified") return;
      const reason = unavailableIn(offer, phase);
      if (reason) report(node.kind === "call" ? node.callee : node, reasons[reason](offer, phase));
    });
  },
  examples: `
# @phase http_request_transform
http.response.code eq 404 and lookup_json_string(http.request.body.raw, "user") eq "admin"
^^^^^^^^^^^^^^^^^^ warning: 'http.response.code' is not available in 'http_request_transform', which runs before the response.
                                                 ^^^^^^^^^^^^^^^^^^^^^ warning: 'http.request.body.raw' is not available in 'http_request_transform', which does not read the request body.
---
# @phase http_request_origin
cidr(ip.src, 24, 48) eq 192.0.2.0
^^^^ warning: 'cidr' is not available in 'http_request_origin', only in 'http_request_firewall_custom' or 'http_ratelimit'.
---
# @phase magic_transit
ip.src in {192.0.2.0/24} and http.host eq "shop.example.com"
                             ^^^^^^^^^ warning: 'http.host' belongs to an HTTP request, but 'magic_transit' looks at packets. Use a packet field, such as 'ip.src' or 'tcp.dstport'.
---
# @phase magic_transit
ip.src.country eq "PT" and cf.colo.name eq "lis01" and tcp.dstport eq 22
---
# @phase http_response_headers_transform
http.response.code eq 404
`,
};

interface Offer extends Availability {
  readonly name: string;
  readonly standing?: Standing;
}

const reasons: Readonly<Record<Unavailable, (offer: Offer, phase: Phase) => string>> = {
  request: ({ name }, phase) =>
    `'${name}' belongs to an HTTP request, but '${phase.name}' looks at packets. Use a packet field, such as 'ip.src' or 'tcp.dstport'.`,
  response: ({ name }, phase) =>
    `'${name}' is not available in '${phase.name}', which runs before the response.`,
  body: ({ name }, phase) =>
    `'${name}' is not available in '${phase.name}', which does not read the request body.`,
  product: ({ name }) => `'${name}' is only available in load balancer rules, which have no phase.`,
  phase: ({ name, phases = [] }, phase) =>
    `'${name}' is not available in '${phase.name}', only in ${alternatives(phases)}.`,
};
