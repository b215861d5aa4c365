import type { Span } from "../../text/span.ts";

/**
 * Finds parts of a large JSON text without parsing the rest: most of a plan is not about rules. The text has to be valid JSON; of
 * any other text, the parts are arbitrary, but each is a span of it.
 */

export interface SkimmedProperty extends Span {
  readonly name: string;
}

/** The properties of an object; the span covers the value. */
export function* skimProperties(text: string, from = 0): Generator<SkimmedProperty> {
  let at = afterSpace(text, from);
  if (text.charCodeAt(at) !== openBrace) return;
  at = afterSpace(text, at + 1);
  while (text.charCodeAt(at) === quote) {
    const nameEnd = endOfString(text, at);
    const colon = afterSpace(text, nameEnd);
    if (text.charCodeAt(colon) !== 0x3a) return;
    const start = afterSpace(text, colon + 1);
    const end = endOfValue(text, start);
    yield { name: text.slice(at + 1, nameEnd - 1), start, end };
    at = afterSpace(text, end);
    if (text.charCodeAt(at) !== comma) return;
    at = afterSpace(text, at + 1);
  }
}

/** The items of an array. */
export function* skimItems(text: string, from: number): Generator<Span> {
  if (text.charCodeAt(from) !== 0x5b) return;
  let at = afterSpace(text, from + 1);
  while (at < text.length && text.charCodeAt(at) !== 0x5d) {
    const end = endOfValue(text, at);
    if (end === at) return;
    yield { start: at, end };
    at = afterSpace(text, end);
    if (text.charCodeAt(at) !== comma) return;
    at = afterSpace(text, at + 1);
  }
}

const [quote, comma, openBrace] = [0x22, 0x2c, 0x7b];

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}

function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) return endOfString(text, start);
  let at = start;
  if (first !== openBrace && first !== 0x5b) {
    while (at < text.length && !endsWord(text.charCodeAt(at))) at++;
    return at;
  }
  for (let depth = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) at = endOfString(text, at) - 1;
    else if (unit === openBrace || unit === 0x5b) depth++;
    else if ((unit === 0x7d || unit === 0x5d) && --depth === 0) return at + 1;
  }
  return text.length;
}

function endsWord(unit: number): boolean {
  return unit <= 0x20 || unit === comma || unit === 0x7d || unit === 0x5d;
}

function endOfString(text: string, start: number): number {
  for (let at = start; ; ) {
    at = text.indexOf('"', at + 1);
    if (at === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
}
