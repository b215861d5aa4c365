/** The service and databases count code points, not UTF-16 units. */
export function countCodePoints(text: string, start = 0, end = text.length): number {
  let count = end - start;
  for (let at = start; at < end - 1; at++) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800) continue;
    if ((text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue;
    count--;
    at++;
  }
  return count;
}
