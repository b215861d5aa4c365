import type { Comment } from "./scan.ts";

/** The comment that text typed at the offset would be part of. */
export function commentAt(comments: readonly Comment[], offset: number): Comment | undefined {
  let low = 0;
  let high = comments.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.end ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  const comment = comments[low];
  if (!comment || offset <= comment.start || offset > comment.end) return undefined;
  // Text typed directly after a block comment is outside it; after a line comment it is inside.
  return comment.block && offset === comment.end ? undefined : comment;
}
