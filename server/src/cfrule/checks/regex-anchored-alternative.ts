import { likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { regexSpan } from "../patterns/regex-places.ts";
import type { Alternation, RegexNode } from "../regex/syntax/tree.ts";
import { sequenceOf } from "../regex/syntax/walk.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const regexAnchoredAlternative: RuleCheck<"regexes"> = {
  code: "regex-anchored-alternative",
  severity: "hint",
  summary: "`^` or `$` applies to one alternative only.",
  why: "In `^/admin|/login$` the `^` belongs to `/admin` and the `$` to `/login`, so the regex also matches `/admins` and `/shop/login`. Use `^(?:/admin|/login)$`. It is reported if the alternatives look alike: each starts with `/`, or with a letter or digit.",
  on: "regexes",
  run(rule, report) {
    for (const { literal, root } of valueFacts(rule).regexes) {
      if (root.kind !== "alternation") continue;
      const found = halfAnchored(root);
      if (!found) continue;
      const { start, end } = found;
      const pattern = `${start ? "^" : ""}(?:${bare(literal.pattern, found)})${end ? "$" : ""}`;
      const span = regexSpan(rule.text, literal, root);
      const isPlain = rule.text.slice(span.start, span.end) === literal.pattern;
      const fix = likelyFix("Anchor all alternatives", [replace(span, pattern)]);
      report(literal, `${sentence(literal.pattern, root, found)} Use ${shorten(pattern)}.`, {
        fixes: isPlain ? [fix] : [],
      });
    }
  },
  examples: `
http.request.uri.path matches "^/admin|/login$"
                              ^^^^^^^^^^^^^^^^^ hint: '^' applies to '/admin' only, and '$' to '/login' only. Use '^(?:/admin|/login)$'.
=>
http.request.uri.path matches "^(?:/admin|/login)$"
---
http.request.uri.path matches "^/api/|/internal/|/debug/"
                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint: '^' applies to '/api/' only. Use '^(?:/api/|/internal/|/debug/)'.
=>
http.request.uri.path matches "^(?:/api/|/internal/|/debug/)"
---
http.request.uri.path matches r"^/static/|\\.(?:png|jpg)$" or http.request.uri.path matches "^/admin|^/login" or http.user_agent matches "^(?:curl|wget)/"
`,
};

/** Whether only the first alternative starts with `^`, or only the last ends with `$`. */
interface HalfAnchored {
  readonly start: boolean;
  readonly end: boolean;
}

function halfAnchored({ branches }: Alternation): HalfAnchored | undefined {
  const starts = branches.map((it) => isAnchor(sequenceOf(it)[0], "line-start"));
  const ends = branches.map((it) => isAnchor(sequenceOf(it).at(-1), "line-end"));
  const start = starts[0] === true && !starts.slice(1).includes(true);
  const end = ends.at(-1) === true && !ends.slice(0, -1).includes(true);
  if ((!start && !end) || (!start && starts.includes(true)) || (!end && ends.includes(true)))
    return undefined;
  const kinds = new Set(branches.map((it, i) => kindOf(sequenceOf(it)[starts[i] ? 1 : 0])));
  return kinds.size === 1 && !kinds.has(undefined) ? { start, end } : undefined;
}

function isAnchor(node: RegexNode | undefined, place: "line-start" | "line-end"): boolean {
  return node?.kind === "assertion" && node.place === place;
}

function kindOf(node: RegexNode | undefined): "slash" | "word" | undefined {
  if (node?.kind !== "literal") return undefined;
  const character = String.fromCodePoint(node.code);
  if (character === "/") return "slash";
  return /[a-z0-9]/i.test(character) ? "word" : undefined;
}

function bare(pattern: string, { start, end }: HalfAnchored): string {
  return pattern.slice(start ? 1 : 0, end ? -1 : undefined);
}

function sentence(
  pattern: string,
  { branches }: Alternation,
  { start, end }: HalfAnchored,
): string {
  const [first, last] = [branches[0], branches.at(-1)].map(
    (it) => it && shorten(pattern.slice(it.start, it.end).replace(/^\^|\$$/g, "")),
  );
  if (start && end) return `'^' applies to ${first} only, and '$' to ${last} only.`;
  return start ? `'^' applies to ${first} only.` : `'$' applies to ${last} only.`;
}
