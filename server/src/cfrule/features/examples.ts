import type { Addition, ExampleOutcome, ExampleResult, Refactoring } from "../../core/analysis.ts";
import { type Edit, insert } from "../../text/edit.ts";
import { firstLineBreak } from "../../text/lines.ts";
import { contains, type Span } from "../../text/span.ts";
import type { Document } from "../document.ts";
import { listsOf, requestText, suggestRequest, trialOf } from "../evaluator.ts";
import {
  type ExampleKind,
  exampleKinds,
  examplesIn,
  judgeFor,
  readExample,
} from "../examples/run.ts";

/** The examples of the rule, with their results. */
export function examples(doc: Document): readonly ExampleResult[] {
  const found = examplesIn(doc);
  if (found.length === 0) return [];
  const outcomeOf = outcomeFor(doc);
  return found.map(({ name, value, nameSpan, valueSpan }) => ({
    start: nameSpan.start - 1,
    end: Math.max(nameSpan.end, valueSpan.end),
    kind: name,
    ...outcomeOf(name, value),
  }));
}

/**
 * Adds an example that the rule matches, or does not match. Offered in the comments above the expression and at the start of the
 * file, because finding one takes time.
 */
export function exampleAdditions(doc: Document, span: Span): readonly Refactoring[] {
  const { parsed, text, context, scheme } = doc;
  const { root } = parsed;
  const isAbove = span.start === 0 || parsed.comments.some((it) => contains(it, span));
  if (!isAbove || span.end > root.start || context.hasHoles) return [];
  const items = context.listItems ?? {};
  return exampleKinds.flatMap((kind): Refactoring[] => {
    const wanted = { outcome: kind === "match", scheme, items };
    const request = suggestRequest(root, { lists: listsOf(items) }, wanted);
    if (request === undefined) return [];
    const at = text.lastIndexOf("\n", root.start - 1) + 1;
    const line = `# @${kind} ${request}${firstLineBreak(text)}`;
    const what = kind === "match" ? "that matches" : "that does not match";
    const edits = [insert(at, line)];
    const title = `Add a test ${what}`;
    return [{ title, kind: "refactor.rewrite", isComment: true, edits }];
  });
}

/** Adds a request as an example. Undefined if its known fields do not determine the outcome. */
export function addExample(
  doc: Document,
  { isWanted, request }: Extract<Addition, { kind: "example" }>,
): readonly Edit[] | undefined {
  const { parsed, context, text } = doc;
  if (!request || parsed.problems.length > 0 || parsed.form === "value") return undefined;
  const { fields } = trialOf(parsed.root, { lists: listsOf(context.listItems ?? {}) });
  const said = [...new Set([...fields, ...alwaysIncluded])];
  const example = requestText(said, request);
  const kind = isWanted ? "match" : "no-match";
  if (example === undefined || judgeExample(doc, kind, example)?.passed !== true) return undefined;
  const at = text.lastIndexOf("\n", parsed.root.start - 1) + 1;
  return [insert(at, `# @${kind} ${example}${firstLineBreak(text)}`)];
}

/** Fields that every example has, so that the request is recognizable. */
const alwaysIncluded = ["http.request.method", "http.host", "http.request.uri"];

/** Evaluates an example that is not in the file. */
export function judgeExample(
  doc: Document,
  kind: string,
  example: string,
): ExampleOutcome | undefined {
  const known = exampleKinds.find((it) => it === kind);
  return known && outcomeFor(doc)(known, example);
}

function outcomeFor(doc: Document): (kind: ExampleKind, example: string) => ExampleOutcome {
  const judge = judgeFor(doc);
  return (kind, example) => {
    const expected = outcomeNames[kind];
    const failed = (message: string) => ({ passed: false, message, expected });
    const reading = readExample(example, doc);
    const problem = reading?.problems[0];
    if (problem) return failed(problem.message);
    if (!judge) return failed("The expression has errors, or parts that are filled in later.");
    if (!reading?.request) return failed("The test has parts that are filled in later.");
    const { passed, outcome, message, related } = judge(kind, reading.request);
    const actual =
      outcome === "undetermined" ? outcome : outcomeNames[outcome ? "match" : "no-match"];
    return { passed, message, expected, actual, related };
  };
}

const outcomeNames: Readonly<Record<ExampleKind, string>> = {
  match: "matched",
  "no-match": "not matched",
};
