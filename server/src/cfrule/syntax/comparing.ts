import type { Fix } from "../../core/diagnostic.ts";
import { insert, replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import {
  type ComparisonName,
  type Comparison as ComparisonRow,
  comparisonSpelt,
  comparisons,
} from "../catalogue/operators.ts";
import {
  booleanType,
  isCollection,
  type ScalarType,
  type Type,
  typeName,
} from "../catalogue/type.ts";
import { isEach, truthType } from "../types.ts";
import { code, isSymbol, isWord } from "./characters.ts";
import { atJoiner, foreignOperator } from "./operators.ts";
import { passValue } from "./pass.ts";
import type { Description } from "./problems.ts";
import type { Reader } from "./reader.ts";
import { stringLiteral } from "./strings.ts";
import type { Call, Comparison, Expression, Operand, Operator } from "./tree.ts";
import { kindName } from "./want.ts";
import { atNothing } from "./wrong-value.ts";

/** Judges an operator by its left side, and says what kind of value must follow; undefined lets any follow. */
export function checkOperator(
  p: Reader,
  left: Operand,
  operator: Comparison["operator"],
): ScalarType["kind"] | undefined {
  const { type } = left;
  if (!type) return undefined;
  if (isCollection(type)) return comparedWhole(p, left, type);
  const { accepts } = comparisonSpelt(operator.name) as ComparisonRow;
  return accepts.includes(type.kind) ? type.kind : misfit(p, left, operator, type.kind);
}

function comparedWhole(p: Reader, left: Operand, type: Type): ScalarType["kind"] {
  p.problem("operator-type", left, () => wholeCollection(p, left, type));
  return innermost(type);
}

function misfit(
  p: Reader,
  left: Operand,
  operator: Comparison["operator"],
  kind: ScalarType["kind"],
): undefined {
  p.problem("operator-type", operator, () => wrongOperator(p, left, operator, kind));
}

/** An operator of another language; reported, and taken for ours. A negation of ours is taken for what it negates. */
export function foreignComparison(p: Reader, left: Operand): Operator<ComparisonName> | undefined {
  const foreign = foreignOperator(p);
  if (foreign?.meant.kind !== "comparison") return unknownComparison(p);
  const name = foreign.meant.name as ComparisonName;
  const { negated } = foreign.meant;
  p.at = foreign.end;
  p.problem("unknown-operator", foreign, () => {
    const edits = [replace(foreign, name), ...(negated ? [insert(left.start, "not ")] : [])];
    const advice = negated ? `Put 'not' before the comparison: not … ${name} …` : `Write '${name}'`;
    return {
      message: `${shorten(p.slice(foreign))} is no operator. ${advice}.`,
      fixes: [{ title: negated ? `Write 'not … ${name}'` : `Write '${name}'`, edits }],
    };
  });
  return { kind: "operator", start: foreign.start, end: foreign.end, name };
}

/** `http.host starts_with "x"`: a function written between its arguments. */
export function infixFunction(p: Reader, left: Operand): Call | undefined {
  const foreign = foreignOperator(p);
  if (foreign?.meant.kind !== "function") return undefined;
  const { name, negated } = foreign.meant;
  p.at = foreign.end;
  p.skip();
  const value = stringLiteral(p);
  if (!value && !atNothing(p)) passValue(p);
  const end = value?.end ?? Math.max(foreign.end, p.lastEnd);
  p.problem("unknown-operator", foreign, () => {
    const call = `${negated ? "not " : ""}${name}(${p.slice(left)}, ${value ? p.slice(value) : "…"})`;
    return {
      message: `'${name}' is a function. Write ${call}.`,
      fixes: value
        ? [{ title: `Write ${call}`, edits: [replace({ start: left.start, end }, call)] }]
        : [],
    };
  });
  const definition = p.scheme.function(name);
  const args = value ? [left, value] : [left];
  const rest = { args, commas: [], closed: true, mapped: isEach(left), type: booleanType };
  return { kind: "call", start: left.start, end, name, callee: foreign, definition, ...rest };
}

/** An operand that is no Boolean, and is compared with nothing. */
export function withoutComparison(p: Reader, left: Operand): Expression {
  const { type } = left;
  // With a bracket still open nobody can tell what else is missing.
  const open = left.kind === "call" && !left.closed;
  if (!type || open || comparedOutside(p, left)) return left;
  p.problem("not-boolean", left, () =>
    isCollection(type) ? wholeCollection(p, left, type) : uncompared(p, left, type),
  );
  return left;
}

/** A comparison of each element has many answers, of which any(…) or all(…) makes one. */
export function checkEach<Node extends Expression>(p: Reader, node: Node): Node {
  if (p.context === "filter" && truthType(node)?.kind === "Array") unquantified(p, node);
  return node;
}

function unquantified(p: Reader, node: Span): void {
  p.problem("missing-quantifier", node, () => ({
    message: `${shorten(p.slice(node))} is true or false for each element. Put it in any(…) or all(…).`,
    fixes: ["any", "all"].map((name) => ({
      title: `Put it in ${name}(…)`,
      edits: [insert(node.start, `${name}(`), insert(node.end, ")")],
      guess: true,
    })),
  }));
}

/** A word or symbol where an operator belongs, with a value after it. */
function unknownComparison(p: Reader): Operator<ComparisonName> | undefined {
  if (atJoiner(p) || (!isSymbol(p.char) && !isWord(p.char))) return undefined;
  const start = p.at;
  const name = p.text.slice(start, p.nameEnd());
  if (p.scheme.field(name) || p.scheme.function(name) || /^\d/.test(name)) return undefined;
  const word = /[=<>!~&|^*]+|\w+/y;
  word.lastIndex = start;
  const written = word.exec(p.text)?.[0] ?? "";
  const end = start + written.length;
  if (foreignOperator(p) || !valueAfter(p, end)) return undefined;
  const guess = p.nearest(written, names) as ComparisonName | undefined;
  p.at = end;
  p.problem("unknown-operator", { start, end }, () => ({
    message: `${shorten(written)} is no operator.${guess ? ` Did you mean '${guess}'?` : ""}`,
    fixes: guess
      ? [{ title: `Write '${guess}'`, edits: [replace({ start, end }, guess)], guess: true }]
      : [],
  }));
  return { kind: "operator", start, end, name: guess ?? "eq" };
}

const names = comparisons.map((it) => it.name);

function valueAfter(p: Reader, at: number): boolean {
  return /^\s*["'{$\d]/.test(p.text.slice(at, at + 20));
}

/** `(http.host) eq "x"`: the comparison is outside of the parentheses, where it is reported. */
function comparedOutside(p: Reader, left: Operand): boolean {
  if (!p.is(code.closeParenthesis) || left.start !== p.groupStart) return false;
  return /^\)\s*(?:[=!<>~]|(?:eq|ne|lt|le|gt|ge|in|contains|matches|wildcard|strict)\b)/.test(
    p.text.slice(p.at, p.at + 20),
  );
}

function uncompared(p: Reader, left: Operand, type: Type): Description {
  const written = shorten(p.slice(left));
  const value = type.kind === "Integer" ? "0" : type.kind === "IP" ? "192.0.2.1" : '"…"';
  return {
    message: `${written} is ${kindName(type.kind as ScalarType["kind"])} and neither true nor false. Compare it, as in eq ${value}.`,
  };
}

function wrongOperator(
  p: Reader,
  left: Operand,
  operator: Comparison["operator"],
  kind: ScalarType["kind"],
): Description {
  const { accepts } = comparisonSpelt(operator.name) as ComparisonRow;
  const takes = accepts.map((it) => `${it === "IP" ? "IP addresse" : it}s`).join(", ");
  return {
    message: `${shorten(p.slice(operator))} compares ${takes}, and ${shorten(p.slice(left))} is ${kindName(kind)}. Use 'eq', 'ne' or 'in'.`,
  };
}

/** A map or array as a whole has no comparison; its elements have. */
function wholeCollection(p: Reader, left: Operand, type: Type): Description {
  const written = shorten(p.slice(left));
  if (left.kind === "call" && left.mapped) {
    return {
      message: `${written} gives one value for each element. Write '[*]' after it.`,
      fixes: [{ title: "Write '[*]'", edits: [insert(left.end, "[*]")] }],
    };
  }
  const steps = stepsInto(type);
  const article = type.kind === "Array" ? "an" : "a";
  const pick = (index: string): Fix => ({
    title: `Write '${index}'`,
    edits: [insert(left.end, index)],
    guess: true,
  });
  return {
    message: `${written} is ${article} ${typeName(type)}, and only its elements can be compared. Pick one, as in ${p.slice(left)}${steps}.`,
    fixes: type.kind === "Array" ? [pick("[0]"), pick("[*]")] : [],
  };
}

function stepsInto(type: Type): string {
  if (!isCollection(type)) return "";
  return `${type.kind === "Map" ? '["name"]' : "[0]"}${stepsInto(type.of)}`;
}

function innermost(type: Type): ScalarType["kind"] {
  return isCollection(type) ? innermost(type.of) : type.kind;
}
