import { codes, type Reply, refuse, success } from "../envelope.ts";

export interface PageSizes {
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/** One page of a list. A page past the end is empty, so that clients stop. */
export function page(items: readonly unknown[], query: URLSearchParams, sizes: PageSizes): Reply {
  const number = count(query, "page", 1, 1, Number.MAX_SAFE_INTEGER);
  const size = count(query, "per_page", sizes.default, sizes.min, sizes.max);
  const shown = items.slice((number - 1) * size, number * size);
  return success(shown, {
    page: number,
    per_page: size,
    count: shown.length,
    total_count: items.length,
    total_pages: Math.ceil(items.length / size),
  });
}

/** One page of a list whose responses have the cursor of the next page. */
export function cursorPage(
  items: readonly unknown[],
  query: URLSearchParams,
  sizes: PageSizes,
): Reply {
  const size = count(query, "per_page", sizes.default, sizes.min, sizes.max);
  const start = count(query, "cursor", 0, 0, Number.MAX_SAFE_INTEGER);
  const end = start + size;
  const after = end < items.length ? { cursors: { after: String(end) } } : {};
  return success(items.slice(start, end), after);
}

/** Whether a record matches the query: as a case-insensitive substring, or exactly. */
export function matches(
  record: object,
  query: URLSearchParams,
  names: { readonly parts: readonly string[]; readonly exact: readonly string[] },
): boolean {
  const written = (name: string) => String((record as Record<string, unknown>)[name] ?? "");
  return (
    names.exact.every((it) => !query.has(it) || written(it) === query.get(it)) &&
    names.parts.every((it) =>
      written(it)
        .toLowerCase()
        .includes((query.get(it) ?? "").toLowerCase()),
    )
  );
}

function count(
  query: URLSearchParams,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const written = query.get(name);
  if (written === null) return fallback;
  const value = /^\d+$/.test(written) ? Number(written) : Number.NaN;
  if (value >= min && value <= max) return value;
  const range = max === Number.MAX_SAFE_INTEGER ? `from ${min} up` : `from ${min} to ${max}`;
  refuse(400, codes.wrongShape, `'${name}' needs an integer ${range}, found '${written}'.`);
}
