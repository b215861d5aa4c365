/** Moves the given names to the front, in their order. The rest keeps its order. */
export function mostUsedFirst<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  used: readonly string[],
): Item[] {
  const ranks = new Map(used.map((name, rank) => [name, rank]));
  const rankOf = (item: Item): number => ranks.get(nameOf(item)) ?? used.length;
  return [...items].sort((a, b) => rankOf(a) - rankOf(b));
}
