import { Decoding, type Encode } from "../text/decoding.ts";

/** A range of a text that decodes to something else. */
export interface Cut {
  readonly start: number;
  readonly end: number;
  /** Undefined when the value is not known statically. */
  readonly value: string | undefined;
  /** Whether the range is a directive. */
  readonly isMark?: boolean;
}

/** A second decoding on top of another, such as a template inside a JSON string. */
export interface Layer {
  /** In source order. The text between them is unchanged. */
  cuts(text: string): Iterable<Cut>;
  encode(text: string): string | undefined;
  /** A second reading of a text, in which other parts are unknown. */
  other?(text: string): Layer | undefined;
}

/** `host` is the source, if the inner text was decoded from a version of it with the same offsets. */
export function applyLayer(inner: Decoding, layer: Layer, host = inner.host): Decoding {
  const outer = new Decoding(host, inner.start, inner.end);
  let taken = 0;
  for (const cut of layer.cuts(inner.text)) {
    outer.take(inner, taken, cut.start);
    const place = inner.toHostSpan(cut);
    if (cut.value !== undefined) outer.write(cut.value, place.start, place.end);
    else if (cut.isMark) outer.mark(place.start, place.end);
    else outer.hole(place.start, place.end);
    taken = cut.end;
  }
  outer.take(inner, taken, inner.text.length);
  const [only, ...others] = inner.sections;
  if (only && others.length === 0) outer.section(0, composed(layer, only.encode));
  return outer;
}

/** Each match decodes to the result of `decode`. */
export function* cutsAt(
  text: string,
  pattern: RegExp,
  decode: (match: string) => string | undefined,
): Iterable<Cut> {
  for (const { 0: found, index } of text.matchAll(pattern)) {
    yield { start: index, end: index + found.length, value: decode(found) };
  }
}

function composed(layer: Layer, inner: Encode): Encode {
  return (text, place) => {
    const encoded = layer.encode(text);
    return encoded === undefined ? undefined : inner(encoded, place);
  };
}
