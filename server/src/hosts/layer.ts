import { Decoding, type Encode } from "./decoding.ts";

/** A stretch of a text that says something else. */
export interface Cut {
  readonly start: number;
  readonly end: number;
  /** Undefined when that is not known before the text is used. */
  readonly said: string | undefined;
}

/** A text that was decoded is decoded once more, as when a string in JSON is a template. */
export interface Layer {
  /** In the order of the text. What is between them says what it is. */
  cuts(text: string): Iterable<Cut>;
  encode(text: string): string | undefined;
}

export function layered(inner: Decoding, layer: Layer): Decoding {
  const outer = new Decoding(inner.host, inner.start, inner.end);
  let taken = 0;
  for (const cut of layer.cuts(inner.text)) {
    outer.take(inner, taken, cut.start);
    const place = inner.toHostSpan(cut);
    if (cut.said === undefined) outer.hole(place.start, place.end);
    else outer.write(cut.said, place.start, place.end);
    taken = cut.end;
  }
  outer.take(inner, taken, inner.text.length);
  const [only, ...others] = inner.sections;
  if (only && others.length === 0) outer.section(0, composed(layer, only.encode));
  return outer;
}

/** Each match says what `said` makes of it. */
export function* cutsAt(
  text: string,
  pattern: RegExp,
  said: (match: string) => string | undefined,
): Iterable<Cut> {
  for (const { 0: found, index } of text.matchAll(pattern)) {
    yield { start: index, end: index + found.length, said: said(found) };
  }
}

function composed(layer: Layer, inner: Encode): Encode {
  return (text, place) => {
    const encoded = layer.encode(text);
    return encoded === undefined ? undefined : inner(encoded, place);
  };
}
