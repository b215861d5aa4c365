import type { Comment } from "./scan.ts";

/** The comment that what is typed at the offset becomes part of. */
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
  // Behind the end of a block comment its text is over; a line comment goes on to the end of its line.
  return comment.block && offset === comment.end ? undefined : comment;
}
