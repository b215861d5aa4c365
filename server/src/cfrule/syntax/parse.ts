import { type Fix, safeFix } from "../../core/diagnostic.ts";
import { applyEdits, remove, replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { type Scheme, serviceScheme } from "../catalog/scheme.ts";
import { booleanType } from "../catalog/type.ts";
import { type Directive, readDirectives } from "./directives.ts";
import { logical, valueExpression } from "./grammar.ts";
import { isLiteralName, literalArgument } from "./literals/literal-argument.ts";
import { stringInQuotes } from "./literals/strings.ts";
import { takeComparison } from "./operators.ts";
import { type Problem, Problems } from "./problems.ts";
import { Reader } from "./reader.ts";
import { markRecovered, withoutRecoveredMark } from "./recovery/recovered.ts";
import { reportGaps } from "./sent-gaps.ts";
import type { Constant, Expression } from "./tree.ts";
import { isEach, isOperand } from "./types.ts";

/** A parsed rule expression. */
export interface Parsed {
  readonly text: string;
  readonly root: Expression;
  /** A filter is a Boolean; a value expression, marked by `# @value`, returns a value. */
  readonly form: "filter" | "value";
  readonly directives: readonly Directive[];
  readonly comments: readonly Span[];
  /** Everything that makes the engine reject the pushed text, in text order. */
  readonly problems: readonly Problem[];
  /** There are more problems, which follow from the reported ones. */
  readonly suppressed: boolean;
  /** Start and end offsets of each run of whitespace and comments between tokens, flattened. */
  readonly gaps: readonly number[];
  /** At least the number of comparisons with `matches` in the tree. */
  readonly regexes: number;
  /** Whether each character of the text is one code point and one byte. */
  readonly isAscii: boolean;
  /**
   * Results of functions about the tree, by the function that computed them. Not a `WeakMap`: its values outlive several
   * collections of young objects, and so does all that they refer to.
   */
  readonly computed: Map<unknown, unknown>;
}

/** The facts about the text that its host document determines. */
export interface ParseOptions {
  readonly form?: Parsed["form"] | undefined;
  readonly hasHoles?: boolean | undefined;
  readonly isSentAsWritten?: boolean | undefined;
}

/** Never throws: any text has a tree, with its problems listed separately. */
export function parse(
  text: string,
  scheme: Scheme = serviceScheme,
  { form: knownForm, hasHoles, isSentAsWritten }: ParseOptions = {},
): Parsed {
  const p = new Reader(text, scheme, hasHoles);
  p.skip();
  const directives = p.comments.length > 0 ? readDirectives(text, p.comments) : [];
  const isValue = directives.some((it) => it.name === "value");
  const form = knownForm ?? (isValue ? "value" : "filter");
  const root = expression(p, form);
  if (isSentAsWritten) reportGaps(p);
  const { comments, gaps, regexes, isAscii } = p;
  const problems = p.problems.any ? (escapedOperators(text, scheme) ?? p.problems) : p.problems;
  const suppressed = problems.areSuppressed;
  return {
    text,
    root,
    form,
    directives,
    comments,
    problems: problems.all(),
    suppressed,
    gaps,
    regexes,
    isAscii,
    computed: new Map(),
  };
}

/** `&amp;&amp;` and `&gt;`: if nothing else is wrong, that is the only problem. */
function escapedOperators(text: string, scheme: Scheme): Problems | undefined {
  if (!/&(?:amp|[lg]t|quot);/.test(text)) return undefined;
  const outside = /"(?:[^"\\]|\\.)*("|)|&(amp|lt|gt|quot);/gs;
  const found = [...text.matchAll(outside)].filter(([, , name]) => name !== undefined);
  const [first] = found;
  if (!first || found.length > maxEscaped) return undefined;
  const edits = found.map(({ 0: written, 2: name = "", index }) =>
    replace(
      { start: index, end: index + written.length },
      isLone(text, index) ? "and" : (entities[name] ?? ""),
    ),
  );
  if (parse(applyEdits(text, edits), scheme).problems.length > 0) return undefined;
  const problems = new Problems();
  const span = { start: first.index, end: first.index + first[0].length };
  const own = entities[first[2] ?? ""];
  problems.add("expression-syntax", span, () => ({
    message: `'${first[0]}' is '${own}' as HTML escapes it. Use '${own}'.`,
    fixes: [safeFix("Replace what HTML escapes", edits)],
  }));
  return problems;
}

/** An operator of one `&`, which rules do not have. */
function isLone(text: string, at: number): boolean {
  return /^&amp;(?!&)/.test(text.slice(at, at + 6)) && text.charAt(at - 1) !== ";";
}

const maxEscaped = 100;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

function expression(p: Reader, form: Parsed["form"]): Expression {
  if (p.ended) return nothing(p);
  if (form === "value") return value(p);
  return constant(p) ?? logical(p, "");
}

function nothing(p: Reader): Expression {
  const { length } = p.text;
  p.problem("expression-syntax", { start: length, end: length }, () => ({
    message: 'Missing expression. Add one, such as http.host eq "example.com".',
  }));
  return { kind: "missing", start: length, end: length };
}

/** The service accepts `true` and `false` only as a whole expression. The engine does not support them. */
function constant(p: Reader): Constant | undefined {
  const start = p.at;
  const end = p.nameEnd();
  const written = p.text.slice(start, end);
  if (written !== "true" && written !== "false") return undefined;
  const rest = new Reader(p.text, p.scheme);
  rest.at = end;
  rest.skip();
  if (!rest.ended) return undefined;
  p.at = end;
  p.skip();
  return { kind: "constant", start, end, value: written === "true", type: booleanType };
}

/** One field, element or call. */
function value(p: Reader): Expression {
  p.context = "value";
  const literal = stringInQuotes(p) ?? (isLiteralName(p) ? literalArgument(p) : undefined);
  if (literal) return literalFirst(p, literal);
  const root = valueExpression(p);
  const read = withoutRecoveredMark(root);
  if (isEach(read)) {
    p.problem("value-expression", root, () => ({
      message: "A value expression gives a single value, but '[*]' gives many. Remove '[*]'.",
    }));
  } else if (read.kind === "group" && isOperand(withoutRecoveredMark(read.inner))) {
    p.problem("value-expression", root, () => ({
      message: "A value expression needs no parentheses. Remove them.",
      fixes: read.closed ? [unwrapped(read)] : [],
    }));
  } else if (!isOperand(read)) {
    p.problem("value-expression", root, () => ({
      message:
        "A value expression is a single field or call. Remove '# @value' if this is not one.",
    }));
  }
  return root;
}

/** The engine accepts no literal here, neither alone nor followed by something. */
function literalFirst(p: Reader, literal: Span): Expression {
  p.skip();
  const compared = takeComparison(p) !== undefined;
  p.skip();
  const { ended } = p;
  p.problem("value-expression", literal, () => ({
    message: `A value expression is a single field or call, found ${shorten(p.slice(literal))}.${
      ended || compared ? "" : " Join strings with concat(…)."
    }`,
  }));
  const { start, end } = literal;
  return ended ? { kind: "stray", start, end } : markRecovered(valueExpression(p));
}

function unwrapped({ start, end }: Span): Fix {
  const ends = [
    { start, end: start + 1 },
    { start: end - 1, end },
  ];
  return safeFix("Remove the parentheses", ends.map(remove));
}
