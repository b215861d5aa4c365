/** The value of `@skip`: `ruleset=current phases=a,b`, or a JSON object for nested parameters. */
import type { Report } from "../../core/check.ts";
import { jsonValue } from "../../text/record.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { ruleProducts, skipParameters } from "../catalog/actions.ts";
import { phases } from "../catalog/phases.ts";
import type { Directive } from "../syntax/directives.ts";
import { reportUnknownWord } from "./directive-words.ts";

interface Parameter {
  readonly name: string;
  readonly span: Span;
  readonly values: readonly Word[];
}

interface Word {
  readonly word: string;
  readonly span: Span;
}

/** Reports invalid parameters, on one or several `@skip` lines. */
export function checkSkip(lines: readonly Directive[], report: Report): void {
  const given = lines.flatMap((it) => parametersOf(it, report));
  for (const parameter of given) lookAtParameter(parameter, report);
  for (const [one, others] of exclusions) {
    const first = given.find((it) => it.name === one);
    const second = first && given.find((it) => others.includes(it.name));
    if (!second) continue;
    report(second.span, `'${second.name}' cannot be combined with '${one}'. Remove one.`);
    return;
  }
}

/** The first cannot be combined with the others. */
const exclusions: readonly (readonly [string, readonly string[]])[] = [
  ["ruleset", ["rulesets", "rules"]],
  ["phases", ["rulesets"]],
];

const maxChecked = 2000;

function parametersOf(directive: Directive, report: Report): readonly Parameter[] {
  const { value, valueSpan } = directive;
  if (value.startsWith("{")) return jsonParameters(directive, report);
  const found: Parameter[] = [];
  for (const { 0: part, index } of value.slice(0, maxChecked).matchAll(/\S+/g)) {
    const start = valueSpan.start + index;
    const name = /^(\w+)=./.exec(part)?.[1];
    if (name === undefined) {
      const message = `'@skip' needs name=value, as in 'ruleset=current', found ${shorten(part)}.`;
      report({ start, end: start + part.length }, message);
      continue;
    }
    const values = [...part.slice(name.length + 1).matchAll(/[^,]+/g)].map((it) =>
      wordAt(it[0], start + name.length + 1 + it.index),
    );
    found.push({ name, span: { start, end: start + name.length }, values });
  }
  return found;
}

function jsonParameters({ value, valueSpan }: Directive, report: Report): readonly Parameter[] {
  const read = jsonValue(value) as Readonly<Record<string, unknown>> | undefined;
  if (!read) report(valueSpan, `Invalid JSON object ${shorten(value)}.`);
  return Object.entries(read ?? {}).map(([name, given]) => {
    const texts = (Array.isArray(given) ? given : [given]).filter((it) => typeof it === "string");
    const values = texts.map((word) => quotedAt(word, value, valueSpan));
    return { name, span: quotedAt(name, value, valueSpan).span, values };
  });
}

/** The span of the word in the JSON; the whole JSON if the word is written differently. */
function quotedAt(word: string, json: string, around: Span): Word {
  const at = json.indexOf(`"${word}"`);
  return at === -1 ? { word, span: around } : wordAt(word, around.start + at + 1);
}

function wordAt(word: string, start: number): Word {
  return { word, span: { start, end: start + word.length } };
}

function lookAtParameter({ name, span, values }: Parameter, report: Report): void {
  if (!(skipParameters as readonly string[]).includes(name)) {
    reportUnknownWord({ word: name, span, noun: "skip parameter" }, skipParameters, report);
    return;
  }
  const known = Object.hasOwn(words, name) ? words[name] : undefined;
  if (!known) return;
  for (const value of values) {
    if (known.list.includes(value.word)) continue;
    reportUnknownWord({ ...value, noun: known.noun }, known.list, report);
  }
}

/** The names of custom rulesets and rules are known only to the account. */
const words: Readonly<Record<string, { readonly noun: string; readonly list: readonly string[] }>> =
  {
    ruleset: { noun: "ruleset", list: ["current"] },
    phase: { noun: "phase", list: ["current"] },
    phases: { noun: "phase", list: phases.map((it) => it.name) },
    products: { noun: "product", list: ruleProducts },
  };
