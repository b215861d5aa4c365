import { advised, likelyFix, safeFix } from "../../../core/diagnostic.ts";
import { insert, remove, replace } from "../../../text/edit.ts";
import { shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { actionNamed } from "../../catalog/actions.ts";
import { maxDepth } from "../../catalog/limits.ts";
import { code, codeAt, isDigit, isSymbol, isWord } from "../characters.ts";
import { atRawString } from "../literals/strings.ts";
import { foreignOperator, takeComparison } from "../operators.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import type { Argument, Expression, Logical, Operation, Operator, Stray } from "../tree.ts";
import { replaceByWord } from "../word-edits.ts";
import { extraComparison } from "./extra-comparison.ts";
import { skipForeignComment } from "./foreign-comment.ts";
import { withoutRecoveredMark } from "./recovered.ts";
import { skipToken, skipValue } from "./skip.ts";
import { strayValue, valueAfter } from "./stray-value.ts";
import { valueFirst } from "./value-first.ts";
import { withoutField } from "./without-field.ts";
import { atWrongQuotes } from "./wrong-quotes.ts";
import { isValueMissing } from "./wrong-value.ts";

/** Reports if one more level exceeds the limit. */
export function tooDeep(p: Reader, start: number, end: number): boolean {
  if (p.depth < maxDepth) return false;
  p.problem("too-deep", { start, end }, () => ({
    message: `Nesting is more than ${maxDepth} levels deep, which the engine rejects. Deeper parts are not checked.`,
  }));
  return true;
}

export function capitalNot(p: Reader, operator: Span): void {
  p.problem("unknown-operator", operator, () =>
    advised(
      `Unknown operator ${shorten(p.slice(operator))}.`,
      safeFix("Use 'not'", [replaceByWord(p.text, operator, "not")]),
    ),
  );
}

/** Skips a group and any negations before it. */
export function skipGroup(p: Reader, start: number): Stray {
  let open = 0;
  for (p.skip(); !p.ended; p.skip()) {
    if (openers.has(p.char)) {
      open++;
      p.at++;
    } else if (closers.has(p.char)) {
      if (open === 0) break;
      open--;
      p.at++;
      if (open === 0) break;
    } else if (open === 0 && isValueMissing(p)) break;
    else skipToken(p);
  }
  return { kind: "stray", start, end: Math.max(start, p.lastEnd) };
}

/**
 * Unexpected text after a complete expression. Returns the intended operator, or undefined after skipping the text. If
 * the expression already has an error, the rest of its line is part of it.
 */
export function afterExpression(
  p: Reader,
  node: Argument,
  faulty: boolean,
): Operator<Logical["name"]> | undefined {
  if (skipForeignComment(p)) return undefined;
  const start = p.at;
  const last = withoutRecoveredMark(node);
  if (closers.has(p.char)) return strayCharacter(p);
  if (p.is(code.comma) && !valueAfter(p, p.at + 1)) return commaForLogical(p);
  const foreign = foreignOperator(p);
  if (foreign?.suggested.kind === "logical" && foreign.suggested.name !== "not") {
    const name = foreign.suggested.name as Logical["name"];
    const { faults } = p;
    p.problem("unknown-operator", foreign, () =>
      advised(
        `Unknown operator ${shorten(p.slice(foreign))}.`,
        safeFix(`Use '${name}'`, [replaceByWord(p.text, foreign, name)]),
      ),
    );
    p.markedInTree(faults);
    p.at = foreign.end;
    return { kind: "operator", start, end: p.at, name, guessed: true };
  }
  const { quiet } = p;
  p.quiet ||= faulty && p.onSameLine;
  const operator = takeComparison(p) ?? foreignOperation(foreign);
  // Continuing after a missing operator ends the suppression of problems.
  if (!operator && atExpression(p)) return missingLogical(p);
  if (operator) {
    p.at = operator.end;
    extraComparison(p, last, operator);
  } else strayValue(p, last);
  p.quiet = quiet;
  return undefined;
}

function foreignOperation(found: ReturnType<typeof foreignOperator>): Operation | undefined {
  if (found?.suggested.kind !== "comparison") return undefined;
  const { start, end, suggested } = found;
  const operator = { kind: "operator", start, end, name: suggested.name } as const;
  return suggested.negated ? { ...operator, negated: true } : operator;
}

/** A missing comma between two arguments, or an invalid argument. */
export function betweenArguments(p: Reader, node: Argument): void {
  if (skipForeignComment(p)) return;
  const last = withoutRecoveredMark(node);
  const start = p.at;
  const operator = takeComparison(p);
  if (operator) {
    extraComparison(p, last, operator);
    return;
  }
  if (p.text.startsWith(";", start)) {
    p.at++;
    const span = { start, end: p.at };
    p.problem("expression-syntax", span, () => ({
      message: "Separate arguments with ',', not ';'.",
      fixes: [safeFix("Use ','", [replace(span, ",")])],
    }));
    return;
  }
  if (!atExpression(p) && !atText(p)) {
    strayCharacter(p);
    return;
  }
  const end = p.strayEnd();
  p.problem("expression-syntax", { start, end }, () => ({
    message: `Expected ',' before ${shorten(p.text.slice(start, end))}.`,
    fixes: [likelyFix("Add ','", [insert(p.lastEnd, ",")])],
  }));
}

/**
 * No expression starts here. Skips text that cannot start anything; undefined means that an expression follows.
 */
export function noExpression(
  p: Reader,
  noun: "comparison" | "argument" = "comparison",
): Expression | undefined {
  const before = p.at;
  const missingField = noun === "comparison" ? comparedAlone(p) : undefined;
  if (missingField) return missingField;
  while (!isValueMissing(p) && !atExpression(p) && !atText(p)) {
    if (skipVariableSign(p)) return undefined;
    if (!skipForeignComment(p)) strayCharacter(p);
    p.skip();
  }
  if (atText(p)) return valueFirst(p);
  if (!isValueMissing(p)) return undefined;
  if (p.at === before) missing(p, noun);
  return { kind: "missing", start: p.at, end: p.at };
}

/** `score >= 1 && <= 29`: skips an operator without its field, and its value. */
function comparedAlone(p: Reader): Stray | undefined {
  if (!isSymbol(p.char)) return undefined;
  const start = p.at;
  const operator = takeComparison(p);
  const description = operator && withoutField(p, operator);
  if (!operator || !description) {
    p.at = start;
    return undefined;
  }
  p.skip();
  skipValue(p);
  p.problem("expression-syntax", operator, () => description);
  return { kind: "stray", start, end: p.at };
}

/** `$http_host`: skips the `$` of a variable. */
function skipVariableSign(p: Reader): boolean {
  if (!p.is(code.dollar) || !isWord(codeAt(p.text, p.at + 1))) return false;
  const sign = { start: p.at, end: p.at + 1 };
  p.at++;
  const name = p.text.slice(p.at, p.nameEnd());
  if (p.scheme.field(name) || p.scheme.function(name)) {
    p.problem("expression-syntax", sign, () => ({
      message: `Fields have no '$'. Use ${name}.`,
      fixes: [safeFix("Remove '$'", [remove(sign)])],
    }));
  }
  return true;
}

function missing(p: Reader, noun: string): void {
  const { lastEnd } = p;
  const before = /(?:and|or|xor|not|&&|\|\||\^\^|[!(,])$/i.exec(
    p.text.slice(Math.max(0, lastEnd - 3), lastEnd),
  )?.[0];
  const end = p.strayEnd();
  const describe = () => ({
    message: before
      ? `Expected ${noun === "argument" ? "an" : "a"} ${noun} after '${before}'.`
      : `Expected ${noun === "argument" ? "an" : "a"} ${noun} before ${shorten(p.text.slice(p.at, end))}.`,
  });
  if (before) {
    const start = lastEnd - before.length;
    // An operator that joins a condition with nothing.
    const gap = start - p.text.slice(0, start).trimEnd().length;
    const isJoin = /^(?:and|or|xor|&&|\|\||\^\^)$/i.test(before) && start > gap;
    const edits = [remove({ start: start - gap, end: lastEnd })];
    const fixes = [likelyFix(`Remove '${before}'`, edits)];
    p.problem("expression-syntax", { start, end: lastEnd }, () => ({
      ...describe(),
      ...(isJoin && { fixes }),
    }));
  } else if (p.ended) p.problemHere("expression-syntax", describe);
  else
    p.problem("expression-syntax", { start: p.at, end }, () => ({
      ...describe(),
      fixes: withoutJoin(p, end),
    }));
}

/** `and` in front of the first comparison. */
function withoutJoin({ text, at }: Reader, end: number) {
  const [, word] = /^(and|or|xor|&&|\|\||\^\^)\s+(?=[\w(!])/i.exec(text.slice(at, end + 20)) ?? [];
  const [gap = ""] = /^\s*/.exec(text.slice(end, end + 20)) ?? [];
  if (word?.length !== end - at) return [];
  const edits = [remove({ start: at, end: end + gap.length })];
  return [likelyFix(`Remove '${word}'`, edits)];
}

export function unclosedGroup(p: Reader, open: number, end: number): void {
  if (p.ranOut) {
    // The unterminated string contains the parenthesis.
    p.faults++;
    return;
  }
  p.problem("expression-syntax", { start: open, end: open + 1 }, () => ({
    message: `Expected ')' to close this '(' but found ${p.ended ? "the end" : shorten(p.text.slice(p.at, p.strayEnd()))}.`,
    fixes: [likelyFix("Add ')'", [insert(end, ")")])],
  }));
}

/** `… block` at the end of the text. */
function isLastAction({ text }: Reader, { start, end }: Span): boolean {
  return text.slice(end).trim() === "" && actionNamed(text.slice(start, end)) !== undefined;
}

/** `… then block`. */
function withAction(p: Reader, start: number): Description {
  const [then = "", word = ""] =
    /^(?:then\s+)?"?([a-z_]+)/i.exec(p.text.slice(start, start + 60)) ?? [];
  const action = actionNamed(word.toLowerCase())?.name ?? "block";
  const span = { start: p.lastEnd, end: p.text.length };
  return {
    message: `An expression only says which requests match. Remove ${shorten(then)}, and set the action with '# @action ${action}'.`,
    fixes: [likelyFix("Remove what follows", [remove(span)])],
  };
}

function missingLogical(p: Reader): Operator<"and"> {
  const start = p.at;
  const { faults } = p;
  const span = { start, end: p.strayEnd() };
  if (/^then$/i.test(p.slice(span)) || isLastAction(p, span)) {
    p.problem("expression-syntax", { start, end: p.text.length }, () => withAction(p, start));
    // The text that follows is not a condition.
    p.quiet = true;
  }
  p.problem("expression-syntax", span, () => ({
    message: `Expected 'and' or 'or' before ${shorten(p.slice(span))}.`,
    fixes: ["and", "or"].map((word) =>
      likelyFix(`Add '${word}'`, [insert(start, `${p.afterGap ? "" : " "}${word} `)]),
    ),
  }));
  p.markedInTree(faults);
  return { kind: "operator", start, end: start, name: "and", guessed: true };
}

/** Expressions separated by commas, as in other languages. */
function commaForLogical(p: Reader): Operator<"and"> {
  const start = p.at;
  p.at++;
  const { faults } = p;
  const span = { start, end: p.at };
  p.problem("expression-syntax", span, () => ({
    message: "Join comparisons with 'and' or 'or', not ','.",
    fixes: ["and", "or"].map((word) => likelyFix(`Use '${word}'`, [replace(span, ` ${word}`)])),
  }));
  p.markedInTree(faults);
  return { kind: "operator", ...span, name: "and", guessed: true };
}

function strayCharacter(p: Reader): undefined {
  const start = p.at;
  const closes = closers.has(p.char);
  skipValue(p);
  const span = { start, end: p.at };
  p.problem("expression-syntax", span, () => {
    const written = shorten(p.slice(span));
    return {
      message: closes ? `Unmatched ${written}. Remove it.` : `Unexpected ${written}. Remove it.`,
      fixes: [likelyFix(`Remove ${written}`, [remove(span)])],
    };
  });
}

/** Whether an expression can start here. */
function atExpression(p: Reader): boolean {
  const { char } = p;
  if (char === code.openParenthesis) return true;
  if (char === code.bang) return codeAt(p.text, p.at + 1) !== code.equals;
  return isWord(char) && !isDigit(char) && !atRawString(p);
}

function atText(p: Reader): boolean {
  return p.is(code.quote) || atWrongQuotes(p) || atRawString(p);
}

const openers: ReadonlySet<number> = new Set([
  code.openParenthesis,
  code.openBracket,
  code.openBrace,
]);
const closers: ReadonlySet<number> = new Set([
  code.closeParenthesis,
  code.closeBracket,
  code.closeBrace,
]);
