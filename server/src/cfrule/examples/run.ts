import type { RelatedPlace } from "../../core/diagnostic.ts";
import type { RequestFields } from "../../core/trial.ts";
import { hasHole } from "../../text/hole.ts";
import type { Span } from "../../text/span.ts";
import { directivesToCheck } from "../directives/directive-words.ts";
import type { Document } from "../document.ts";
import {
  compileRule,
  type Explanation,
  explainer,
  listsOf,
  missingSettings,
  type Outcome,
  type RequestReading,
  type Rule,
  readRequest,
} from "../evaluator.ts";
import type { Directive } from "../syntax/directives.ts";

export const exampleKinds = ["match", "no-match"] as const;
export type ExampleKind = (typeof exampleKinds)[number];

/** A line `# @match …` or `# @no-match …`. */
export interface Example extends Directive {
  readonly name: ExampleKind;
}

export function examplesIn({ parsed }: Document): readonly Example[] {
  if (parsed.directives.length === 0) return [];
  const found = directivesToCheck(parsed).filter((it): it is Example =>
    (exampleKinds as readonly string[]).includes(it.name),
  );
  // A rule that is far too long is not evaluated hundreds of times on every keystroke.
  return parsed.text.length > mostWork ? found.slice(0, 20) : found;
}

const mostWork = 100_000;

/** Undefined for an example that the host document fills in later. Offsets are relative to the example. */
export function readExample(
  text: string,
  { scheme, context }: Document,
): RequestReading | undefined {
  return context.hasHoles && hasHole(text) ? undefined : readRequest(text, scheme);
}

export interface ExampleOutcome {
  readonly passed: boolean;
  /** Whether the rule matches the request. */
  readonly outcome: Outcome;
  /** Why it failed; empty if it passed. */
  readonly message: string;
  readonly related: readonly RelatedPlace[];
  /** Fields that the example should set. */
  readonly missed: readonly string[];
}

const success = { passed: true, message: "", related: [], missed: [] } as const;

/** Returns a function that evaluates examples of one rule, compiled once. Undefined for a text that cannot be evaluated. */
export function judgeFor({ parsed, context, pushed }: Document) {
  const isOpen = context.hasHoles && hasHole(pushed);
  if (parsed.problems.length > 0 || parsed.form === "value" || isOpen) return undefined;
  const options = { lists: listsOf(context.listItems ?? {}) };
  const rule = compileRule(parsed.root, options);
  let explain: ((request: RequestFields) => Explanation) | undefined;
  return (kind: ExampleKind, request: RequestFields): ExampleOutcome => {
    const outcome = rule.outcome(request);
    if (outcome === (kind === "match")) return { ...success, outcome };
    if (outcome === "undetermined") return undetermined(rule, request);
    explain ??= explainer(parsed.root, options);
    return failed(outcome, explain(request));
  };
}

/** Settings for the unknown fields of an example, so that it passes. */
export function addition(
  { parsed, context, scheme }: Document,
  kind: ExampleKind,
  text: string,
  missed: readonly string[],
): string | undefined {
  const items = context.listItems ?? {};
  const options = { lists: listsOf(items) };
  const wanted = { root: parsed.root, options, outcome: kind === "match", scheme, items };
  return missingSettings(text, missed, wanted);
}

function failed(outcome: boolean, { parts, facts }: Explanation): ExampleOutcome {
  const result = outcome ? "This request matches" : "This request does not match";
  const shown = facts.slice(0, mostFacts).join(", ");
  const rest = facts.length > mostFacts ? ", …" : "";
  return {
    passed: false,
    outcome,
    message: shown === "" ? `${result}.` : `${result}: ${shown}${rest}.`,
    related: parts.slice(0, mostFacts).map((it) => related(it, it.outcome)),
    missed: [],
  };
}

const mostFacts = 8;

function related({ start, end }: Span, outcome: Outcome): RelatedPlace {
  return { start, end, message: `This is ${outcome}.` };
}

function undetermined(rule: Rule, request: RequestFields): ExampleOutcome {
  const missed = rule.missed(request);
  const fields = missed.filter((it) => !it.startsWith("$") && !it.endsWith("()"));
  const reasons = missed.map(reasonFor);
  const advice = fields.length > 0 ? ` Add ${fields.map((it) => `${it}=…`).join(" ")}.` : "";
  const why = reasons.length > 0 ? `: ${reasons.join(", ")}` : "";
  const message = `Cannot tell whether this request matches${why}.${advice}`;
  return { passed: false, outcome: "undetermined", message, related: [], missed: fields };
}

function reasonFor(name: string): string {
  if (name.startsWith("$")) return `the items of '${name}' are not in 'weir.json'`;
  if (name.endsWith("()")) return `only the service can run '${name.slice(0, -2)}'`;
  return `${name} is unknown`;
}
