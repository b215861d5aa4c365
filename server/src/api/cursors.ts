import type { Calls, Query } from "./calls.ts";
import { endless } from "./pages.ts";
import type { Decoder } from "./shapes.ts";

/** Larger lists are not read. */
const maxPages = 1000;

/** All pages of a list whose answers name the next page. A list that never ends is an error. */
export async function followCursors<Value>(
  { read }: Pick<Calls, "read">,
  path: string,
  decode: Decoder<Value[]>,
  query: Query = {},
): Promise<Value[]> {
  const found: Value[] = [];
  const seen = new Set<string>();
  let next: string | undefined;
  for (let number = 1; number <= maxPages; number++) {
    const asked = next === undefined ? query : { ...query, cursor: next };
    const page = await read(
      path,
      (result, info) => ({ items: decode(result ?? []), next: nextIn(info) }),
      asked,
    );
    found.push(...page.items);
    next = page.next;
    if (next === undefined) return found;
    if (seen.has(next)) break;
    seen.add(next);
  }
  throw endless();
}

function nextIn(info: unknown): string | undefined {
  const { cursors } = (info ?? {}) as { readonly cursors?: { readonly after?: unknown } };
  const after = cursors?.after;
  return typeof after === "string" && after !== "" ? after : undefined;
}
