import type { Report } from "../../core/check.ts";
import { positionNames, readPosition } from "../../core/configuration/position.ts";
import { type Fix, likelyFix, safeFix } from "../../core/diagnostic.ts";
import { remove, replace } from "../../text/edit.ts";
import { firstLineBreak } from "../../text/lines.ts";
import { shorten } from "../../text/shorten.ts";
import { ruleProducts } from "../catalog/actions.ts";
import {
  commentIn,
  directivesOf,
  directivesToCheck,
  markBefore,
  reportUnknownWord,
} from "../directives/directive-words.ts";
import { checkSkip } from "../directives/skip-parameters.ts";
import type { Directive } from "../syntax/directives.ts";
import type { RuleCheck } from "./check.ts";

export const directiveValue: RuleCheck<"comments"> = {
  code: "directive-value",
  severity: "error",
  summary: "Invalid directive value.",
  why: "Directives are pushed with the rule, so an invalid value prevents the push. The value follows the name after a space, with nothing after it.",
  on: "comments",
  run({ parsed, text }, report) {
    if (parsed.directives.length === 0) return;
    for (const directive of directivesToCheck(parsed)) checkDirective(directive, text, report);
    checkPositions(directivesToCheck(parsed), report);
    checkSkip(directivesOf(parsed, "skip"), report);
  },
  examples: `
# @action
  ^^^^^^^ error: '@action' needs a value, as in '# @action block'.
# @priority high
            ^^^^ error: '@priority' needs an integer, found 'high'.
# @paused yes
          ^^^ error: '@paused' needs 'true' or 'false', found 'yes'. Use 'true'.
http.request.uri.path eq "/login"
=>
# @action
# @priority high
# @paused true
http.request.uri.path eq "/login"
---
# @action skip
# @products WAF, rateLimit
            ^^^ error: Unknown product 'WAF'. Did you mean 'waf'?
# @skip current
        ^^^^^^^ error: '@skip' needs name=value, as in 'ruleset=current', found 'current'.
http.request.uri.path eq "/health"
=>
# @action skip
# @products waf, rateLimit
# @skip current
http.request.uri.path eq "/health"
---
# @action: block
         ^ error: Unexpected ':' after '@action'. Use '# @action block'.
# @priority -5
            ^^ error: '@priority' cannot be negative, found '-5'.
http.request.uri.path eq "/login"
=>
# @action block
# @priority -5
http.request.uri.path eq "/login"
---
# @action block # for now
                ^^^^^^^^^ error: '@action' cannot have a comment after its value. Move the comment to its own line.
# @value false
         ^^^^^ error: '@value' takes no value, found 'false'. Remove the line, or the value.
lower(http.host)
=>
# @action block
# for now
# @value false
lower(http.host)
---
# @action skip
# @skip ruleset=currnet phases=http_ratelimt
                ^^^^^^^ error: Unknown ruleset 'currnet'. Did you mean 'current'?
                               ^^^^^^^^^^^^^ error: Unknown phase 'http_ratelimt'. Did you mean 'http_ratelimit'?
# @skip {"rulesets": ["efb7b8c949ac4650a09736fc376e9aee"]}
          ^^^^^^^^ error: 'rulesets' cannot be combined with 'ruleset'. Remove one.
http.request.uri.path eq "/health"
---
# @position middle
            ^^^^^^ error: '@position' needs 'first', 'last' or a number from 1, found 'middle'.
# @after office-logins
  ^^^^^^ error: '@after' conflicts with '@position'. Keep one of them.
http.request.uri.path eq "/health"
---
# @before a, b
          ^^^^ error: '@before' needs one rule, found 'a, b'.
http.request.uri.path eq "/health"
---
# @position 3
http.request.uri.path eq "/health"
---
# @action skip
# @products waf, rateLimit
# @skip phases=http_ratelimit,http_request_sbfm
# @priority 10
# @paused
http.request.uri.path eq "/health"
`,
};

/** Example values of directives that need one. */
const examples: Readonly<Record<string, string>> = {
  action: "block",
  description: "Logins from outside the office",
  phase: "http_request_firewall_custom",
  plan: "business",
  before: "office-logins",
  after: "office-logins",
  position: "first",
  priority: "10",
  products: "waf, rateLimit",
  ref: "office-logins",
  skip: "ruleset=current",
};

function checkDirective(directive: Directive, text: string, report: Report): void {
  const { name, nameSpan, value, valueSpan } = directive;
  if (name === "value") noValue(directive, report);
  const example = Object.hasOwn(examples, name) ? examples[name] : undefined;
  if (!example && name !== "paused") return;
  const mark = markBefore(text.slice(valueSpan.start, valueSpan.end));
  if (mark !== undefined) marked(directive, mark, report);
  else if (value === "" || (name === "products" && !/[^\s,]/.test(value))) {
    const span = { start: nameSpan.start - 1, end: nameSpan.end };
    if (!example) return;
    report(span, `'@${name}' needs a value, as in '# @${name} ${example}'.`);
  } else if (isWords(name) && commentIn(value) !== undefined) commented(directive, text, report);
  else if (name === "priority") priority(directive, report);
  else if (name === "position") position(directive, report);
  else if (name === "before" || name === "after") oneRule(directive, report);
  else if (name === "paused") flag({ value, valueSpan }, report);
  else if (name === "products") eachProduct(directive, report);
}

