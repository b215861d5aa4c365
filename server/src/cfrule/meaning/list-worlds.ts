import { type Lists, listsOf } from "../evaluator.ts";
import { eachNode } from "../syntax/children.ts";
import type { Expression } from "../syntax/tree.ts";
import type { ListItems } from "../values/list-items.ts";

/** The possible items of unknown lists. A result that is possible in all of these worlds does not depend on the items. */
interface World {
  readonly items: ListItems;
  readonly lists: Lists;
}

export function unknownLists(root: Expression, items: ListItems): readonly string[] {
  const names: string[] = [];
  eachNode(root, (node) => {
    if (node.kind === "list" && !Object.hasOwn(items, node.name)) names.push(node.name);
  });
  return names;
}

/** All lists are the same, or different, have nothing that rules mention, or have everything but one value. */
export function worldsOf(names: readonly string[], known: ListItems): readonly World[] {
  const world = (of: (index: number) => number): World => {
    const items: Record<string, ListItems[string]> = { ...known };
    for (const [index, name] of names.entries()) items[name] = itemsOf(of(index));
    return { items, lists: listsOf(items) };
  };
  const [same, different] = [world(() => 0), world((index) => index)];
  const lists: Lists = (name) => {
    const test = same.lists(name);
    return Object.hasOwn(known, name) ? test : test && ((value) => !test(value));
  };
  return [same, ...(names.length > 1 ? [different] : []), { items: same.items, lists }];
}

/** Unusual values of each type. The addresses are the first ones of large networks, which `cidr` keeps. */
function itemsOf(index: number): ListItems[string] {
  const addresses = [`${198 - index}.0.0.0`, `${(0x2a0e + index).toString(16)}::`];
  return [...addresses, 64_900 + index, `listed-${index}.example`];
}
