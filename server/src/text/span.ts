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
