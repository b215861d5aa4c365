import type { Span } from "../../text/span.ts";
import { alternatives } from "../../text/wording.ts";
import { type Availability, type Unavailable, unavailableIn } from "../catalogue/availability.ts";
import type { Phase } from "../catalogue/phases.ts";
import type { Standing } from "../catalogue/standing.ts";
import { eachNode } from "../syntax/children.ts";
import type { Node } from "../syntax/tree.ts";
import type { RuleCheck } from "./check.ts";

export const phaseAvailability: RuleCheck<"rule"> = {
  code: "phase-availability",
  severity: "warning",
  summary: "A field or function does not exist in the phase of the rule.",
  why: "Each phase runs at its own step: before there is a response, or where the body of the request is not read. This is found only when `# @phase` names the phase. The service adds phases now and then, which is why it is no error.",
  on: "rule",
  run(rule, report) {
    const { phase } = rule;
    if (!phase) return;
    eachNode(rule.parsed.root, (node) => {
      const offer = offerOf(node);
      if (!offer || offer.standing === "unverified") return;
      const reason = unavailableIn(offer, phase);
      if (reason) report(offer.span, reasons[reason](offer, phase));
    });
  },
  examples: [
    {
      text: `
# @phase http_request_transform
http.response.code eq 404 and lookup_json_string(http.request.body.raw, "user") eq "admin"
^^^^^^^^^^^^^^^^^^ warning: 'http.response.code' belongs to the response, and rules of 'http_request_transform' run before there is one.
                                                 ^^^^^^^^^^^^^^^^^^^^^ warning: 'http.request.body.raw' needs the body of the request, which rules of 'http_request_transform' do not see.
`,
    },
    {
      text: `
# @phase http_request_origin
cidr(ip.src, 24, 48) eq 192.0.2.0
^^^^ warning: 'cidr' is not in the phase 'http_request_origin', only in 'http_request_firewall_custom' or 'http_ratelimit'.
`,
    },
    {
      text: `
# @phase http_response_headers_transform
http.response.code eq 404
`,
    },
  ],
};

interface Offer extends Availability {
  readonly name: string;
  readonly span: Span;
  readonly standing?: Standing;
}

function offerOf(node: Node): Offer | undefined {
  if (node.kind === "field") return node.definition && { ...node.definition, span: node };
  if (node.kind !== "call" || !node.definition) return undefined;
  return { ...node.definition, span: node.callee };
}

const reasons: Readonly<Record<Unavailable, (offer: Offer, phase: Phase) => string>> = {
  response: ({ name }, phase) =>
    `'${name}' belongs to the response, and rules of '${phase.name}' run before there is one.`,
  body: ({ name }, phase) =>
    `'${name}' needs the body of the request, which rules of '${phase.name}' do not see.`,
  product: ({ name }) => `'${name}' is for the rules of load balancers, which are in no phase.`,
  phase: ({ name, phases = [] }, phase) =>
    `'${name}' is not in the phase '${phase.name}', only in ${alternatives(phases)}.`,
};
