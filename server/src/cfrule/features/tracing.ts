import type { RequestFields, RequestTrial } from "../../core/trial.ts";
import { hasHole, isHole } from "../../text/hole.ts";
import type { Span } from "../../text/span.ts";
import { schemeWith } from "../catalog/scheme.ts";
import type { RuleContext } from "../context.ts";
import { readDocument } from "../document.ts";
import {
  compileValueOn,
  listsOf,
  type ParsedRequest,
  type RequestExtras,
  readableTrial,
  readRequest,
  trialOf,
  unknownValue,
} from "../evaluator.ts";
import { textOfBytes } from "../syntax/bytes.ts";

/** Whether a list has a URL or another value, by the name of the list. Undefined for a list that is not known. */
export type ListTests = (name: string) => ((value: string) => boolean) | undefined;

/** A rule to evaluate on requests. Parts that are not known leave the result undetermined. */
export function traceRule(
  text: string,
  context: RuleContext,
  tests: ListTests = () => undefined,
): RequestTrial | { readonly error: string } {
  const { parsed } = readDocument(text, context);
  if (parsed.form === "value") return { error: "A value expression does not match requests." };
  const options = { lists: withTests(context, tests) };
  const holes = context.hasHoles && hasHole(text) ? holesOf(text) : [];
  const [problem] = parsed.problems;
  if (!problem && holes.length === 0) return trialOf(parsed.root, options);
  const readable = readableTrial(parsed.root, [...parsed.problems, ...holes], options);
  return readable ?? { error: problem?.message ?? "Parts of the expression are filled in later." };
}

function withTests(context: RuleContext, tests: ListTests) {
  const lists = listsOf(context.listItems ?? {});
  return (name: string) => {
    const test = tests(name);
    if (!test) return lists(name);
    return (value: unknown) => (typeof value === "string" ? test(textOfBytes(value)) : undefined);
  };
}

function holesOf(text: string): Span[] {
  return Array.from(text, (_, start) => ({ start, end: start + 1 })).filter(({ start }) =>
    isHole(text.charCodeAt(start)),
  );
}

/** The value of an expression: undefined if it is missing. */
export type ValueTrial = (
  request: RequestFields,
) =>
  | { readonly value: string | readonly string[] | undefined }
  | { readonly missed: readonly string[] };

/** A value expression to evaluate on requests. */
export function traceValue(text: string, context: RuleContext): ValueTrial | { error: string } {
  const { parsed } = readDocument(text, {
    ...context,
    surroundings: { ...context.surroundings, isValue: true },
  });
  const [problem] = parsed.problems;
  if (problem) return { error: problem.message };
  const compute = compileValueOn(parsed.root, {});
  return (request) => {
    const { value, missed } = compute(request);
    if (value === unknownValue) return { missed };
    if (Array.isArray(value)) return { value: value.map(shown) };
    return { value: value === undefined ? undefined : shown(value) };
  };
}

function shown(value: unknown): string {
  return typeof value === "string" ? textOfBytes(value) : String(value);
}

/** A request that the steps of the service can change. */
export function tracedRequest(
  text: string,
  extras: RequestExtras,
  { extraFields }: RuleContext,
): { readonly request?: ParsedRequest | undefined; readonly problems: readonly string[] } {
  const { request, problems } = readRequest(text, schemeWith(extraFields.rules ?? {}), extras);
  return { request, problems: problems.map((it) => it.message) };
}
