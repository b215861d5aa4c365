import { onlyMarks } from "../../text/hole.ts";
import type { Span } from "../../text/span.ts";
import type { RuleFunction } from "../catalog/functions.ts";
import { comparisonBySpelling } from "../catalog/operators.ts";
import { returnType } from "../catalog/signature.ts";
import { arrayOf, booleanType } from "../catalog/type.ts";
import { code, codeAt, isDigit, isNamePart, isSymbol, isWord } from "./characters.ts";
import {
  checkArguments,
  checkQuantified,
  isMapped,
  missingParentheses,
  trailingComma,
} from "./check-call.ts";
import {
  checkEach,
  checkOperator,
  foreignComparison,
  missingOperator,
  secondOperator,
  withoutComparison,
} from "./check-comparison.ts";
import { indexes } from "./indexes.ts";
import { infixOperation, negate } from "./infix.ts";
import { isLiteralName, literalArgument } from "./literals/literal-argument.ts";
import { stringInQuotes } from "./literals/strings.ts";
import { comparand } from "./literals/values.ts";
import { atAnyLogical, atNot, takeComparison, takeLogical, takeNot } from "./operators.ts";
import { join } from "./precedence.ts";
import type { Reader } from "./reader.ts";
import { existence } from "./recovery/existence.ts";
import { notCalled, spaceBeforeIndex, unknownField, unknownFunction } from "./recovery/names.ts";
import { markRecovered, markRecoveredSince } from "./recovery/recovered.ts";
import {
  afterExpression,
  betweenArguments,
  capitalNot,
  noExpression,
  skipGroup,
  tooDeep,
  unclosedGroup,
} from "./recovery/recovery.ts";
import { severalTexts } from "./recovery/several-texts.ts";
import { isValueMissing } from "./recovery/wrong-value.ts";
import { requestValue } from "./request-value.ts";
import type {
  Argument,
  Call,
  Comparison,
  Expression,
  Field,
  Logical,
  Operand,
  Operation,
  Operator,
  Quantifier,
} from "./tree.ts";
import { argumentType, booleansType, isBooleanOperand, isEach, truthType } from "./types.ts";

/** The characters that end an expression because they belong to its parent. */
export type Stop = "" | ")" | "),";

/** logical = simple { operator simple } */
export function logical(p: Reader, stop: Stop, first?: Expression): Expression {
  let { faults } = p;
  const { quiet } = p;
  let last = first ?? simple(p);
  p.skip();
  if (atStop(p, stop)) return markRecoveredSince(p, last, faults);
  const operands: Expression[] = [];
  const operators: Operator<Logical["name"]>[] = [];
  let isUnseen = false;
  while (!atStop(p, stop)) {
    const word = p.takeHole();
    const hole = word ?? p.holeBefore();
    isUnseen ||= hole !== undefined;
    p.skip();
    if (atStop(p, stop)) break;
    const written = takeLogical(p);
    const operator =
      written ??
      (hole && {
        kind: "operator",
        name: "and",
        start: hole.start,
        end: hole.end,
        guessed: true,
      }) ??
      afterExpression(p, last, last.kind === "recovered" || p.faults !== faults);
    p.skip();
    // Without an operator, unexpected text was skipped.
    if (!operator) continue;
    operands.push(markRecoveredSince(p, last, faults));
    operators.push(operator);
    ({ faults } = p);
    // The rest of the line is likely part of the same error.
    if (p.quiet !== quiet) p.faults++;
    last = (word && !written && comparisonOf(p, word)) || simple(p);
    p.quiet = quiet;
    p.skip();
  }
  operands.push(markRecoveredSince(p, last, faults));
  ({ faults } = p);
  const whole = markRecoveredSince(p, join(p, operands, operators), faults);
  // A hole between two expressions may contain the logical operator.
  return isUnseen ? markRecovered(whole) : whole;
}

