import type { Fix } from "../../../core/diagnostic.ts";
import { insert, replace } from "../../../text/edit.ts";
import { cut, shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { takeComparison } from "../operators.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import type { Stray } from "../tree.ts";
import { skipToken } from "./skip.ts";
import { isValueMissing } from "./wrong-value.ts";

const mirrored: Readonly<Record<string, string>> = {
  lt: "gt",
  le: "ge",
  gt: "lt",
  ge: "le",
  eq: "eq",
  ne: "ne",
};

/** A value in place of a field, as in `"x" eq http.host`. */
export function valueFirst(p: Reader): Stray {
  const value = { start: p.at, end: p.at };
  skipToken(p);
  value.end = p.at;
  p.skip();
  const operator = takeComparison(p);
  p.skip();
  const right = { start: p.at, end: p.at };
  if (operator && !isValueMissing(p)) {
    skipToken(p);
    right.end = p.at;
  }
  const name = p.slice(right);
  const field = p.scheme.field(name);
  // `"bot" in http.user_agent` is how some languages look for a part of a text.
  const isPart = operator?.name === "in" && field?.type.kind === "String";
  const opposite = operator && field ? (isPart ? "contains" : mirrored[operator.name]) : undefined;
  p.problem("expression-syntax", value, () => {
    if (opposite) return describeSwapped(p, value, right, opposite);
    return operator
      ? describeValueFirst(p, value)
      : (describeBareValue(p, value) ?? describeValueFirst(p, value));
  });
  return {
    kind: "stray",
    start: value.start,
    end: Math.max(value.end, operator?.end ?? 0, right.end),
  };
}

function describeValueFirst(p: Reader, value: Span): Description {
  return {
    message: `A comparison starts with a field, found the value ${shorten(p.slice(value))}. Put the field first.`,
  };
}

function describeSwapped(p: Reader, value: Span, right: Span, operator: string): Description {
  const text = p.slice(value).replace(/^'([^'"\\]*)'$/, '"$1"');
  const suggested = `${p.slice(right)} ${operator} ${text}`;
  const edits = [replace({ start: value.start, end: right.end }, suggested)];
  const title = `Use ${cut(suggested)}`;
  const fix: Fix = { title, edits, ...(operator === "contains" && { guess: true }) };
  return { ...describeValueFirst(p, value), fixes: [fix] };
}

/** `http.host eq "a" or "b"`: a value to be compared like the previous one. */
export function describeBareValue(p: Reader, value: Span): Description | undefined {
  if (p.comparedStart === -1) return undefined;
  const compared = p.text.slice(p.comparedStart, p.comparedEnd);
  return {
    message: `${shorten(p.slice(value))} is not compared with anything. Use ${cut(`${compared} ${p.slice(value)}`)}.`,
    fixes: [
      {
        title: `Add '${cut(compared)}'`,
        edits: [insert(value.start, `${compared} `)],
        // With a negation, 'or' and 'and' are often confused.
        guess: true,
      },
    ],
  };
}
