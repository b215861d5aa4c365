import { subrequestFields } from "../bridge/rows.ts";
import { predicatesIn } from "../sql/dialect.ts";
import type { TriedText } from "../try/subject.ts";
import type { Columns } from "./columns.ts";
import type { Column, Connection } from "./engine.ts";
import { aloneSql, always, failsSql, holdsSql, type Leaf, never, unknownLeaf } from "./outcomes.ts";
import { reachSums } from "./reach.ts";
import { type SeveralTexts, severalSums } from "./several.ts";
import { type Named, Steps } from "./steps.ts";
import type { TranslatedText } from "./texts.ts";
import { answerSql } from "./trial/conditions.ts";

/** One statement that counts everything that was asked about several texts. */
export interface Counting {
  /** By the index of the text; undefined for texts that are not tried. */
  readonly texts: readonly (TranslatedText | undefined)[];
  /** All texts, because one that cannot be tried may end its rule set. */
  readonly tried: readonly TriedText[];
  readonly columns: Columns;
  readonly explain: boolean;
  /** The condition of the time window. */
  readonly window: string | undefined;
  /** The most lines to count. */
  readonly head: number | undefined;
  /** The fields whose columns may be NULL on every line. */
  readonly presence: readonly string[];
  /** Whether the engine has no subqueries, and a limit of predicates. */
  readonly isFlat: boolean;
  /** The questions about several texts on the same line. */
  readonly several: SeveralTexts;
}

/** One statement; several where one may have only so many predicates. */
export function countingSql(counting: Counting, connection: Connection): readonly string[] {
  const steps = stepsFor(connection);
  const { sums, present } = lineValues(counting, connection, steps);
  const from = steps.from(connection.table, counting.window, counting.head);
  const selected = sums.map(([name, sql]) => `${countOf(sql)} AS ${name}`);
  const counts = present.map(([name, sql]) => `${sql} AS ${name}`);
  return packed([...counts, ...selected], from, connection).map(
    (it) => `SELECT ${["count(*) AS n", ...it].join(",\n")}\nFROM ${from}`,
  );
}

/** The same by the values of a field. */
export function byValueSql(
  counting: Counting,
  connection: Connection,
  column: string,
  order: string | undefined,
  most: number,
): readonly string[] {
  const steps = stepsFor(connection);
  const value = steps.add("v", column);
  const { outcomes, sums } = lineValues({ ...counting, explain: false }, connection, steps);
  const changes = sums.filter(([name]) => /^(?:gained|lost)_/.test(name));
  const from = steps.from(connection.table, counting.window, counting.head);
  const sides = [
    ...outcomes.flatMap(({ index, holds, fails }) => [
      `${countOf(holds)} AS kept_${index}`,
      ...(fails === undefined ? [] : [`${countOf(fails)} AS dropped_${index}`]),
    ]),
    ...changes.map(([name, sql]) => `${countOf(sql)} AS ${name}`),
  ];
  const group = steps.isFlat ? column : "v";
  return packed(sides, from, connection).map(
    (it) =>
      `SELECT ${[`${value} AS v`, "count(*) AS n", ...it].join(",\n")}\nFROM ${from}\nGROUP BY ${group}\nORDER BY ${order ?? "n"} DESC\nLIMIT ${most}`,
  );
}

/** An engine with a limit has no subqueries either. */
function stepsFor({ dialect }: Connection): Steps {
  return new Steps(dialect.mostPredicates !== undefined);
}

/** As few statements as possible, in the order of the counts. */
function packed(
  counts: readonly string[],
  from: string,
  { dialect: { mostPredicates } }: Connection,
): readonly (readonly string[])[] {
  if (mostPredicates === undefined) return [counts];
  const room = mostPredicates - predicatesIn(from);
  const packs: string[][] = [[]];
  let left = room;
  for (const it of counts) {
    const needed = predicatesIn(it);
    if (needed > left && packs.at(-1)?.length !== 0) {
      packs.push([]);
      left = room;
    }
    packs.at(-1)?.push(it);
    left -= needed;
  }
  return packs;
}

/** The predicates of the largest count of a text that an engine with a limit is asked for. */
export function mostNeeded(text: TranslatedText): number {
  const { holds, fails = "" } = flatOutcome(text, leavesIn(text, 0, new Steps(true)));
  // If a column turns out to be NULL on every line, what a filter drops is counted by one more.
  return Math.max(predicatesIn(holds) + (text.tried.rule ? 0 : 1), predicatesIn(fails));
}

function countOf(condition: string): string {
  return condition === always ? "count(*)" : `count(CASE WHEN ${condition} THEN 1 END)`;
}

interface LineOutcome {
  readonly index: number;
  readonly holds: string;
  /** Undefined if the lines that are not kept are dropped. */
  readonly fails: string | undefined;
}

