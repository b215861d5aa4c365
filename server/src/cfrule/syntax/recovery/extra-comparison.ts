import { advised, type Fix, likelyFix, safeFix } from "../../../core/diagnostic.ts";
import { insert, remove } from "../../../text/edit.ts";
import { shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { codeAt, isSpace } from "../characters.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import type { Argument, Group, Operation } from "../tree.ts";
import { isOperand } from "../types.ts";
import { withoutRecoveredMark } from "./recovered.ts";
import { skipValue } from "./skip.ts";
import { isValueMissing } from "./wrong-value.ts";

/** An unexpected operator and value after a complete expression. */
interface Extra {
  readonly operator: Operation;
  readonly value: Span;
  readonly span: Span;
}

/** The reader is after the operator. */
export function extraComparison(p: Reader, last: Argument, operator: Operation): void {
  p.skip();
  const value = { start: p.at, end: p.at };
  if (!isValueMissing(p)) {
    skipValue(p);
    value.end = p.at;
  }
  const span = { start: operator.start, end: Math.max(operator.end, value.end) };
  const wrapped = wrappedOperand(last);
  if (wrapped) {
    const { inner } = wrapped[wrapped.length - 1] as Group;
    p.problem("expression-syntax", last, () => needlessParentheses(p, inner, wrapped));
    return;
  }
  if (last.kind === "string" || last.kind === "integer" || last.kind === "address") {
    p.problem("expression-syntax", last, () => ({
      message: `A comparison starts with a field, found the value ${shorten(p.slice(last))}. Put the field first.`,
    }));
    return;
  }
  const extra = { operator, value, span };
  const alone = isOperand(last) || last.kind === "quantifier" || last.kind === "constant";
  // Anything but a Boolean is already reported.
  if (alone && last.type?.kind !== "Boolean") return;
  const truth = last.kind === "comparison" ? wordTruth(p, extra) : suggestedBoolean(p, extra);
  if (alone || truth !== undefined) {
    p.problem("operator-type", span, () => needless(p, last, extra, truth));
  } else p.problem("expression-syntax", span, () => chained(p, last, extra));
}

/** `(http.host) eq "x"`: parentheses around an operand. Returns them, outermost first. */
function wrappedOperand(last: Argument): readonly Group[] | undefined {
  const groups: Group[] = [];
  let inner = last;
  while (inner.kind === "not") inner = withoutRecoveredMark(inner.operand);
  while (inner.kind === "group") {
    groups.push(inner);
    inner = withoutRecoveredMark(inner.inner);
  }
  const wrapped = groups.length > 0 && isOperand(inner) && inner.type?.kind !== "Boolean";
  return wrapped ? groups : undefined;
}

/** The groups in the innermost call that contain only this operand, innermost first. */
export function groupsAround({ text, depth, callDepth }: Reader, operand: Span): readonly Span[] {
  const found: Span[] = [];
  let { start, end } = operand;
  while (found.length < depth - callDepth) {
    while (isSpace(codeAt(text, start - 1))) start--;
    while (isSpace(codeAt(text, end))) end++;
    if (text.charAt(--start) !== "(" || text.charAt(end++) !== ")") break;
    found.push({ start, end });
  }
  return found;
}

/** Whether the outermost group is followed by the end of an argument. */
export function isWholeArgument({ text }: Reader, groups: readonly Span[]): boolean {
  let end = groups[groups.length - 1]?.end ?? 0;
  while (isSpace(codeAt(text, end))) end++;
  return /[,)]/.test(text.charAt(end));
}

export function needlessParentheses(p: Reader, inner: Span, groups: readonly Span[]): Description {
  const ends = groups.flatMap(({ start, end }) => [
    { start, end: start + 1 },
    { start: end - 1, end },
  ]);
  return {
    message: `Parentheses go around whole comparisons, not around ${shorten(p.slice(inner))}. Remove them.`,
    fixes: [safeFix("Remove the parentheses", ends.map(remove))],
  };
}

function chained(p: Reader, last: Argument, { operator, value }: Extra): Description {
  const message = `The comparison is complete before ${shorten(p.slice(operator))}.`;
  if (last.kind !== "comparison" || value.start === value.end) {
    return { message: `${message} Join two comparisons with 'and' or 'or'.` };
  }
  const left = p.slice(last.left);
  const suggested = `and ${left} ${p.slice(operator)} ${p.slice(value)}`;
  const edits = [insert(operator.start, `and ${left} `)];
  return advised(message, likelyFix(`Use ${suggested}`, edits));
}

function needless(
  p: Reader,
  last: Argument,
  { span }: Extra,
  truth: boolean | undefined,
): Description {
  return {
    message: `${shorten(p.slice(last))} is already a Boolean. ${
      truth === false
        ? last.kind === "not"
          ? `Remove 'not' and ${shorten(p.slice(span))}`
          : `Put 'not' before it instead of ${shorten(p.slice(span))}`
        : `Remove ${shorten(p.slice(span))}`
    }.`,
    fixes: withoutValue(p, last, span, truth),
  };
}

/** `ssl eq true` is `ssl`, and `ssl eq false` is `not ssl`; other values are ambiguous. */
function withoutValue(p: Reader, last: Argument, span: Span, truth: boolean | undefined): Fix[] {
  if (truth === undefined) return [];
  const gap = p.text.slice(last.end, span.start);
  const edits = [remove({ start: gap.includes("#") ? span.start : last.end, end: span.end })];
  if (truth) return [safeFix(`Remove ${shorten(p.slice(span))}`, edits)];
  if (last.kind === "not") {
    const not = { start: last.operator.start, end: last.operand.start };
    return [safeFix(`Remove 'not' and ${shorten(p.slice(span))}`, [remove(not), ...edits])];
  }
  return [safeFix("Use 'not' instead", [insert(last.start, "not "), ...edits])];
}

/** A number after a comparison may belong to another one. */
function wordTruth(p: Reader, extra: Extra): boolean | undefined {
  return /[01]/.test(p.slice(extra.value)) ? undefined : suggestedBoolean(p, extra);
}

/** The Boolean that makes the comparison true; undefined if it is not compared with a Boolean. */
function suggestedBoolean(p: Reader, { operator, value }: Extra): boolean | undefined {
  const { name } = operator;
  if (name !== "eq" && name !== "ne") return undefined;
  const written = p.slice(value).replace(/["']/g, "").toLowerCase();
  if (!/^(?:true|1|on|yes|false|0|off|no)$/.test(written)) return undefined;
  return /^(?:true|1|on|yes)$/.test(written) === (name === "eq");
}
