import { predicatesIn } from "../../sql/dialect.ts";
import { type Expression, Reader } from "./expression.ts";
import { tokensOf } from "./tokens.ts";
import { compared, type Line, QueryError, Time, textOf, truth, type Value } from "./values.ts";

/** A table of the store. Names are in lowercase. */
export interface ExplorerTable {
  readonly columns: ReadonlySet<string>;
  /** Columns of which a query must limit one. */
  readonly times: ReadonlySet<string>;
  readonly lines: readonly Line[];
}

export class QueryTimeout extends Error {}

const mostPredicates = 25;
const mostRows = 10_000;
const refused = /\b(?:JOIN|UNION|WITH|OVER|FILTER|INTERSECT|EXCEPT)\b|\bSELECT\b[\s\S]*\bSELECT\b/i;

/** Runs one SELECT, and refuses what the service documents that it refuses. */
export function runQuery(
  statement: string,
  tableOf: (name: string) => ExplorerTable | undefined,
): readonly Readonly<Record<string, unknown>>[] {
  const plain = statement.replaceAll(/'[^']*'|"[^"]*"/g, "''");
  if (refused.test(plain)) throw new QueryError("Only one SELECT over one table is supported.");
  const predicates = predicatesIn(statement);
  if (predicates > mostPredicates)
    throw new QueryError(
      `The query has ${predicates} predicates; at most ${mostPredicates} are allowed.`,
    );
  const [, name = ""] = /\bFROM\s+"?(\w+)/i.exec(plain.replaceAll("''", " ")) ?? [];
  const table = tableOf(name.toLowerCase());
  if (!table) throw new QueryError(`Unknown table '${name}'.`);
  return new Query(new Reader(tokensOf(statement), table.columns), table).run();
}

type Item =
  | { readonly name: string; readonly value: Expression }
  | { readonly name: string; readonly aggregate: Aggregate };
type Aggregate = (lines: readonly Line[]) => Value;

class Query {
  constructor(
    private readonly reader: Reader,
    private readonly table: ExplorerTable,
  ) {}

  run(): readonly Readonly<Record<string, unknown>>[] {
    const { reader } = this;
    reader.needs("SELECT");
    const items = this.items();
    reader.needs("FROM");
    reader.take();
    reader.named.clear();
    const where = reader.takes("WHERE") ? reader.condition() : () => true;
    if (![...this.table.times].some((it) => reader.named.has(it))) throw new QueryTimeout();
    const group = reader.takes("GROUP", "BY") ? this.expressions() : undefined;
    const order = reader.takes("ORDER", "BY") ? this.order() : undefined;
    const limit = reader.takes("LIMIT") ? Number(reader.take().text) : mostRows;
    if (!(limit <= mostRows)) throw new QueryError(`LIMIT is at most ${mostRows}.`);
    if (reader.next.kind !== "end") throw new QueryError(`Unexpected '${reader.next.text}'.`);
    const kept = this.table.lines.filter((it) => truth(where(it)) === true);
    const rows = this.grouped(kept, group, items);
    if (order) rows.sort((one, other) => order(one, other));
    return rows
      .slice(0, limit)
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, it]) => [name, it instanceof Time ? it.text : it]),
        ),
      );
  }

  private items(): readonly Item[] {
    const { reader } = this;
    if (reader.takes("*"))
      return [...this.table.columns].map((name) => ({ name, value: (line) => line[name] ?? null }));
    const items: Item[] = [];
    do {
      const aggregate = this.aggregate();
      const value = aggregate ? undefined : reader.condition();
      const name = reader.takes("AS") ? reader.take().text : `column${items.length}`;
      // Names come back in lowercase.
      const shown = name.toLowerCase();
      if (aggregate) items.push({ name: shown, aggregate });
      else if (value) items.push({ name: shown, value });
    } while (reader.takes(","));
    return items;
  }

  private aggregate(): Aggregate | undefined {
    const { reader } = this;
    if (reader.takes("COUNT", "(", "*", ")")) return (lines) => lines.length;
    for (const [word, run] of Object.entries(aggregates))
      if (reader.takes(word, "(")) {
        const value = reader.condition();
        reader.needs(")");
        return (lines) => run(lines.map(value).filter((it) => it !== null));
      }
    return undefined;
  }

  private expressions(): readonly Expression[] {
    const all: Expression[] = [];
    do all.push(this.reader.condition());
    while (this.reader.takes(","));
    return all;
  }

  private order(): (one: Row, other: Row) => number {
    const name = this.reader.take().text.toLowerCase();
    const sign = this.reader.takes("DESC") ? -1 : 1;
    this.reader.takes("ASC");
    return (one, other) => sign * (compared(one[name] ?? null, other[name] ?? null) ?? 0);
  }

  private grouped(
    lines: readonly Line[],
    group: readonly Expression[] | undefined,
    items: readonly Item[],
  ): Row[] {
    const isCount = items.some((it) => "aggregate" in it);
    if (!group && !isCount) return lines.map((it) => rowOf(items, [it]));
    const groups = new Map<string, Line[]>();
    if (!group) groups.set("", [...lines]);
    for (const line of group ? lines : []) {
      const key = JSON.stringify(group?.map((it) => textOf(it(line))));
      const some = groups.get(key) ?? [];
      groups.set(key, some);
      some.push(line);
    }
    return [...groups.values()].map((it) => rowOf(items, it));
  }
}

type Row = Record<string, Value>;

function rowOf(items: readonly Item[], lines: readonly Line[]): Row {
  return Object.fromEntries(
    items.map((it) => [
      it.name,
      "aggregate" in it ? it.aggregate(lines) : lines[0] ? it.value(lines[0]) : null,
    ]),
  );
}

const aggregates: Readonly<Record<string, (values: readonly Value[]) => Value>> = {
  COUNT: (values) => values.length,
  SUM: (values) =>
    values.length === 0 ? null : values.reduce<number>((sum, it) => sum + Number(it), 0),
  MIN: (values) => extreme(values, -1),
  MAX: (values) => extreme(values, 1),
};

function extreme(values: readonly Value[], sign: number): Value {
  return values.reduce<Value>(
    (best, it) => (best === null || (compared(it, best) ?? 0) * sign > 0 ? it : best),
    null,
  );
}