/** The other directives accept any text. */
function isWords(name: string): boolean {
  return name !== "description" && name !== "ref";
}

function marked({ name, nameSpan, value, valueSpan }: Directive, mark: string, report: Report) {
  const rest = value.slice(mark.length);
  const sign = mark.charAt(0);
  const span = { start: valueSpan.start, end: valueSpan.start + 1 };
  const gap = { start: nameSpan.end, end: valueSpan.start + mark.length };
  const edits = [replace(gap, rest === "" ? "" : " ")];
  const written = `# @${name} ${rest}`.trimEnd();
  report(span, `Unexpected '${sign}' after '@${name}'. Use ${shorten(written)}.`, {
    fixes: [safeFix(`Remove the '${sign}'`, edits)],
  });
}

function commented({ name, value, valueSpan }: Directive, text: string, report: Report): void {
  const at = commentIn(value) ?? 0;
  const start = valueSpan.start + at;
  const comment = value.slice(at).trimStart();
  const gap = { start, end: valueSpan.end };
  const line = comment.startsWith("#") ? comment : `# ${comment.replace(/^\/+\s*/, "")}`;
  const edits = [replace(gap, `${firstLineBreak(text)}${line}`)];
  const fix = safeFix("Move the comment to its own line", edits);
  // On its own line it would become a directive.
  const isDirective = /^#[ \t]*@/.test(line);
  report(
    { start: valueSpan.end - comment.length, end: valueSpan.end },
    `'@${name}' cannot have a comment after its value. Move the comment to its own line.`,
    { fixes: [isDirective ? { ...fix, guess: true } : fix] },
  );
}

/** Reports a value after `@value`, which is ignored. */
function noValue({ nameSpan, value, valueSpan }: Directive, report: Report): void {
  if (value === "") return;
  const edits = [remove({ start: nameSpan.end, end: valueSpan.end })];
  report(
    valueSpan,
    `'@value' takes no value, found ${shorten(value)}. Remove the line, or the value.`,
    { fixes: [likelyFix("Remove the value", edits)] },
  );
}

function priority({ value, valueSpan }: Directive, report: Report): void {
  if (/^\d{1,10}$/.test(value)) return;
  const needs = /^-\d+$/.test(value) ? "cannot be negative" : "needs an integer";
  report(valueSpan, `'@priority' ${needs}, found ${shorten(value)}.`);
}

function position({ value, valueSpan }: Directive, report: Report): void {
  if (readPosition("position", value)) return;
  const lower = value.toLowerCase();
  const suggested =
    value === "0" || lower === "top" ? "first" : lower === "bottom" ? "last" : lower;
  const fixes: Fix[] =
    suggested === "first" || suggested === "last"
      ? [safeFix(`Use '${suggested}'`, [replace(valueSpan, suggested)])]
      : [];
  report(
    valueSpan,
    `'@position' needs 'first', 'last' or a number from 1, found ${shorten(value)}.`,
    { fixes },
  );
}

function oneRule({ name, value, valueSpan }: Directive, report: Report): void {
  if (!/[\s,]/.test(value)) return;
  report(valueSpan, `'@${name}' needs one rule, found ${shorten(value)}.`);
}

/** Only one of them can set the position. */
function checkPositions(all: readonly Directive[], report: Report): void {
  const places = all.filter((it) => positionNames.some((name) => name === it.name));
  const [first] = places;
  for (const { name, nameSpan } of places) {
    if (!first || name === first.name) continue;
    const span = { start: nameSpan.start - 1, end: nameSpan.end };
    report(span, `'@${name}' conflicts with '@${first.name}'. Keep one of them.`);
  }
}

const meanings: Readonly<Record<string, string>> = {
  true: "true",
  yes: "true",
  on: "true",
  "1": "true",
  false: "false",
  no: "false",
  off: "false",
  "0": "false",
};

function flag({ value, valueSpan }: Pick<Directive, "value" | "valueSpan">, report: Report): void {
  if (value === "true" || value === "false") return;
  const lower = value.toLowerCase();
  const suggested = Object.hasOwn(meanings, lower) ? meanings[lower] : undefined;
  const fixes: Fix[] = suggested
    ? [safeFix(`Use '${suggested}'`, [replace(valueSpan, suggested)])]
    : [];
  const problem = `'@paused' needs 'true' or 'false', found ${shorten(value)}.`;
  report(valueSpan, suggested ? `${problem} Use '${suggested}'.` : problem, { fixes });
}

/** Bounds the work for hostile texts. */
const maxChecked = 2000;

function eachProduct({ value, valueSpan }: Directive, report: Report): void {
  for (const { 0: word, index } of value.slice(0, maxChecked).matchAll(/[^\s,]+/g)) {
    if ((ruleProducts as readonly string[]).includes(word)) continue;
    const start = valueSpan.start + index;
    const span = { start, end: start + word.length };
    reportUnknownWord({ word, span, noun: "product" }, ruleProducts, report);
  }
}