/** value = operand. Anything else is parsed too, to report its problems. */
export function valueExpression(p: Reader): Expression {
  if ((!isNamePart(p.char) && !p.atHole()) || atNot(p)) return logical(p, "");
  const { faults } = p;
  const first = operand(p);
  if (p.ended) return first;
  return logical(p, "", first.kind === "quantifier" ? first : argumentFrom(p, first, faults));
}

/** simple = group | negation | quantifier | comparison */
function simple(p: Reader): Expression {
  if (p.is(code.openParenthesis)) return group(p);
  if (atNot(p)) return negation(p);
  if ((isNamePart(p.char) && !isValueMissing(p)) || p.atHole()) return comparison(p);
  const { quiet } = p;
  // Text after a hole may belong to a comparison in the hole.
  p.quiet ||= p.holeBefore() !== undefined;
  const none = noExpression(p);
  p.quiet = quiet;
  return none ?? simple(p);
}

/** group = "(" logical ")" */
function group(p: Reader): Expression {
  const start = p.at;
  if (tooDeep(p, start, start + 1)) return skipGroup(p, start);
  p.depth++;
  p.at++;
  p.skip();
  p.groupStart = p.at;
  const inner = logical(p, ")");
  p.depth--;
  const closed = p.takeChar(code.closeParenthesis);
  const end = closed ? p.at : inner.end;
  if (!closed) unclosedGroup(p, start, end);
  return { kind: "group", start, end, inner, closed, type: truthType(inner) };
}

/** negation = ("not" | "!") simple */
function negation(p: Reader): Expression {
  const { faults } = p;
  const operator = takeNot(p) as Operator<"not">;
  const { start } = operator;
  if (codeAt(p.text, start) === code.capitalN) capitalNot(p, operator);
  if (tooDeep(p, start, operator.end)) return skipGroup(p, start);
  p.depth++;
  p.skip();
  const operand = simple(p);
  p.depth--;
  const type = truthType(operand);
  return markRecoveredSince(
    p,
    { kind: "not", start, end: operand.end, operator, operand, type },
    faults,
  );
}

/** comparison = operand [ operator comparand ] */
function comparison(p: Reader): Expression {
  const { faults } = p;
  const left = operand(p);
  if (left.kind === "quantifier") return markRecoveredSince(p, left, faults);
  if (isBooleanOperand(left)) return markRecoveredSince(p, checkEach(p, left), faults);
  const operator = comparisonAfter(p);
  if (operator) return markRecoveredSince(p, checkEach(p, compare(p, left, operator)), faults);
  const unseen = unseenComparison(p, left);
  if (unseen) return markRecoveredSince(p, unseen, faults);
  const foreign = foreignOperation(p, left);
  return markRecoveredSince(
    p,
    foreign ? checkEach(p, foreign) : withoutComparison(p, left),
    faults,
  );
}

/** A hole that ends with an operand, as in `ssl ${var.or}http.host eq "a"`. */
function comparisonOf(p: Reader, { start, end }: Span): Expression | undefined {
  const name = p.slice({ start, end });
  const left = indexed(p, { kind: "field", start, end, name, ...unknown });
  const operator = comparisonAfter(p);
  if (!operator) return undefined;
  p.faults++;
  return compare(p, left, operator);
}

/** After a hole that may contain more than an operand, `len` is not `le` before an `n`. */
function comparisonAfter(p: Reader): Operation | undefined {
  if (!p.holeBefore()) return takeComparison(p);
  const word = p.text.slice(p.at, p.nameEnd());
  return word === "" || comparisonBySpelling(word) ? takeComparison(p) : undefined;
}

/** A hole between an operand and a value, or in place of both. */
function unseenComparison(p: Reader, left: Operand): Expression | undefined {
  const hole = p.takeHole();
  if (!hole) return p.holeBefore() ? left : undefined;
  do p.skip();
  while (p.takeHole());
  if (p.ended || atAnyLogical(p) || p.is(code.closeParenthesis) || p.is(code.comma)) return left;
  // If a comparison follows, the hole ends with an operand.
  const compared = comparisonOf(p, hole);
  if (compared) return compared;
  const name = p.is(code.openBrace) || p.is(code.dollar) ? "in" : "eq";
  return compare(p, left, { ...hole, kind: "operator", name, guessed: true });
}

