import type { ListItem, RedirectItem } from "../../core/configuration/model.ts";
import { parseJson } from "../../json/syntax/parse.ts";
import { type JsonString, type JsonValue, propertyOf } from "../../json/syntax/tree.ts";
import { expectedListItem } from "../../languages.ts";
import { shorten } from "../../text/shorten.ts";
import type { Reader } from "./shape.ts";

export interface Lists {
  readonly lists: readonly string[] | undefined;
  /** Types of the lists, if `lists` is an object. */
  readonly listKinds: Readonly<Record<string, string>> | undefined;
  /** Items of the lists that have any here. */
  readonly listItems: Readonly<Record<string, readonly (string | number)[]>> | undefined;
  /** Items of the lists of redirects that have any here. */
  readonly redirectItems: Readonly<Record<string, readonly RedirectItem[]>> | undefined;
}

/** A list as `weir.json` describes it: its type, or with its items. */
type Described = string | { readonly kind: string; readonly items?: readonly ListItem[] };

/** Lists with an invalid type are still known. */
export function listsIn(root: JsonValue | undefined, taken: unknown, reader: Reader): Lists {
  if (taken === undefined || Array.isArray(taken)) {
    return {
      lists: taken,
      listKinds: undefined,
      listItems: undefined,
      redirectItems: undefined,
    };
  }
  const names = new Set(listNames(root).map((it) => it.value));
  const described = Object.entries(taken as Readonly<Record<string, Described>>);
  noteItems(root, reader);
  return {
    lists: [...names],
    listKinds: Object.fromEntries(
      described.map(([name, it]) => [name, typeof it === "string" ? it : it.kind]),
    ),
    listItems: itemsWith(described, (it) => typeof it !== "object"),
    redirectItems: itemsWith(described, (it) => typeof it === "object"),
  };
}

/** The lists whose items are all of a kind. */
function itemsWith<Item extends ListItem>(
  described: readonly (readonly [string, Described])[],
  isOne: (item: ListItem) => boolean,
): Readonly<Record<string, readonly Item[]>> {
  const rows = described.flatMap(([name, it]) =>
    typeof it !== "string" && it.items && (it.items.length > 0 ? it.items.every(isOne) : isOne(""))
      ? [[name, it.items as readonly Item[]] as const]
      : [],
  );
  return Object.fromEntries(rows);
}

/** Reports items that a list of the given type cannot have. */
function noteItems(root: JsonValue | undefined, reader: Reader): void {
  for (const { value } of listProperties(root)) {
    if (value?.kind !== "object") continue;
    const kind = propertyOf(value, "kind")?.value;
    const items = propertyOf(value, "items")?.value;
    if (kind?.kind !== "string" || items?.kind !== "array") continue;
    for (const item of items.items) {
      if (item.kind === "object" && kind.value !== "redirect")
        reader.note(item, `Only lists of kind 'redirect' have redirects.`);
      if (item.kind !== "string" && item.kind !== "number") continue;
      const written = String(item.value);
      const problem = expectedListItem(kind.value, written);
      if (problem !== undefined)
        reader.note(item, `Expected ${problem}, found ${shorten(written)}.`);
    }
  }
}

/** The names in `lists`, with their ranges. */
export function configLists(text: string): readonly ListNode[] {
  return listNames(parseJson(text).root);
}

type ListNode = Pick<JsonString, "start" | "end" | "value">;

function listNames(root: JsonValue | undefined): readonly ListNode[] {
  const lists = listsNode(root);
  if (lists?.kind === "object") return lists.properties.map((it) => it.name);
  return lists?.kind === "array" ? lists.items.filter((it) => it.kind === "string") : [];
}

function listProperties(root: JsonValue | undefined) {
  const lists = listsNode(root);
  return lists?.kind === "object" ? lists.properties : [];
}

function listsNode(root: JsonValue | undefined): JsonValue | undefined {
  if (root?.kind !== "object") return undefined;
  return root.properties.findLast((it) => it.name.value === "lists")?.value;
}
