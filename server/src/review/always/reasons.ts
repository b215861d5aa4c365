import type { Witness } from "../../core/meaning/meaning.ts";
import { cutTo } from "../../text/shorten.ts";
import type { Trace, TraceRule } from "../../trace/types.ts";
import type { ZoneRules } from "./steps.ts";
import { type ClauseOf, type Expected, isNamed, isSkipped } from "./violation.ts";

interface Broken {
  readonly trace: Trace;
  readonly expect: Expected;
  readonly rules: ZoneRules;
  readonly clauseOf: ClauseOf;
  readonly witness: Witness;
}

/** Why a policy does not hold for a request: the rules that decide, with their places. */
export function reasonFor(broken: Broken): readonly string[] {
  const texts = [...skipping(broken), ...instead(broken), ...ending(broken), ...rewriting(broken)];
  if (texts.length > 0) return [...new Set(texts)].slice(0, 3);
  const { kind } = broken.trace.outcome;
  return [kind === "origin" ? "no rule ends this request" : `the outcome is ${kind}`];
}

/** Rules that skip what may not be skipped. */
function skipping({ trace, expect, clauseOf }: Broken): readonly string[] {
  return (expect["not-skipped"] ?? []).flatMap((name) =>
    rulesIn(trace).flatMap(({ rule, phase }) => {
      const own = rule.result === "matched" ? clauseOf(rule) : undefined;
      return own && isSkipped(name, own.rule, phase)
        ? [`${shown(rule)} ${rule.effect ?? `skips ${name}`}`]
        : [];
    }),
  );
}

/** Rules that would make it hold, and why they do not. */
function instead({ trace, expect, rules, clauseOf, witness }: Broken): readonly string[] {
  const names = [...(expect.by ?? []), ...(expect.matched ?? [])];
  const wanted = new Set(expect.outcome ?? []);
  wanted.delete("origin");
  return rulesIn(trace).flatMap(({ rule }) => {
    const own = clauseOf(rule);
    const isMeant =
      own && (isNamed(rule, names) || wanted.has(rules.endOf(own).kind) || isQuiet(rule, wanted));
    if (!own || !isMeant || own.own.matches(witness) !== true) return [];
    if (rule.result === "disabled") return [`${shown(rule)} is disabled`];
    if (isQuiet(rule, wanted)) return [`${shown(rule)} only logs the request`];
    if (rule.result !== "skipped" && rule.result !== "not-reached") return [];
    const [, by] = /^'(.*?)' /.exec(rule.because ?? "") ?? [];
    const other = rulesIn(trace).find((it) => by !== undefined && isNamed(it.rule, [by]))?.rule;
    if (!other || rule.because === undefined) return [];
    const text = rule.because.slice((by ?? "").length + 2).trim();
    return [`${shown(other)} ${text} before ${shown(rule)}`];
  });
}

function isQuiet(rule: TraceRule, wanted: ReadonlySet<string>): boolean {
  return rule.action === "log" && rule.result === "matched" && wanted.has("block");
}

/** The rule that ends the request. */
function ending({ trace }: Broken): readonly string[] {
  const { by, kind, action, location, status } = trace.outcome;
  if (by === undefined) return [];
  const rule = rulesIn(trace).findLast(
    (it) => it.rule.result === "matched" && isNamed(it.rule, [by]),
  )?.rule;
  const what =
    kind === "redirect"
      ? `redirects to ${location ?? "another URL"}`
      : `ends it: ${action ?? kind}`;
  const with_ = kind === "block" && status !== undefined ? ` with ${status}` : "";
  return [`${rule ? shown(rule) : `'${by}'`} ${what}${with_}`];
}

/** Rules that change the URL that later rules see. */
function rewriting({ trace, expect }: Broken): readonly string[] {
  if (!expect.outcome) return [];
  return rulesIn(trace).flatMap(({ rule, phase }) =>
    phase === "http_request_transform" && rule.result === "matched" && rule.effect
      ? [`${shown(rule)} ${rule.effect}`]
      : [],
  );
}

function rulesIn({ steps }: Trace) {
  return steps.flatMap(({ rules, phase }) => rules.map((rule) => ({ rule, phase })));
}

/** The name of a rule with its place. */
function shown({ ref, description, id, source }: TraceRule): string {
  const name = `'${cutTo(ref ?? description ?? id ?? "a rule", 60)}'`;
  if (!source) return name;
  const line = source.range ? `:${source.range.start.line + 1}` : "";
  return `${name} (${source.path}${line})`;
}
