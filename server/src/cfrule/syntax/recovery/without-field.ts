import { likelyFix } from "../../../core/diagnostic.ts";
import { insert, replace } from "../../../text/edit.ts";
import { cut, shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { operatorMeaning } from "../../catalog/operators.ts";
import { codeAt, isWord } from "../characters.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";

/** `score ge 1 and le 29`: an operator without its field. Undefined if it is not an operator, or no value follows. */
export function withoutField(p: Reader, operator: Span): Description | undefined {
  const written = p.slice(operator);
  if (operatorMeaning(written)?.kind !== "comparison" && !/^[=!<>~]+$/.test(written))
    return undefined;
  const [all, value = ""] = aValue.exec(p.text.slice(operator.end, operator.end + farthest)) ?? [];
  if (all === undefined) return undefined;
  const message = `Expected a field before ${shorten(written)}.`;
  if (p.comparedStart === -1) return { message };
  const left = p.text.slice(p.comparedStart, p.comparedLeftEnd);
  const not = /\bnot\s+$/.test(p.text.slice(Math.max(0, operator.start - 10), operator.start));
  const suggested = `${not ? "not " : ""}${left} ${written} ${value}`;
  const range = not ? undefined : rangeAround(p, operator, written, value);
  const apart = isWord(codeAt(p.text, operator.start - 1)) ? " " : "";
  const again = likelyFix(`Add '${cut(left)}'`, [insert(operator.start, `${apart}${left} `)]);
  if (!range) return { message: `${message} Use ${suggested}.`, fixes: [again] };
  const span = { start: p.comparedLeftEnd, end: operator.end + all.length };
  const inRange = likelyFix(`Use ${range}`, [replace(span, ` ${range}`)]);
  return { message: `${message} Use ${suggested}, or ${left} ${range}.`, fixes: [again, inRange] };
}

const aValue = /^\s*("[^"\n]*"|'[^'\n]*'|\{[^{}\n]*\}|\$[\w.]+|-?[\d][\w.:/]*)/;
const farthest = 200;

/** Two bounds of a number, lower one first, as a range. */
function rangeAround(p: Reader, operator: Span, second: string, last: string): string | undefined {
  const first = /(?<!\S)\S+$/.exec(p.text.slice(p.comparedLeftEnd, p.comparedEnd))?.[0] ?? "";
  const before = p.text.slice(p.comparedEnd, operator.start);
  const from = /^\s*(-?\d{1,15})\s*(?:and|&&)\s*$/.exec(before)?.[1];
  return from && /^-?\d{1,15}$/.test(last) ? rangeOf(first, from, second, last) : undefined;
}

/** `in {1..29}` for `ge 1` and `le 29`; undefined if the two are not a range. */
export function rangeOf(
  first: string,
  from: string,
  second: string,
  to: string,
): string | undefined {
  const lower = { ge: 0, ">=": 0, gt: 1, ">": 1 }[first];
  const upper = { le: 0, "<=": 0, lt: 1, "<": 1 }[second];
  if (lower === undefined || upper === undefined) return undefined;
  const [least, most] = [Number(from) + lower, Number(to) - upper];
  return least < most ? `in {${least}..${most}}` : undefined;
}
