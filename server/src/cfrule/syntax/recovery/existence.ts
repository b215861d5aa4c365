import { likelyFix } from "../../../core/diagnostic.ts";
import { replace } from "../../../text/edit.ts";
import { cut, shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { type ExpectedValue, kindName } from "../expected-value.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import type { Operand, Stray } from "../tree.ts";

/** `http.request.headers["x-a"] exists`, `… is not null`: a presence test of other languages. */
export function existence(p: Reader, left: Operand): Stray | undefined {
  const [written] = presenceAfter.exec(p.text.slice(p.at, p.at + 40)) ?? [];
  if (written === undefined || (/null|nil|none/i.test(written) && !isEntry(p.slice(left))))
    return undefined;
  const span = { start: left.start, end: p.at + written.length };
  const test = { start: p.at, end: span.end };
  p.at = span.end;
  p.problem("unknown-operator", test, () => {
    const [field, negated] = [p.slice(left), isNegated(written)];
    const suggested = isEntry(field)
      ? presenceTest(field, negated)
      : `${field} ${negated ? "eq" : "ne"} ""`;
    const fix = likelyFix(`Use ${suggested}`, [replace(span, suggested)]);
    return {
      message: presenceMessage(field, written),
      fixes: isEntry(field) || left.type?.kind === "String" ? [fix] : [],
    };
  });
  return { kind: "stray", ...span };
}

const presenceAfter =
  /^(?:(?:not|!|does\s+not|is\s+not)\s*)?(?:(?:is\s+)?(?:exists?|present|set|defined)|is\s+(?:not\s+)?(?:null|nil|none))\b/i;

function isEntry(operand: string): boolean {
  return /^[\w.]+\["[^"\]]*"\]/.test(operand);
}

/** Words that are rarely a value: `x is empty`. */
export const presenceWord = /^(?:present|set|defined|empty|blank|missing|exists?)$/i;

/** `is empty`, `is not set`: reported at the value after the operator. */
export function isPresenceTest(operator: string, value: string): boolean {
  return presenceWord.test(value) && /^is\b/i.test(operator);
}

/** The replacement for `x is not set` and the like. */
export function presence(
  p: Reader,
  { left: operand, kind }: ExpectedValue,
  test: Span,
): Description {
  const left = p.slice(operand);
  const written = p.slice(test);
  if (kind !== undefined && kind !== "String") {
    const advice = `${shorten(left)} is ${kindName(kind)}. Compare it with a value.`;
    return { message: `Unknown operator ${shorten(written)}. ${advice}` };
  }
  const operator = isNegated(written) ? "eq" : "ne";
  const fix = likelyFix(`Use ${operator} ""`, [replace(test, `${operator} ""`)]);
  return { message: presenceMessage(left, written), fixes: left.endsWith("]") ? [] : [fix] };
}

function presenceMessage(left: string, written: string): string {
  return `Unknown operator ${shorten(written)}. Use ${presenceTest(left, isNegated(written))}.`;
}

function isNegated(written: string): boolean {
  return /\bnot\b|!/i.test(written) !== /(?:empty|blank|missing|null|nil|none)$/i.test(written);
}

/** `has_key` for map elements; a comparison with the empty string for fields that are always present. */
function presenceTest(written: string, negated: boolean): string {
  const element = /^([\w.]+)\[("[^"\]]*")\]/.exec(written);
  if (element) return `${negated ? "not " : ""}has_key(${element[1]}, ${cut(element[2] ?? "")})`;
  return `${cut(written)} ${negated ? "eq" : "ne"} "", or has_key(…) for a header, cookie or argument`;
}
