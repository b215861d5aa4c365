import type { Fix } from "../../core/diagnostic.ts";
import type { Member, Settled, Superfluous } from "../logic/facts.ts";
import { factsOf } from "../logic/facts-of.ts";
import { joinerOf, known, quoted, related } from "../logic/wording.ts";
import { removeOperand } from "../rewrite/remove.ts";
import type { Source } from "../rewrite/source.ts";
import type { RuleCheck } from "./check.ts";

export const redundantCondition: RuleCheck<"rule"> = {
  code: "redundant-condition",
  severity: "warning",
  summary: "A condition changes nothing, because another one says as much.",
  why: "In an `and` the narrower of two conditions decides, and in an `or` the wider one. The other is often a sign that the joiner or a value is not what was meant.",
  on: "rule",
  run(rule, report) {
    const { implied, settled } = factsOf(rule);
    for (const it of implied) {
      report(it.member.node, message(rule.text, it), {
        fixes: removal(rule.parsed, it.member),
        related: related([it.beside]),
        look: "unnecessary",
      });
    }
    for (const it of settled) {
      if (it.truth !== "always") continue;
      report(it.member.node, settledMessage(rule.text, it), {
        related: related([it.by]),
        severity: "info",
      });
    }
  },
  examples: [
    {
      text: `
http.response.code ge 400 and http.response.code eq 500
^^^^^^^^^^^^^^^^^^^^^^^^^ warning: In this 'and' 'http.response.code ge 400' changes nothing beside 'http.response.code eq 500'. Remove it, or change one of the two.
`,
      fixed: `
http.response.code eq 500
`,
    },
    {
      text: `
starts_with(http.request.uri.path, "/api") or starts_with(http.request.uri.path, "/api/v2")
                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: In this 'or' 'starts_with(http.request.uri.path, "/api/v2")' changes nothing beside 'starts_with(http.request.uri.path, "/api")'. Remove it, or change one of the two.
`,
      fixed: `
starts_with(http.request.uri.path, "/api")
`,
    },
    {
      text: `
ip.src in {192.0.2.0/24} and (ip.src in {192.0.0.0/16} or ssl)
                              ^^^^^^^^^^^^^^^^^^^^^^^^ info: This is looked at only when 'ip.src in {192.0.2.0/24}' is true, so it is always true. Change or remove it.
`,
    },
    {
      text: `
not http.request.headers["x-a"][0] eq "b" and http.request.headers["x-a"][0] ne "b"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint: This is true as well when 'http.request.headers["x-a"][0]' is missing. Add 'has_key(…) and' to leave such requests out, or 'not has_key(…) or' to show that they are meant.
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: In this 'and' 'not http.request.headers["x-a"][0] eq "b"' changes nothing beside 'http.request.headers["x-a"][0] ne "b"'. Remove it, or change one of the two.
                                                                             ^^ info: When 'http.request.headers["x-a"][0]' is missing, 'ne' is false by the service's pages and true in the engine. Add 'has_key(…) and' to leave such requests out, or 'not has_key(…) or' to take them in.
`,
    },
  ],
};

function message(text: string, { member, beside }: Superfluous): string {
  const joiner = member.home ? joinerOf(member.home) : "";
  return `In this ${joiner} ${quoted(text, member.node)} changes nothing beside ${quoted(text, beside.node)}. Remove it, or change one of the two.`;
}

function settledMessage(text: string, { by }: Settled): string {
  return `This is looked at only when ${known(text, by)}, so it is always true. Change or remove it.`;
}

function removal(source: Source, { owner }: Member): readonly Fix[] {
  const edits = owner ? removeOperand(source, owner) : [];
  return edits.length > 0 ? [{ title: "Remove the condition", edits }] : [];
}
