/** Which lines the condition for a rule leaves out, of those that the rule matches or may match. */
import { requestOf } from "../../server/src/bridge/request-of.ts";
import type { Columns } from "../../server/src/engines/columns.ts";
import type { Connection } from "../../server/src/engines/engine.ts";
import { mayMatchSql } from "../../server/src/engines/may-match.ts";
import { defaultContext, languageFor } from "../../server/src/languages.ts";
import { parseExactly } from "../../server/src/text/exact-integers.ts";
import { listsJson } from "./changes.ts";

export interface Narrowed {
  /** Texts of the rules with the lines that are lost. */
  readonly lost: readonly string[];
  /** The rules by which lines are left out. */
  readonly narrowed: number;
}

/** Each line has its number in the column `Id`. */
export async function narrowedBy(
  rules: readonly string[],
  lines: readonly string[],
  connection: Connection,
  columns: Columns,
): Promise<Narrowed> {
  const listItems = Object.fromEntries(
    Object.entries(listsJson.lists).map(([name, { items }]) => [name, items]),
  );
  const trials = rules.map((text) => {
    const [found] =
      languageFor("rule")
        .analyze(text, { ...defaultContext, listItems })
        .trials?.() ?? [];
    return found?.rule;
  });
  const conditions = rules.map((name, index) =>
    mayMatchSql([{ name, trial: trials[index], listItems }], columns, connection, "http_requests"),
  );
  const { identifier } = connection.dialect;
  const selected = conditions.map(
    ({ sql }, index) => `CASE WHEN ${sql} THEN 1 ELSE 0 END AS m${index}`,
  );
  const rows = await connection.rows(
    `SELECT ${[`${identifier("Id")} AS id`, ...selected].join(",\n")} FROM ${connection.table}`,
  );
  const requests = lines.map((it) => requestOf(parseExactly(it) as Record<string, unknown>));
  const lost = rows.flatMap((row) =>
    rules.flatMap((text, index) => {
      const line = Number(row.id);
      const request = requests[line];
      if (Number(row[`m${index}`]) === 1 || !request) return [];
      return trials[index]?.outcome(request) === false ? [] : [`${text}\n${lines[line]}`];
    }),
  );
  const narrowed = rules.filter((_, index) => rows.some((it) => Number(it[`m${index}`]) === 0));
  return { lost, narrowed: narrowed.length };
}