/** A comparison in the syntax of another language. */
function foreignOperation(p: Reader, left: Operand): Expression | undefined {
  const test = left.type && existence(p, left);
  if (test) return test;
  const operator = foreignComparison(p, left) ?? missingOperator(p, left);
  if (!operator) return infixOperation(p, left);
  const node = compare(p, left, operator);
  return operator.negated ? negate(node) : node;
}

function compare(p: Reader, left: Operand, operator: Operation): Comparison {
  p.skip();
  if (operator.name === "matches") p.regexes++;
  if (isSymbol(p.char) || (isWord(p.char) && !isDigit(p.char))) secondOperator(p, operator);
  p.comparedStart = left.start;
  p.comparedLeftEnd = left.end;
  p.comparedEnd = operator.end;
  const kind = p.isUnseen(operator) ? undefined : checkOperator(p, left, operator);
  const expected = { left, kind, operator };
  const right = requestValue(p, expected, operand) ?? comparand(p, expected);
  const type = isEach(left) ? booleansType : booleanType;
  const end = Math.max(right.end, operator.end);
  return { kind: "comparison", start: left.start, end, left, operator, right, type };
}

/** operand = ( field | call ) { index } */
function operand(p: Reader): Operand | Quantifier {
  const hole = p.takeHole();
  if (hole) return unseenOperand(p, hole);
  const start = p.at;
  const end = p.nameEnd();
  p.at = end;
  const definition = p.scheme.fieldAt(p.text, start, end);
  if (!definition) return otherOperand(p, { start, end });
  // The catalog's string is faster to look up than a new slice of the text.
  const { name, type } = definition;
  return indexed(p, { kind: "field", start, end, name, definition, type });
}

/** A hole in place of a field or a function, or in its name. */
function unseenOperand(p: Reader, { start, end }: Span): Operand {
  const name = p.slice({ start, end });
  if (!p.is(code.openParenthesis) || onlyMarks(name))
    return indexed(p, { kind: "field", start, end, name, ...unknown });
  const callee = { start, end };
  // These are arguments, or a group after a hole that ends in an operator.
  const { quiet } = p;
  p.quiet = true;
  const called = inParentheses(p, callee, "argument");
  p.quiet = quiet;
  return indexed(p, { kind: "call", start, name, callee, ...called, mapped: false, ...unknown });
}

/** A call, or an unknown name. */
function otherOperand(p: Reader, name: Span): Operand | Quantifier {
  const written = p.slice(name);
  p.skip();
  const definition = p.scheme.function(written);
  const called = p.is(code.openParenthesis);
  if (called && definition?.quantifier) return quantifier(p, name, written as "any" | "all");
  if (called || (definition && !definition.quantifier)) {
    return indexed(p, call(p, name, definition));
  }
  unknownField(p, name);
  return indexed(p, { kind: "field", ...name, name: written, ...unknown });
}

const unknown = { definition: undefined, type: undefined };

/** The engine allows no space before a bracket. The problem marks it. */
function indexed(p: Reader, base: Field | Call): Operand {
  p.skip();
  if (!p.is(code.openBracket)) return base;
  if (p.at > base.end) spaceBeforeIndex(p, base);
  return indexes(p, base);
}

/** call = name "(" [ argument { "," argument } ] ")" */
function call(p: Reader, callee: Span, definition: RuleFunction | undefined): Call {
  const name = p.slice(callee);
  const { start } = callee;
  if (!definition) unknownFunction(p, callee);
  if (!p.is(code.openParenthesis)) {
    notCalled(p, callee);
    const nothing = { args: [], commas: [], closed: false, mapped: false, type: undefined };
    return { kind: "call", start, end: callee.end, name, callee, definition, ...nothing };
  }
  const several = severalTexts(p, callee, definition);
  if (several) return several;
  const { args, commas, closed, end } = inParentheses(p, callee, "argument");
  const { faults } = p;
  if (definition && closed) checkArguments(p, { callee, definition, args, end });
  // With invalid arguments the type of the result is unknown.
  const doubtful = p.faults !== faults && p.is(code.openBracket);
  const [first] = args;
  const mapped = isMapped(definition, first);
  const one = definition && returnType(definition, first && argumentType(first));
  const type = doubtful ? undefined : one && mapped ? arrayOf(one) : one;
  return { kind: "call", start, end, name, callee, definition, args, commas, closed, mapped, type };
}

