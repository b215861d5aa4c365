import type { Report } from "../../core/check.ts";
import { likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { counterpart, isRaw } from "../catalog/fields.ts";
import type { RegexLiteral, StringLiteral } from "../syntax/tree.ts";
import { type ValueUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const percentEscape: RuleCheck<"rule"> = {
  code: "percent-escape",
  severity: "info",
  summary: "A percent escape is compared with a field where it is already decoded.",
  why: "Normalization, which is on by default, decodes letters, digits and `-`, `.`, `_`, `~` in the path before rules run, so `%2e` never appears there; other escapes, such as `%2F` and `%20`, are kept. The `raw` fields contain what the client sent.",
  on: "rule",
  run(rule, report) {
    // Cheap test first: few texts have a percent sign, or a backslash that may be an escaped one.
    if (!rule.text.includes("%") && !rule.text.includes("\\")) return;
    const { uses, regexes } = valueFacts(rule);
    for (const use of uses) {
      if (!isNormalized(use)) continue;
      for (const literal of use.texts) {
        // Cheap test first: few values have an escape.
        if (unreserved(pathOf(literal.value))) reportEscape(literal, use, rule.text, report);
      }
    }
    for (const { use, literal } of regexes) {
      if (isNormalized(use) && unreserved(literal.pattern))
        reportEscape(literal, use, rule.text, report);
    }
  },
  examples: `
http.request.uri.path contains "/%2e%2e/"
                                 ^^^ info: '%2e' is decoded to '.' before 'http.request.uri.path' is compared. Use 'raw.http.request.uri.path'.
=>
raw.http.request.uri.path contains "/%2e%2e/"
---
http.request.uri.path contains "%2F" or http.request.uri.query contains "%41" or http.request.uri contains "/a?b=%42"
`,
};

function isNormalized({ tested }: ValueUse): boolean {
  const field = tested?.field;
  if (field?.shape !== "path" && field?.shape !== "uri" && field?.shape !== "full uri")
    return false;
  return !isRaw(field);
}

/** The part before the query, which the service does not decode. */
function pathOf(text: string): string {
  const mark = text.indexOf("?");
  return mark === -1 ? text : text.slice(0, mark);
}

/** An escape of an unreserved character: a letter, a digit or one of four symbols. */
function unreserved(text: string): string | undefined {
  if (!text.includes("%")) return undefined;
  for (const [sign] of text.matchAll(/%[2-7][0-9A-Fa-f]/g)) {
    if (/[\w.~-]/.test(decoded(sign))) return sign;
  }
  return undefined;
}

function decoded(sign: string): string {
  return String.fromCharCode(Number.parseInt(sign.slice(1), 16));
}

function reportEscape(
  literal: StringLiteral | RegexLiteral,
  { tested }: ValueUse,
  text: string,
  report: Report,
): void {
  const sign = unreserved(literal.kind === "regex" ? literal.pattern : literal.value);
  const raw = tested && counterpart(tested.field);
  if (!sign || !raw) return;
  const at = text.indexOf(sign, literal.start);
  const span = at === -1 || at >= literal.end ? literal : { start: at, end: at + sign.length };
  const problem = `'${sign}' is decoded to '${decoded(sign)}' before '${tested.field.name}' is compared.`;
  const useRaw = likelyFix(`Use '${raw.name}'`, [replace(tested.node, raw.name)]);
  report(span, `${problem} Use '${raw.name}'.`, { fixes: [useRaw] });
}
