import type { Provider } from "../catalog/provider.ts";

const start = "header_";

/** Header names that are rarely parameters. */
const plainHeader = /^(?:(?:proxy-)?authorization|x-api-key|x-auth-(?:token|key))$/i;

/** The parameter that sets the intended header, for a misnamed one. */
export function suggestedHeader(name: string, { parameters }: Provider): string | undefined {
  const rows = parameters.filter((it) => it.name.startsWith(start));
  if (rows.length === 0) return undefined;
  const header = name.replace(/^headers?(?:%5f|[-_.:])+/i, "");
  const row = rows.find((it) => sameName(it.name.slice(start.length), header));
  if (row && sameCase(row.name, name)) return undefined;
  if (row) return row.name;
  const isMarked = header !== name && header !== "" && !name.startsWith(start);
  return isMarked || plainHeader.test(name) ? `${start}${header}` : undefined;
}

/** Header names are case-insensitive, but `header_` is not. */
export function sameCase(one: string, other: string): boolean {
  if (!one.startsWith(start) || !other.startsWith(start)) return one === other;
  return one.toLowerCase() === other.toLowerCase();
}

function sameName(one: string, other: string): boolean {
  const plain = (it: string) => it.toLowerCase().replaceAll("_", "-");
  return plain(one) === plain(other);
}
