/** For `push(...items)` of any number of items: each argument is on the stack, which has no room for very many. */
export function addAll<Item>(into: Item[], items: Iterable<Item>): void {
  for (const it of items) into.push(it);
}
