import type { Report } from "../../core/check.ts";
import { kept } from "../../core/solver/kept.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { isListName, listKindOf, listKinds } from "../catalog/lists.ts";
import { type Type, typeName } from "../catalog/type.ts";
import type { ListReference, Operand } from "../syntax/tree.ts";
import type { RuleCheck, Scope } from "./check.ts";

export const listKind: RuleCheck<"comparison"> = {
  code: "list-kind",
  severity: "error",
  summary: "The list contains a different type than the field.",
  why: "A list contains IP addresses, hostnames or AS numbers. Lists of IP addresses work with any field of that type; lists of hostnames are intended for `http.host`, and lists of AS numbers for `ip.src.asnum`. The kind of your own lists is known if `lists` in `weir.json` sets it. Otherwise an unusual field only gets a hint, but one list cannot match two fields of different types.",
  on: "comparison",
  run({ left, right }, report, scope) {
    if (right.kind !== "list" || !left.type) return;
    const known = listKindOf(right.name, scope.context);
    if (!known) {
      if (!otherKind(left.type, right, report, scope)) ownList(left, right, report, scope);
      return;
    }
    const { holds, noun } = listKinds[known];
    if (left.type.kind === holds) return;
    const written = shorten(scope.text.slice(left.start, left.end));
    report(
      right,
      `'$${right.name}' contains ${noun}, but ${written} is ${named(typeName(left.type))}.`,
    );
  },
  examples: [
    `
http.host in $cf.malware
             ^^^^^^^^^^^ error: '$cf.malware' contains IP addresses, but 'http.host' is a String.
`,
    {
      context: { lists: ["office_ips"], listKinds: { office_ips: "ip" } },
      text: `
lower(http.host) in $office_ips
                    ^^^^^^^^^^^ error: '$office_ips' contains IP addresses, but 'lower(http.host)' is a String.
`,
    },
    `
http.user_agent in $bad_agents
                   ^^^^^^^^^^^ hint: Lists of hostnames are intended for 'http.host'; there are no lists of other strings.
---
ip.src in $office or http.host in $office
                                  ^^^^^^^ warning: '$office' is compared with an IP address earlier and with a String here, but a list has one type. Use a different list in one place.
---
ip.src in $cf.malware or http.host in $shops or ip.src.asnum in $clouds
`,
  ],
};

/** The first use of each custom list, with the type it is compared with. */
type Uses = Map<string, { readonly kind: Type["kind"]; readonly list: ListReference }>;

function usesIn({ computed }: Scope["parsed"]): Uses {
  return kept(computed, usesIn, (): Uses => new Map()) as Uses;
}

/** Reports a list that is compared with two types. */
function otherKind(
  { kind }: Type,
  list: ListReference,
  report: Report,
  { parsed }: Scope,
): boolean {
  if (!(kind === "IP" || kind === "String" || kind === "Integer")) return false;
  const uses = usesIn(parsed);
  const first = uses.get(list.name);
  if (!first) {
    uses.set(list.name, { kind, list });
    return false;
  }
  if (first.kind === kind) return false;
  const [before, here] = [first.kind, kind].map((it) =>
    it === "IP" ? "an IP address" : named(it),
  );
  report(
    list,
    `${shorten(`$${list.name}`)} is compared with ${before} earlier and with ${here} here, but a list has one type. Use a different list in one place.`,
    {
      severity: "warning",
      related: [{ ...place(first.list), message: "Other use." }],
    },
  );
  return true;
}

function place({ start, end }: ListReference): Span {
  return { start, end };
}

/** Further fields that lists are used with. */
const alsoUsed = new Set(["http.request.full_uri", "ip.geoip.asnum"]);

/** A custom list can be of any kind, but only some fields are documented for lists. */
function ownList(left: Operand, list: ListReference, report: Report, { text }: Scope): void {
  const kind = Object.values(listKinds).find((it) => it.holds === left.type?.kind);
  if (!kind || !("field" in kind) || !isListName(list.name)) return;
  const written = text.slice(left.start, left.end);
  if (written.includes(kind.field) || alsoUsed.has(written)) return;
  const others = kind.holds === "String" ? "strings" : "numbers";
  report(
    list,
    `Lists of ${kind.noun} are intended for '${kind.field}'; there are no lists of other ${others}.`,
    { severity: "hint" },
  );
}

function named(type: string): string {
  return /^[AEIOU]/.test(type) ? `an ${type}` : `a ${type}`;
}
