import { remove, replace } from "../../../text/edit.ts";
import { cut, shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import type { Description } from "../problems.ts";

/** `AS13335`; undefined for anything else. */
export function systemNumber(span: Span, written: string): Description | undefined {
  const number = /^ASN?:?([1-9]\d{0,9})$/i.exec(written)?.[1];
  if (!number) return undefined;
  return {
    message: `An AS number has no letters, found ${shorten(written)}. Use ${number}.`,
    fixes: [{ title: `Use ${number}`, edits: [replace(span, number)] }],
  };
}

export function signed(span: Span, written: string): Description {
  const suggested = cut(written.slice(1));
  return {
    message: `A number has no '+' before it. Use ${suggested}.`,
    fixes: [
      { title: `Use ${suggested}`, edits: [remove({ start: span.start, end: span.start + 1 })] },
    ],
  };
}
