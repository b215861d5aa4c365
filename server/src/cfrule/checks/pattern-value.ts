import { type Fix, likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { type Edit, replace } from "../../text/edit.ts";
import { cut, shorten } from "../../text/shorten.ts";
import { type PatternText, patternText } from "../patterns/pattern-texts.ts";
import { readRegex } from "../regex/syntax/read.ts";
import { oneForEach, type Replacement } from "../rewrite/alternatives.ts";
import { quote } from "../syntax/recovery/wrong-value.ts";
import type { StringLiteral } from "../syntax/tree.ts";
import { readWildcard } from "../syntax/wildcard.ts";
import { replaceByWord } from "../syntax/word-edits.ts";
import { rawString, rewriteString } from "../values/spelling.ts";
import { invalidShape } from "../values/value-shapes.ts";
import { type ValueUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const patternValue: RuleCheck<"rule"> = {
  code: "pattern-value",
  severity: "warning",
  summary: "A pattern is compared as plain text.",
  why: 'Only `matches` supports regular expressions, and only `wildcard` treats `*` as a wildcard. All other operators compare the string literally, so `contains "curl|wget"` looks for a `|` in the value.',
  on: "rule",
  run(rule, report) {
    let found = 0;
    for (const use of valueFacts(rule).uses) {
      for (const literal of use.texts) {
        const pattern = patternText(literal.value, use.how, use.tested);
        if (!pattern || hasInvalidShape(literal, use, pattern)) continue;
        const { advice, fixes } = replacementFor(literal, use, pattern, rule.text);
        report(literal, `${meaning(literal, use, pattern)} ${advice}`, { fixes });
        if (++found === maxDiagnostics) return;
      }
    }
  },
  examples: `
http.user_agent contains "curl|wget"
                         ^^^^^^^^^^^ warning: 'contains' compares 'curl|wget' as plain text, including '|'. Use one 'contains' per value, joined by 'or'.
=>
(http.user_agent contains "curl" or http.user_agent contains "wget")
---
http.user_agent contains "(?i)bot"
                         ^^^^^^^^^ warning: 'contains' compares '(?i)bot' as plain text, not as a regex. Use 'matches'.
=>
http.user_agent matches "(?i)bot"
---
http.user_agent eq "*bot*"
                   ^^^^^^^ warning: 'eq' compares '*bot*' as plain text, including '*'. Use 'wildcard'.
=>
http.user_agent wildcard "*bot*"
---
http.request.uri.path contains "/wp-*"
                               ^^^^^^^ warning: 'contains' compares '/wp-*' as plain text, including '*'. Remove it, or use 'wildcard'.
=>
http.request.uri.path contains "/wp-"
---
http.host wildcard "*.(com|net)"
                   ^^^^^^^^^^^^^ warning: 'wildcard' compares '*.(com|net)' as plain text except for '*', not as a regex. Use one 'wildcard' for each case, joined by 'or', or 'matches'.
---
http.host wildcard "*.{com,net}"
                   ^^^^^^^^^^^^^ warning: 'wildcard' compares '*.{com,net}' as plain text, including '{'. Use one 'wildcard' per value, joined by 'or'.
=>
(http.host wildcard "*.com" or http.host wildcard "*.net")
---
http.user_agent wildcard "%bot%"
                         ^^^^^^^ warning: 'wildcard' has no '%', so '%bot%' is compared as plain text. Use wildcard "*bot*".
=>
http.user_agent wildcard "*bot*"
---
http.request.uri.path contains "^/admin"
                               ^^^^^^^^^ warning: 'contains' compares '^/admin' as plain text, not as a regex. Use 'starts_with'.
---
http.user_agent contains "^curl" or http.user_agent eq "curl/*"
                         ^^^^^^^ warning: 'contains' compares '^curl' as plain text, not as a regex. Use 'starts_with'.
                                                       ^^^^^^^^ warning: 'eq' compares 'curl/*' as plain text, including '*'. Use 'wildcard'.
---
http.user_agent contains "(compatible; bot/2.1; +https://bot.example/)" or http.user_agent wildcard "curl/7.*"
---
any(http.request.headers["accept"][*] contains "text/*") or http.request.uri.query contains "/**/" or http.host wildcard "www.example.*"
---
http.request.uri.path contains "/$metadata" or http.request.uri.query contains "$" or http.request.body.raw contains "| sh" or http.user_agent contains "^"
`,
};

/** An impossible format is reported first, the star after that. */
function hasInvalidShape(
  literal: StringLiteral,
  { how, tested }: ValueUse,
  { kind }: PatternText,
): boolean {
  if (kind !== "glob" || !tested) return false;
  return invalidShape(literal.value, how, tested) !== undefined;
}

function meaning({ value }: StringLiteral, use: ValueUse, { kind }: PatternText): string {
  const operator = use.node.kind === "comparison" ? use.node.operator.name : use.node.name;
  const compares = `'${operator}' compares ${shorten(value)} as plain text`;
  if (kind === "alternatives")
    return `${compares}, including '${value.includes("{") ? "{" : "|"}'.`;
  if (kind === "glob") return `${compares}, including '*'.`;
  if (kind === "sql")
    return `'${operator}' has no '%', so ${shorten(value)} is compared as plain text.`;
  return isWildcard(use)
    ? `${compares} except for '*', not as a regex.`
    : `${compares}, not as a regex.`;
}

function replacementFor(
  literal: StringLiteral,
  use: ValueUse,
  pattern: PatternText,
  text: string,
): Replacement {
  switch (pattern.kind) {
    case "alternatives":
      return oneForEach(literal, use, pattern.words, text);
    case "glob":
      return asWildcard(literal, use, text);
    case "sql":
      return asSqlPattern(literal, use, text);
    default:
      return asRegex(literal, use, text);
  }
}

function asWildcard(literal: StringLiteral, use: ValueUse, text: string): Replacement {
  const trimmed = literal.value.replace(/^\*|\*$/g, "");
  if (use.how !== "equal" && trimmed !== "" && !trimmed.includes("*")) {
    const edits = [replace(literal, rewriteString(literal, trimmed, text))];
    return {
      advice: "Remove it, or use 'wildcard'.",
      fixes: [fixOf(`Use ${shorten(trimmed)}`, edits)],
    };
  }
  const { node } = use;
  const advice = "Use 'wildcard'.";
  // Two stars in a row and backslashes differ in a pattern, and a single star matches every path.
  const isPattern = !/\*\*|\\|^\/?\*$/.test(literal.value);
  if (node.kind !== "comparison" || node.operator.name !== "eq" || !isPattern)
    return { advice, fixes: [] };
  return {
    advice,
    fixes: [fixOf("Use 'wildcard'", [replaceByWord(text, node.operator, "wildcard")])],
  };
}

function asSqlPattern(literal: StringLiteral, use: ValueUse, text: string): Replacement {
  const suggested = literal.value.replace(/^%|%$/g, "*");
  const advice = `Use wildcard ${cut(quote(suggested))}.`;
  const { node } = use;
  const isSet = use.set !== undefined || node.kind !== "comparison" || node.operator.name === "ne";
  if (isSet || readWildcard(suggested).problems.length > 0) return { advice, fixes: [] };
  const edits: Edit[] = [replace(literal, quote(suggested))];
  if (!isWildcard(use)) edits.push(replaceByWord(text, node.operator, "wildcard"));
  return { advice, fixes: [fixOf(`Use wildcard ${cut(quote(suggested))}`, edits)] };
}

function asRegex(literal: StringLiteral, use: ValueUse, text: string): Replacement {
  const { node, how } = use;
  const { value } = literal;
  if (isWildcard(use)) return asPlainWildcard(literal, text);
  const isPlain = !/[\\()[\]+?|*]/.test(value);
  if (how === "part" && isPlain) {
    const name = value.startsWith("^") ? (value.endsWith("$") ? "eq" : "starts_with") : "ends_with";
    return { advice: `Use '${name}'.`, fixes: [] };
  }
  const advice = "Use 'matches'.";
  const isOne = node.kind === "comparison" && !use.set && node.operator.name !== "ne";
  if (!isOne || readRegex(value).problems.length > 0) return { advice, fixes: [] };
  const whole = how === "equal" && !/^\^|\$$/.test(value) ? `^(?:${value})$` : value;
  const written = /["\\]/.test(whole) ? rawString(whole) : quote(whole);
  const edits = [replaceByWord(text, node.operator, "matches"), replace(literal, written)];
  return { advice, fixes: [fixOf(`Use matches ${cut(written)}`, edits)] };
}

/** `bot.*` is `bot*` as a wildcard; other patterns have no such form. */
function asPlainWildcard(literal: StringLiteral, text: string): Replacement {
  const suggested = literal.value.replace(/\.[*+]/g, "*");
  if (suggested === literal.value || /[()[\]|^$\\]/.test(suggested)) {
    return { advice: "Use one 'wildcard' for each case, joined by 'or', or 'matches'.", fixes: [] };
  }
  const edits = [replace(literal, rewriteString(literal, suggested, text))];
  return {
    advice: `Use ${shorten(suggested)}.`,
    fixes: [fixOf(`Use ${shorten(suggested)}`, edits)],
  };
}

/** The text is valid as written, so every fix is a guess. */
function fixOf(title: string, edits: readonly Edit[]): Fix {
  return likelyFix(title, edits);
}

function isWildcard({ how }: ValueUse): boolean {
  return how === "wildcard" || how === "strict wildcard";
}
