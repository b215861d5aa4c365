import type { LogFilter, LogTest } from "../core/log-test.ts";
import type { Dialect } from "./dialect.ts";
import { selectSql, whereSql } from "./statement.ts";
import { Untranslatable } from "./untranslatable.ts";

export interface SqlOptions {
  readonly dialect: Dialect;
  /** What to select from, as SQL. */
  readonly table?: string | undefined;
  /** The condition alone. */
  readonly where?: boolean | undefined;
}

export const onlyKnownLater = "A part of the text is only known when it is deployed.";

export type Translated = { readonly sql: string } | { readonly error: string };

export function translateFilter(filter: LogFilter, options: SqlOptions): Translated {
  const { dialect, table, where } = options;
  try {
    refuseUnknown(filter.test, filter.isUnknown);
    return { sql: where ? whereSql(filter, dialect) : selectSql(filter, dialect, table) };
  } catch (error) {
    if (!(error instanceof Untranslatable)) throw error;
    return { error: error.message };
  }
}

function refuseUnknown(test: LogTest, isUnknown: LogFilter["isUnknown"]): void {
  if (!isUnknown) return;
  if (test.kind === "group") {
    for (const it of test.parts) refuseUnknown(it, isUnknown);
    return;
  }
  for (const it of [test.field, ...test.values]) {
    if (typeof it === "string" && isUnknown(it)) throw new Untranslatable(onlyKnownLater);
  }
}
