import { codes, type Reply, refuse, success } from "../envelope.ts";

export interface PageSizes {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

/** One page of a list. A page past the end is empty, which is how clients that read all pages know where to stop. */
export function page(items: readonly unknown[], query: URLSearchParams, sizes: PageSizes): Reply {
  const number = count(query, "page", 1, 1, Number.MAX_SAFE_INTEGER);
  const size = count(query, "per_page", sizes.usual, sizes.least, sizes.most);
  const shown = items.slice((number - 1) * size, number * size);
  return success(shown, {
    page: number,
    per_page: size,
    count: shown.length,
    total_count: items.length,
    total_pages: Math.ceil(items.length / size),
  });
}

/** Whether a record has what the query asks for: words as a part of it, in any letter case, or as they are. */
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
  usual: number,
  least: number,
  most: number,
): number {
  const written = query.get(name);
  if (written === null) return usual;
  const value = /^\d+$/.test(written) ? Number(written) : Number.NaN;
  if (value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} up` : `from ${least} to ${most}`;
  refuse(400, codes.wrongShape, `'${name}' needs an integer ${range}, found '${written}'.`);
}
