import type { Fix } from "../../core/diagnostic.ts";
import { insert, remove } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { isOperand } from "../types.ts";
import { passValue } from "./pass.ts";
import type { Description } from "./problems.ts";
import type { Reader } from "./reader.ts";
import type { Argument } from "./tree.ts";
import { atNothing } from "./wrong-value.ts";

/** An operator and a value after something that is complete without them. The reader stands after the operator. */
export function extraComparison(p: Reader, last: Argument, operator: Span): void {
  p.skip();
  const value = { start: p.at, end: p.at };
  if (!atNothing(p)) {
    passValue(p);
    value.end = p.at;
  }
  const span = { start: operator.start, end: Math.max(operator.end, value.end) };
  if (isWrapped(last)) {
    p.problem("expression-syntax", last, () => wrapped(p, last));
    return;
  }
  if (isOperand(last) || last.kind === "quantifier" || last.kind === "constant") {
    // What is no Boolean has been reported for that.
    if (last.type?.kind !== "Boolean") return;
    p.problem("operator-type", span, () => needless(p, last, { operator, value, span }));
  } else if (last.kind === "string" || last.kind === "integer" || last.kind === "address") {
    p.problem("expression-syntax", last, () => ({
      message: `A comparison begins with a field, and ${shorten(p.slice(last))} is a value. Write the field first.`,
    }));
  } else p.problem("expression-syntax", span, () => chained(p, operator));
}

/** `(http.host) eq "x"`: what is in the parentheses is not yet anything. */
function isWrapped(last: Argument): boolean {
  if (last.kind !== "group") return false;
  const { inner } = last;
  return isOperand(inner) && inner.type?.kind !== "Boolean";
}

function wrapped(p: Reader, group: Span): Description {
  const { start, end } = group;
  const inner = p.text.slice(start + 1, end - 1).trim();
  const edits = [remove({ start, end: start + 1 }), remove({ start: end - 1, end })];
  return {
    message: `Parentheses stand around whole comparisons, not around ${shorten(inner)}. Remove them.`,
    fixes: [{ title: "Remove the parentheses", edits }],
  };
}

function chained(p: Reader, operator: Span): Description {
  return {
    message: `The comparison is complete before ${shorten(p.slice(operator))}. Join two comparisons with 'and' or 'or'.`,
  };
}

function needless(
  p: Reader,
  last: Argument,
  extra: { readonly operator: Span; readonly value: Span; readonly span: Span },
): Description {
  return {
    message: `${shorten(p.slice(last))} is a Boolean and stands alone. Remove ${shorten(p.slice(extra.span))}.`,
    fixes: withoutValue(p, last, extra),
  };
}

/** `ssl eq true` is `ssl`, and `ssl eq false` is `not ssl`; of other values nobody can tell. */
function withoutValue(
  p: Reader,
  last: Argument,
  { operator, value, span }: { readonly operator: Span; readonly value: Span; readonly span: Span },
): Fix[] {
  const written = p.slice(value).replace(/["']/g, "").toLowerCase();
  const truth = /^(true|1)$/.test(written) ? true : /^(false|0)$/.test(written) ? false : undefined;
  const equals = /^(eq|==?=?|is)$/i.test(p.slice(operator));
  const differs = /^(ne|!==?|<>|is not)$/i.test(p.slice(operator));
  if (truth === undefined || (!equals && !differs)) return [];
  const edits = [remove({ start: last.end, end: span.end })];
  if (truth === equals) return [{ title: `Remove ${shorten(p.slice(span))}`, edits }];
  return [{ title: "Write 'not' instead", edits: [insert(last.start, "not "), ...edits] }];
}
