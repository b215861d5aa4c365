/** The visible rows of a long table. Browsers limit the height of a page, so the scroll position is scaled for many rows. */
export interface Viewport {
  readonly first: number;
  readonly count: number;
  /** The height of the whole table, and the top of the first row, in pixels. */
  readonly height: number;
  readonly top: number;
}

export const rowHeight = globalThis.matchMedia?.("(pointer: coarse)").matches ? 32 : 22;
/** Firefox shows nothing beyond 17 million pixels. */
const mostHeight = 10_000_000;
const overscan = 5;

export function viewportAt(total: number, scrollTop: number, visible: number): Viewport {
  const full = total * rowHeight;
  const height = Math.min(full, mostHeight);
  const fits = Math.ceil(visible / rowHeight) + 1;
  const range = Math.max(1, height - visible);
  const at = Math.min(Math.max(0, scrollTop), range);
  const isScaled = full > height;
  const exact = isScaled ? (at / range) * Math.max(0, total - fits + 1) : at / rowHeight;
  const shown = Math.floor(exact);
  const first = Math.max(0, Math.min(shown, total) - overscan);
  const count = Math.min(total - first, fits + 2 * overscan);
  // When scaled, the first visible row is at the scroll position.
  const top = isScaled ? at - (shown - first) * rowHeight : first * rowHeight;
  return {
    first,
    count,
    height,
    top: Math.max(0, Math.min(top, Math.max(0, height - count * rowHeight))),
  };
}

/** The scroll position that makes a row visible; undefined if it already is. */
export function scrollTo(
  row: number,
  total: number,
  scrollTop: number,
  visible: number,
): number | undefined {
  const full = total * rowHeight;
  const height = Math.min(full, mostHeight);
  if (full > height) {
    const { first, count } = viewportAt(total, scrollTop, visible);
    if (row >= first + overscan && row < first + count - overscan - 1) return undefined;
    return (row / Math.max(1, total - 1)) * (height - visible);
  }
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  return top + rowHeight > scrollTop + visible ? top + rowHeight - visible : undefined;
}
