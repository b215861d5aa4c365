import type { Calls, Query } from "./calls.ts";
import { ServiceError } from "./service-error.ts";
import type { Decoder } from "./shapes.ts";

/** Larger lists are not read. */
const maxPages = 1000;
const defaultPageSize = 100;

interface PageQuery {
  readonly page: number;
  readonly per_page: number;
}

/** Reads one page. */
type ReadPage<Value> = (
  query: PageQuery & Query,
  decode: (result: unknown, info: unknown) => Page<Value>,
) => Promise<Page<Value>>;

interface Page<Value> {
  readonly items: readonly Value[];
  readonly info: Info;
}

/**
 * All pages of a list. The service's page count is not trusted for stopping early, because an incomplete list
 * would lead to duplicates. A list that never ends is an error.
 */
export async function allPages<Value extends { readonly id: string | number }>(
  read: ReadPage<Value>,
  decode: Decoder<Value[]>,
  perPage = defaultPageSize,
): Promise<Value[]> {
  const found = new Map<Value["id"], Value>();
  for (let number = 1; number <= maxPages; number++) {
    const { items, info } = await read({ page: number, per_page: perPage }, (result, info) => ({
      items: decode(result),
      info: infoOf(info),
    }));
    const before = found.size;
    // Items may have moved to the next page between two requests.
    for (const it of items) found.set(it.id, it);
    if (items.length > 0 && found.size === before) throw endless();
    const isFull = items.length >= Math.min(info.per_page ?? perPage, perPage);
    if (items.length > 0 && (isFull || number < (info.total_pages ?? 0))) continue;
    if (found.size < (info.total_count ?? 0)) throw incomplete(found.size, info.total_count);
    return [...found.values()];
  }
  throw endless();
}

type Info = Partial<Record<"per_page" | "total_pages" | "total_count", number>>;

function infoOf(value: unknown): Info {
  const it = (value ?? {}) as Readonly<Record<string, unknown>>;
  const whole = (name: keyof Info) =>
    Number.isSafeInteger(it[name]) ? { [name]: it[name] as number } : undefined;
  return { ...whole("per_page"), ...whole("total_pages"), ...whole("total_count") };
}

function endless(): ServiceError {
  return new ServiceError("The service returned an endless list. Try again later.", "none");
}

function incomplete(count: number, total: number | undefined): ServiceError {
  const what = `The service listed ${count} of ${total} items`;
  return new ServiceError(`${what}, so nothing can be compared. Try again.`, "none");
}

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
