import type { Report } from "../../core/check.ts";
import type { Fix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { products, skipParameters } from "../catalogue/actions.ts";
import { directivesToCheck, reportUnknownWord } from "../directive-words.ts";
import type { Directive } from "../syntax/directives.ts";
import type { RuleCheck } from "./check.ts";

export const directiveValue: RuleCheck<"rule"> = {
  code: "directive-value",
  severity: "error",
  summary: "What stands after a directive is not what it takes.",
  why: "The rule is pushed with what its directives say, and cannot be while one of them makes no sense.",
  on: "rule",
  run({ parsed }, report) {
    for (const directive of directivesToCheck(parsed)) {
      const { name, nameSpan, value } = directive;
      const example = Object.hasOwn(examples, name) ? examples[name] : undefined;
      if (value === "" && example) {
        const span = { start: nameSpan.start - 1, end: nameSpan.end };
        report(span, `Nothing stands after '@${name}'. Write it as in '# @${name} ${example}'.`);
      } else look(directive, report);
    }
  },
  examples: [
    {
      text: `
# @action
  ^^^^^^^ error: Nothing stands after '@action'. Write it as in '# @action block'.
# @priority high
            ^^^^ error: '@priority' takes a whole number, and here stands 'high'.
# @paused yes
          ^^^ error: '@paused' takes 'true' or 'false', and here stands 'yes'. Write 'true'.
http.request.uri.path eq "/login"
`,
      fixed: `
# @action
# @priority high
# @paused true
http.request.uri.path eq "/login"
`,
    },
    {
      text: `
# @action skip
# @products WAF, rateLimit
            ^^^ error: There is no product 'WAF'. Did you mean 'waf'?
# @skip current
        ^^^^^^^ error: '@skip' takes name=value, as in 'ruleset=current', and here stands 'current'.
http.request.uri.path eq "/health"
`,
      fixed: `
# @action skip
# @products waf, rateLimit
# @skip current
http.request.uri.path eq "/health"
`,
    },
    {
      text: `
# @action skip
# @products waf, rateLimit
# @skip phases=http_ratelimit,http_request_sbfm
# @priority 10
# @paused
http.request.uri.path eq "/health"
`,
    },
  ],
};

/** How a directive that cannot stand alone goes on. */
const examples: Readonly<Record<string, string>> = {
  action: "block",
  description: "Logins from outside the office",
  phase: "http_request_firewall_custom",
  plan: "business",
  priority: "10",
  products: "waf, rateLimit",
  ref: "office-logins",
  skip: "ruleset=current",
};

function look(directive: Directive, report: Report): void {
  const { name, value } = directive;
  if (name === "priority" && !/^\d{1,10}$/.test(value)) {
    const message = `'@priority' takes a whole number, and here stands ${shorten(value)}.`;
    report(directive.valueSpan, message);
  } else if (name === "paused" && value !== "") flag(directive, report);
  else if (name === "products") eachProduct(directive, report);
  else if (name === "skip") skip(directive, report);
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

function flag({ value, valueSpan }: Directive, report: Report): void {
  if (value === "true" || value === "false") return;
  const small = value.toLowerCase();
  const meant = Object.hasOwn(meanings, small) ? meanings[small] : undefined;
  const fixes: Fix[] = meant
    ? [{ title: `Write '${meant}'`, edits: [replace(valueSpan, meant)] }]
    : [];
  const finding = `'@paused' takes 'true' or 'false', and here stands ${shorten(value)}.`;
  report(valueSpan, meant ? `${finding} Write '${meant}'.` : finding, { fixes });
}

function eachProduct({ value, valueSpan }: Directive, report: Report): void {
  for (const { 0: word, index } of wordsOf(value, /[^\s,]+/g)) {
    if ((products as readonly string[]).includes(word)) continue;
    const start = valueSpan.start + index;
    const span = { start, end: start + word.length };
    reportUnknownWord({ word, span, noun: "product" }, products, report);
  }
}

/** `ruleset=current phases=a,b`, or a JSON object for what has parts of its own. */
function skip({ value, valueSpan }: Directive, report: Report): void {
  if (value.startsWith("{")) {
    if (!isJson(value)) report(valueSpan, `This JSON object cannot be read: ${shorten(value)}.`);
    return;
  }
  for (const { 0: part, index } of wordsOf(value, /\S+/g)) {
    const start = valueSpan.start + index;
    const name = /^(\w+)=./.exec(part)?.[1];
    if (name === undefined) {
      const message = `'@skip' takes name=value, as in 'ruleset=current', and here stands ${shorten(part)}.`;
      report({ start, end: start + part.length }, message);
    } else if (!(skipParameters as readonly string[]).includes(name)) {
      const span = { start, end: start + name.length };
      reportUnknownWord({ word: name, span, noun: "skip parameter" }, skipParameters, report);
    }
  }
}

/** As many as anyone would read findings about. */
function wordsOf(value: string, word: RegExp): readonly RegExpExecArray[] {
  return [...value.slice(0, mostLooked).matchAll(word)];
}

const mostLooked = 2000;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