/** quantifier = ("any" | "all") "(" argument ")" */
function quantifier(p: Reader, callee: Span, name: "any" | "all"): Quantifier {
  const { args, closed, end } = inParentheses(p, callee, "quantifier");
  if (closed) checkQuantified(p, name, { callee, args, end });
  const argument = args[0] ?? { kind: "missing", start: callee.end, end: callee.end };
  const { start } = callee;
  return { kind: "quantifier", start, end, name, callee, argument, closed, type: booleanType };
}

/** The arguments of a call. The reader is at the opening parenthesis. */
function inParentheses(p: Reader, callee: Span, context: Reader["context"]) {
  const open = p.at;
  const args: Argument[] = [];
  const commas: number[] = [];
  if (tooDeep(p, callee.start, callee.end)) {
    return { args, commas, closed: false, end: skipGroup(p, p.at).end };
  }
  const { context: outer, callDepth } = p;
  p.context = context;
  p.callDepth = ++p.depth;
  p.at++;
  p.skip();
  while (!p.ended && !p.is(code.closeParenthesis)) {
    const last = argument(p);
    args.push(last);
    p.skip();
    if (p.is(code.comma)) {
      commas.push(p.at++);
      p.skip();
      if (p.is(code.closeParenthesis)) trailingComma(p, commas[commas.length - 1] ?? p.at);
    } else if (!p.ended && !p.is(code.closeParenthesis)) {
      if (!p.takeHole() && !p.holeBefore()) betweenArguments(p, last);
      p.skip();
    }
  }
  p.depth--;
  p.context = outer;
  p.callDepth = callDepth;
  const closed = p.takeChar(code.closeParenthesis);
  const end = closed ? p.at : Math.max(p.lastEnd, args[args.length - 1]?.end ?? 0);
  if (!closed) unclosedGroup(p, open, end);
  return { args, commas, closed, end };
}

/** argument = string | logical, if it starts like one | operand [ operator comparand ] | other literals */
function argument(p: Reader): Argument {
  const text = stringInQuotes(p);
  if (text) {
    if (p.isUnseen(text)) p.faults++;
    return text;
  }
  if (p.is(code.openParenthesis) || atNot(p)) return logical(p, "),");
  const named = isNamePart(p.char) || p.atHole();
  const literal = !named || isLiteralName(p) ? literalArgument(p) : undefined;
  if (literal) return literal;
  if (!named) return noExpression(p, "argument") ?? argument(p);
  const { faults } = p;
  const left = operand(p);
  if (left.kind === "quantifier") return logical(p, "),", left);
  const whole = argumentFrom(p, left, faults);
  p.skip();
  if (!atAnyLogical(p)) return whole;
  const joined = logical(p, "),", whole);
  missingParentheses(p, joined);
  return joined;
}

/** At most one comparison. A Boolean is complete, so anything after it is unexpected. */
function argumentFrom(p: Reader, left: Operand, faults: number): Expression {
  if (isBooleanOperand(left)) return left;
  const operator = comparisonAfter(p);
  const whole = operator
    ? compare(p, left, operator)
    : (unseenComparison(p, left) ?? foreignOperation(p, left));
  return whole ? markRecoveredSince(p, whole, faults) : left;
}

function atStop(p: Reader, stop: Stop): boolean {
  if (p.ended || stop === "") return p.ended;
  return p.is(code.closeParenthesis) || (stop === ")," && p.is(code.comma));
}
