/** A range of text from `start` up to but not including `end`, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A cursor touches a span at both of its ends. */
export function touches(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}

export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

export function overlaps(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end;
}

export function cover(first: Span, last: Span): Span {
  return { start: first.start, end: last.end };
}

/** The one of sorted spans without overlaps that contains another. Binary search, because there can be thousands. */
export function spanAround(spans: readonly Span[], inner: Span): Span | undefined {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) <= inner.start) low = middle + 1;
    else high = middle;
  }
  const found = spans[low - 1];
  return found && contains(found, inner) ? found : undefined;
}

/** The first place at which a text is not valid, and why. */
export interface SyntaxFault extends Span {
  readonly message: string;
}

export const endsTooEarly = "The file ends too early.";