function lineValues(counting: Counting, connection: Connection, steps: Steps) {
  const { texts, explain, presence, columns } = counting;
  const sums: Named[] = [];
  const leavesOf = texts.map((it, index) => it && leavesIn(it, index, steps));
  const present = presence.map((field, index): Named => {
    const column = connection.dialect.identifier(columns.get(field)?.name ?? field);
    if (steps.isFlat) return [`has_${index}`, `count(${column})`];
    const value = `CASE WHEN ${column} IS NULL THEN 0 ELSE 1 END`;
    return [`has_${index}`, countOf(`${steps.add(`h${index}`, value)} = 1`)];
  });
  for (const [name, condition] of connection.also ?? [])
    sums.push([name, `${steps.add(name, `CASE WHEN ${condition} THEN 1 ELSE 0 END`)} = 1`]);
  const parent = subrequestSql(counting, connection);
  if (parent && steps.isFlat) sums.push(["subrequests", parent]);
  else if (parent) {
    const value = steps.add("sub", `CASE WHEN ${parent} THEN 1 ELSE 0 END`);
    sums.push(["subrequests", `${value} = 1`]);
  }
  steps.next();
  const outcomes = texts.flatMap((it, index): LineOutcome[] => {
    const leaves = leavesOf[index];
    if (!it || !leaves) return [];
    const [holds, fails] = [holdsSql(it.tree, leaves), failsSql(it.tree, leaves)];
    if (steps.isFlat) return [{ index, ...flatOutcome(it, leaves) }];
    const value = steps.add(
      `o${index}`,
      `CASE WHEN ${holds} THEN 1 WHEN ${fails} THEN 0 ELSE 2 END`,
    );
    return [{ index, holds: `${value} = 1`, fails: `${value} = 0` }];
  });
  for (const { index, holds, fails } of outcomes) {
    sums.push([`kept_${index}`, holds]);
    if (fails !== undefined) sums.push([`dropped_${index}`, fails]);
    const leaves = leavesOf[index] ?? [];
    if (!explain) continue;
    leaves.forEach((it, at) => {
      sums.push([`holds_${index}_${at}`, it.holds]);
    });
    aloneSql(texts[index]?.tree ?? { kind: "and", parts: [] }, leaves).forEach((it, at) => {
      sums.push([`keeps_${index}_${at}`, it.keeps], [`drops_${index}_${at}`, it.drops]);
    });
  }
  steps.next();
  const leaves = outcomes.map(({ index, holds, fails = `NOT ${holds}` }) => ({
    index,
    holds,
    fails,
  }));
  sums.push(...reachSums(counting, leaves, steps));
  const known = new Map(leaves.map((it) => [it.index, it]));
  sums.push(...severalSums(counting.several, known, (name, sql) => steps.add(name, sql)));
  return { sums, present, outcomes };
}

/** A filter keeps at most what it would keep if its unknown conditions held, because no group is negated. */
export function flatOutcome(
  text: TranslatedText,
  leaves: readonly Leaf[],
): Omit<LineOutcome, "index"> {
  const { tree, tried } = text;
  const holds = holdsSql(tree, leaves);
  if (isCertain(text)) return { holds, fails: undefined };
  if (tried.rule) return { holds, fails: failsSql(tree, leaves) };
  const most = holdsSql(
    tree,
    leaves.map((it) => (it === unknownLeaf ? { holds: always, fails: never } : it)),
  );
  return { holds, fails: most === always ? never : `(${most}) IS NOT TRUE` };
}

/** A filter is certain about every line, unless a column is missing. */
export function isCertain({ tried, conditions }: TranslatedText): boolean {
  return !tried.rule && conditions.every((it) => it !== undefined);
}

/** The result of each condition as a number, so that it is computed once for each line. */
export function leavesIn(
  { conditions, tried }: TranslatedText,
  index: number,
  steps: Pick<Steps, "isFlat" | "add">,
): Leaf[] {
  return conditions.map((sql, at) => {
    if (sql === undefined) return unknownLeaf;
    if (sql === "TRUE") return { holds: always, fails: never };
    if (sql === "FALSE") return { holds: never, fails: always };
    // A filter treats NULL as an empty value; conditions that do not hold for it are NULL. In a rule, NULL is unknown.
    if (steps.isFlat)
      return { holds: `(${sql})`, fails: tried.rule ? `NOT (${sql})` : `(${sql}) IS NOT TRUE` };
    const answer = answerSql({ sql, isOfRule: tried.rule !== undefined });
    const value = steps.add(`c${index}_${at}`, answer);
    return { holds: `${value} = 1`, fails: `${value} = 0` };
  });
}

/** The lines that are subrequests of Workers, if there are rules. */
function subrequestSql({ texts, columns }: Counting, { dialect }: Connection): string | undefined {
  if (!texts.some((it) => it?.tried.rule)) return undefined;
  const [flag, parent] = subrequestFields.map((it) => columns.get(it));
  const isFlat = dialect.mostPredicates !== undefined;
  const flagged = ({ name, kind }: Column) => {
    const column = dialect.identifier(name);
    if (isFlat) return column;
    return kind === "integer" ? `${column} <> 0` : `${dialect.looseBoolean(column)} = TRUE`;
  };
  const parts = [
    ...(flag ? [flagged(flag)] : []),
    ...(parent ? [`replace(${dialect.identifier(parent.name)}, '0', '') <> ''`] : []),
  ];
  return parts.length === 0
    ? undefined
    : `(${parts.map((it) => (isFlat ? `(${it}) IS TRUE` : `coalesce(${it}, FALSE)`)).join(" OR ")})`;
}
