import type { Dialect } from "../sql/dialect.ts";

/** A name without quotes, or with the quotes of one of the dialects. */
const part = /[\p{L}\p{N}_$-]+|"(?:[^"]|"")+"|`(?:[^`]|``)+`/u.source;
const name = new RegExp(`^(?:${part})(?:\\.(?:${part}))*$`, "u");

/** The table of a `weir.json` with each part of its name quoted. Undefined if it is more than a name: it would run as SQL. */
export function tableName(table: string, dialect: Dialect): string | undefined {
  const written = table.trim();
  if (!name.test(written)) return undefined;
  const parts = written.match(new RegExp(part, "gu")) ?? [];
  return parts.map((it) => dialect.identifier(unquoted(it, dialect))).join(".");
}

/** Quotes keep the letter case, which the database folds without them. */
function unquoted(written: string, { foldsTo }: Dialect): string {
  const [quote = ""] = written;
  if (quote === '"' || quote === "`") return written.slice(1, -1).replaceAll(quote + quote, quote);
  if (foldsTo === undefined) return written;
  return foldsTo === "upper" ? written.toUpperCase() : written.toLowerCase();
}
