import { Decoding, type Encode } from "./decoding.ts";

/**
 * A text that was decoded is decoded once more, as when a string in JSON is a template. Matches of the pattern are decoded,
 * and everything else is as it was before.
 */
export interface Layer {
  /** Global. */
  readonly pattern: RegExp;
  /** What a match says, or undefined when that is not known. */
  decode(match: string): string | undefined;
  encode(text: string): string | undefined;
}

export function layered(inner: Decoding, layer: Layer): Decoding {
  const outer = new Decoding(inner.host, inner.start, inner.end);
  let taken = 0;
  for (const { 0: found, index } of inner.text.matchAll(layer.pattern)) {
    outer.take(inner, taken, index);
    const place = inner.toHostSpan({ start: index, end: index + found.length });
    const said = layer.decode(found);
    if (said === undefined) outer.hole(place.start, place.end);
    else outer.write(said, place.start, place.end);
    taken = index + found.length;
  }
  outer.take(inner, taken, inner.text.length);
  const [only, ...others] = inner.sections;
  if (only && others.length === 0) outer.section(0, composed(layer, only.encode));
  return outer;
}

function composed(layer: Layer, inner: Encode): Encode {
  return (text, place) => {
    const encoded = layer.encode(text);
    return encoded === undefined ? undefined : inner(encoded, place);
  };
}
