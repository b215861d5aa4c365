import { likelyFix, safeFix } from "../../core/diagnostic.ts";
import { insert, remove, replace } from "../../text/edit.ts";
import { cut, shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import {
  type ComparisonName,
  type Comparison as ComparisonRow,
  comparisonBySpelling,
  comparisons,
  type OperatorMeaning,
} from "../catalog/operators.ts";
import { isCollection, type ScalarType, type Type } from "../catalog/type.ts";
import { code, isSymbol, isWord } from "./characters.ts";
import { kindName } from "./expected-value.ts";
import { betweenAt } from "./infix.ts";
import { atLogical, atNot, foreignOperator, takeComparison } from "./operators.ts";
import type { Description } from "./problems.ts";
import type { Reader } from "./reader.ts";
import { existence, isPresenceTest } from "./recovery/existence.ts";
import { groupsAround, isWholeArgument, needlessParentheses } from "./recovery/extra-comparison.ts";
import { foreignPattern } from "./recovery/foreign-pattern.ts";
import { callAround, wholeCollection } from "./recovery/whole-collection.ts";
import type { Comparison, Expression, Operand, Operation } from "./tree.ts";
import { truthType } from "./types.ts";
import { insertNot, replaceByWord } from "./word-edits.ts";

/** Checks an operator against its left side, and returns the expected value; undefined allows any. */
export function checkOperator(
  p: Reader,
  left: Operand,
  operator: Comparison["operator"],
): ScalarType["kind"] | undefined {
  const { type } = left;
  if (!type) return undefined;
  if (isCollection(type)) return comparedWhole(p, left, type);
  const { accepts } = comparisonBySpelling(operator.name) as ComparisonRow;
  return accepts.includes(type.kind) ? type.kind : reportMismatch(p, left, operator, type.kind);
}

/** In a filter it is reported at the end of the comparison, which the fix wraps in any(…). */
function comparedWhole(p: Reader, left: Operand, type: Type): ScalarType["kind"] {
  if (p.context !== "filter") {
    p.problem("operator-type", left, () => wholeCollection(p, left, type, left));
  }
  return innermost(type);
}

function reportMismatch(
  p: Reader,
  left: Operand,
  operator: Comparison["operator"],
  kind: ScalarType["kind"],
): undefined {
  p.problem("operator-type", operator, () => wrongOperator(p, left, operator, kind));
}

/** An operator of another language; reported, and treated as ours. */
export function foreignComparison(p: Reader, left: Operand): Operation | undefined {
  // The end of an argument, the most common case.
  if (p.is(code.closeParenthesis) || betweenAt(p)) return undefined;
  const foreign = foreignOperator(p);
  if (foreign?.suggested.kind !== "comparison") return unknownComparison(p);
  const { start, end, suggested } = foreign;
  p.at = end;
  // `is null` and `is empty` get a more specific message from their value.
  const next = /^\s+(\w+)/.exec(p.text.slice(end, end + 20))?.[1] ?? "";
  if (!/^null$/i.test(next) && !isPresenceTest(p.slice(foreign), next)) {
    p.problem("unknown-operator", foreign, () =>
      foreignMessage(p, left, { start, end }, suggested),
    );
  }
  const operator = { kind: "operator", start, end, name: suggested.name } as const;
  return suggested.negated ? { ...operator, negated: true } : operator;
}

function foreignMessage(
  p: Reader,
  left: Operand,
  foreign: Span,
  { name, negated, nearly }: Extract<OperatorMeaning, { kind: "comparison" }>,
): Description {
  const pattern = foreignPattern(p, { ...foreign, left, negated });
  if (pattern) return pattern;
  const edits = [
    replaceByWord(p.text, foreign, name),
    ...(negated ? [insertNot(p.text, left.start)] : []),
  ];
  const fix = safeFix(negated ? `Use 'not … ${name}'` : `Use '${name}'`, edits);
  const written = shorten(p.slice(foreign));
  if (nearly) {
    const near = negated ? `'not … ${name} …'` : `'${name}'`;
    return {
      message: `Unknown operator ${written}. ${near} is the closest match.`,
      fixes: [{ ...fix, guess: true }],
    };
  }
  const advice = negated ? `Put 'not' before the comparison: not … ${name} …` : `Use '${name}'`;
  return { message: `Unknown operator ${written}. ${advice}.`, fixes: [fix] };
}

/** `http.host "a"`: a value without an operator. */
export function missingOperator(p: Reader, left: Operand): Operation | undefined {
  const unclear = p.context === "value" || p.context === "argument";
  if (!left.type || isCollection(left.type) || unclear) return undefined;
  if (!/^["{$\d]/.test(p.text.charAt(p.at)) || p.at === left.end) return undefined;
  const name = p.is(code.openBrace) || p.is(code.dollar) ? "in" : "eq";
  const { at } = p;
  p.problem("expression-syntax", left, () => ({
    message: `Expected an operator after ${shorten(p.slice(left))}, such as '${name}'.`,
    fixes: [likelyFix(`Add '${name}'`, [insert(at, `${name} `)])],
  }));
  return { kind: "operator", start: at, end: at, name, guessed: true };
}

/** `eq contains "a"`: two operators in a row. No value starts like an operator. */
export function secondOperator(p: Reader, first: Span): void {
  const start = p.at;
  const second = takeComparison(p);
  if (!second) return;
  p.skip();
  if (!/^["'{$\d]/.test(p.text.charAt(p.at))) {
    p.at = start;
    return;
  }
  p.problem("unknown-operator", second, () => ({
    message: `Expected one operator, found ${shorten(p.slice(first))} and ${shorten(p.slice(second))}. Remove one.`,
    fixes: [
      likelyFix(`Remove ${shorten(p.slice(first))}`, [
        remove({ start: first.start, end: second.start }),
      ]),
      likelyFix(`Remove ${shorten(p.slice(second))}`, [remove({ start: second.start, end: p.at })]),
    ],
  }));
}

/** An operand that is neither a Boolean nor compared. */
export function withoutComparison(p: Reader, left: Operand): Expression {
  const { type } = left;
  // With an open bracket it is unclear what else is missing.
  const open = left.kind === "call" && !left.closed;
  if (!type || open || p.context === "value" || comparedOutside(p, left)) return left;
  const groups = p.context === "argument" ? groupsAround(p, left) : [];
  if (groups.length > 0 && isWholeArgument(p, groups)) {
    p.problem("expression-syntax", left, () => needlessParentheses(p, left, groups));
    return left;
  }
  const test = existence(p, left);
  if (test) return test;
  p.problem("not-boolean", left, () =>
    isCollection(type) ? wholeCollection(p, left, type) : uncompared(p, left, type),
  );
  return left;
}

/** A comparison per element has many results, which any(…) or all(…) combines. */
export function checkEach<Node extends Expression>(p: Reader, node: Node): Node {
  if (p.context !== "filter") return node;
  if (truthType(node)?.kind === "Array") unquantified(p, node);
  const compared = node.kind === "not" ? node.operand : node;
  if (compared.kind !== "comparison") return node;
  const { left } = compared;
  const { type } = left;
  if (type && isCollection(type)) {
    p.problem("operator-type", left, () => wholeCollection(p, left, type, compared));
  }
  return node;
}

function unquantified(p: Reader, node: Span): void {
  p.problem("missing-quantifier", node, () => ({
    message: `${shorten(p.slice(node))} gives one result per element. Wrap it in any(…) or all(…).`,
    fixes: ["any", "all"].map((name) => likelyFix(`Wrap in ${name}(…)`, callAround(p, name, node))),
  }));
}

/** A word or symbol in place of an operator, followed by a value. */
function unknownComparison(p: Reader): Operation | undefined {
  if (atLogical(p) || (!isSymbol(p.char) && !isWord(p.char))) return undefined;
  const start = p.at;
  const name = p.text.slice(start, p.nameEnd());
  if (p.scheme.field(name) || p.scheme.function(name) || /^\d/.test(name)) return undefined;
  const word = /[=<>!~&|^*]+|\w+/y;
  word.lastIndex = start;
  const written = word.exec(p.text)?.[0] ?? "";
  const end = start + written.length;
  if (foreignOperator(p) || !/^\s*["'{$\d]/.test(p.text.slice(end, end + 20))) return undefined;
  const guess = p.nearest(written, names) as ComparisonName | undefined;
  p.at = end;
  p.problem("unknown-operator", { start, end }, () => ({
    message: `Unknown operator ${shorten(written)}.${adviceFor(written, guess)}`,
    fixes: guess ? [likelyFix(`Use '${guess}'`, [replace({ start, end }, guess)])] : [],
  }));
  return { kind: "operator", start, end, name: guess ?? "eq", guessed: true };
}

function adviceFor(written: string, guess: string | undefined): string {
  if (guess) return ` Did you mean '${guess}'?`;
  return /^between$/i.test(written) ? " Use both ends in a set, as in {80..443}." : "";
}

const names = comparisons.map((it) => it.name);

/** `(http.host) eq "x"`: reported at the comparison, outside the parentheses. */
function comparedOutside(p: Reader, left: Operand): boolean {
  if (!p.is(code.closeParenthesis) || (left.start !== p.groupStart && p.depth > 0)) return false;
  const closers =
    /^([\s)]*)(?:[=!<>~]|(?:eq|ne|lt|le|gt|ge|in|contains|matches|wildcard|strict)\b)/.exec(
      p.text.slice(p.at, p.at + 20),
    )?.[1];
  if (closers === undefined || p.callDepth === 0) return closers !== undefined;
  // The closing parenthesis belongs to the call.
  return closers.replace(/\s/g, "").length <= groupsAround(p, left).length;
}

function uncompared(p: Reader, left: Operand, type: Type): Description {
  const written = shorten(p.slice(left));
  const value = type.kind === "Integer" ? "0" : type.kind === "IP" ? "192.0.2.1" : '"…"';
  if (atNot(p)) {
    return {
      message: `${written} is not compared with anything, and 'not' goes before the comparison. Use not ${cut(p.slice(left))} eq ${value}.`,
    };
  }
  const colon = /^:\s*("[^"\n]*"|[^\s"()]+)/.exec(p.text.slice(p.at, p.at + 200))?.[1];
  if (colon !== undefined) {
    const bare = type.kind === "String" && !colon.startsWith('"');
    return {
      message: `Comparisons have no ':'. Use ${cut(p.slice(left))} eq ${cut(bare ? `"${colon}"` : colon)}.`,
    };
  }
  return {
    message: `Expected a Boolean, but ${written} is ${kindName(type.kind as ScalarType["kind"])}. Compare it: eq ${value}.`,
  };
}

function wrongOperator(
  p: Reader,
  left: Operand,
  operator: Comparison["operator"],
  kind: ScalarType["kind"],
): Description {
  const { accepts } = comparisonBySpelling(operator.name) as ComparisonRow;
  const needs = accepts.map(kindName).join(" or ");
  return {
    message: `${shorten(p.slice(operator))} needs ${needs}, but ${shorten(p.slice(left))} is ${kindName(kind)}. Use 'eq', 'ne' or 'in'.`,
  };
}

function innermost(type: Type): ScalarType["kind"] {
  return isCollection(type) ? innermost(type.of) : type.kind;
}
