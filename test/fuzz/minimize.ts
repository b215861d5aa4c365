/** Removes parts of a text while it still fails, the largest first, within a number of tries. */
export async function minimize(
  text: string,
  fails: (text: string) => Promise<boolean>,
  tries: number,
): Promise<string> {
  let smallest = text;
  let left = tries;
  for (let size = text.length; size > 0; size = Math.floor(size / 2)) {
    for (let at = 0; at < smallest.length && left > 0; left--) {
      const shorter = smallest.slice(0, at) + smallest.slice(at + size);
      if (await fails(shorter)) smallest = shorter;
      else at += size;
    }
  }
  return smallest;
}
