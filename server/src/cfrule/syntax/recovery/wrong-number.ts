import { advised, likelyFix, safeFix } from "../../../core/diagnostic.ts";
import { remove, replace } from "../../../text/edit.ts";
import { epochSeconds } from "../../../text/quantities.ts";
import { cut, shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import type { Description } from "../problems.ts";

/** `AS13335`, `4xx` and `2024-01-01`; undefined for anything else. */
export function namedNumber(span: Span, written: string): Description | undefined {
  const statuses = /^([1-5])xx$/i.exec(written)?.[1];
  if (statuses)
    return {
      message: `Statuses are integers, found ${shorten(written)}. Use in {${statuses}00..${statuses}99}.`,
    };
  return (
    systemNumber(span, written) ??
    (/^\d{4}-\d\d-/.test(written) ? describeDate(span, written) : undefined)
  );
}

function systemNumber(span: Span, written: string): Description | undefined {
  const number = /^ASN?:?([1-9]\d{0,9})$/i.exec(written)?.[1];
  if (!number) return undefined;
  return advised(
    `An AS number has no letters, found ${shorten(written)}.`,
    safeFix(`Use ${number}`, [replace(span, number)]),
  );
}

export function describeSigned(span: Span, written: string): Description {
  const suggested = cut(written.slice(1));
  return advised(
    `A number has no '+' before it.`,
    safeFix(`Use ${suggested}`, [remove({ start: span.start, end: span.start + 1 })]),
  );
}

/** A date, with or without a time. */
export function describeDate(span: Span, written: string): Description {
  const seconds = epochSeconds(written);
  if (seconds === undefined)
    return { message: `Invalid date ${shorten(written)}. Use seconds since 1970-01-01 UTC.` };
  return {
    message: `Times are integers, found ${shorten(written)}. Use ${seconds} for seconds since 1970.`,
    fixes: [likelyFix(`Use ${seconds}`, [replace(span, seconds)])],
  };
}
