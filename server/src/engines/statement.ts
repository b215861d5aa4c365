import { subrequestFields } from "../bridge/rows.ts";
import { inOrder } from "../core/configuration/order.ts";
import type { TriedText } from "../try/subject.ts";
import type { Columns } from "./columns.ts";
import type { Connection } from "./engine.ts";
import {
  always,
  decidesSql,
  failsSql,
  holdsSql,
  joined,
  type Leaf,
  never,
  unknownLeaf,
} from "./outcomes.ts";
import type { TranslatedText } from "./texts.ts";

/** One statement that counts everything that was asked about several texts. */
export interface Counting {
  /** By the index of the text; undefined for those that are not tried. */
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
}

type Named = readonly [name: string, sql: string];

/** What is computed of each line, in steps that use the names of the step before. */
class Steps {
  private readonly steps: Named[][] = [[]];

  constructor(private readonly isFlat: boolean) {}

  /** The name of a value, or the value itself where there are no subqueries. */
  add(name: string, sql: string): string {
    if (this.isFlat) return `(${sql})`;
    this.steps.at(-1)?.push([name, sql]);
    return name;
  }

  next(): void {
    if (!this.isFlat) this.steps.push([]);
  }

  from(table: string, where: string | undefined, head: number | undefined): string {
    const condition = where === undefined ? "" : `\nWHERE ${where}`;
    const limit = head === undefined ? "" : `\nLIMIT ${head}`;
    if (this.isFlat) return `${table}${condition}`;
    const known: string[] = [];
    let source = `${table}${condition}${limit}`;
    for (const [index, step] of this.steps.entries()) {
      const values = [...known, ...step.map(([name, sql]) => `${sql} AS ${name}`)];
      if (values.length === 0) values.push("1 AS line");
      source = `(SELECT ${values.join(",\n  ")}\nFROM ${source}) AS step${index}`;
      if (known.length === 0 && step.length === 0) known.push("line");
      known.push(...step.map(([name]) => name));
    }
    return source;
  }
}

export function countingSql(counting: Counting, connection: Connection): string {
  const steps = new Steps(connection.mostPredicates !== undefined);
  const { sums } = lineValues(counting, connection, steps);
  const from = steps.from(connection.table, counting.window, counting.head);
  const selected = sums.map(([name, sql]) => `${countOf(sql)} AS ${name}`);
  return `SELECT ${["count(*) AS n", ...selected].join(",\n")}\nFROM ${from}`;
}

/** The same by the values of a field. */
export function byValueSql(
  counting: Counting,
  connection: Connection,
  column: string,
  order: string | undefined,
  most: number,
): string {
  const steps = new Steps(connection.mostPredicates !== undefined);
  const value = steps.add("v", column);
  const { outcomes } = lineValues({ ...counting, explain: false }, connection, steps);
  const from = steps.from(connection.table, counting.window, counting.head);
  const sides = outcomes.flatMap(({ index, holds, fails }) => [
    `${countOf(holds)} AS kept_${index}`,
    `${countOf(fails)} AS dropped_${index}`,
  ]);
  return `SELECT ${[`${value} AS v`, "count(*) AS n", ...sides].join(",\n")}\nFROM ${from}\nGROUP BY ${connection.mostPredicates === undefined ? "v" : column}\nORDER BY ${order ?? "n"} DESC\nLIMIT ${most}`;
}

function countOf(condition: string): string {
  return condition === always ? "count(*)" : `count(CASE WHEN ${condition} THEN 1 END)`;
}

interface LineOutcome extends Leaf {
  readonly index: number;
}

function lineValues(counting: Counting, connection: Connection, steps: Steps) {
  const { texts, explain, presence, columns } = counting;
  const sums: Named[] = [];
  const leavesOf = texts.map((it, index) => it && leavesIn(it, index, steps));
  const has = presence.map((field, index) => {
    const column = connection.dialect.identifier(columns.get(field)?.name ?? field);
    const value = `CASE WHEN ${column} IS NULL THEN 0 ELSE 1 END`;
    return [`has_${index}`, `${steps.add(`h${index}`, value)} = 1`] as const;
  });
  sums.push(...has);
  for (const [name, condition] of connection.also ?? [])
    sums.push([name, `${steps.add(name, `CASE WHEN ${condition} THEN 1 ELSE 0 END`)} = 1`]);
  const parent = subrequestSql(counting, connection);
  if (parent) {
    const value = steps.add("sub", `CASE WHEN ${parent} THEN 1 ELSE 0 END`);
    sums.push(["subrequests", `${value} = 1`]);
  }
  steps.next();
  const outcomes = texts.flatMap((it, index): LineOutcome[] => {
    const leaves = leavesOf[index];
    if (!it || !leaves) return [];
    const [holds, fails] = [holdsSql(it.tree, leaves), failsSql(it.tree, leaves)];
    const value = steps.add(
      `o${index}`,
      `CASE WHEN ${holds} THEN 1 WHEN ${fails} THEN 0 ELSE 2 END`,
    );
    return [{ index, holds: `${value} = 1`, fails: `${value} = 0` }];
  });
  for (const { index, holds, fails } of outcomes) {
    sums.push([`kept_${index}`, holds], [`dropped_${index}`, fails]);
    const leaves = leavesOf[index] ?? [];
    if (!explain) continue;
    leaves.forEach((it, at) => {
      sums.push([`holds_${index}_${at}`, it.holds]);
    });
    decidesSql(texts[index]?.tree ?? { kind: "and", parts: [] }, leaves).forEach((it, at) => {
      sums.push([`decides_${index}_${at}`, it]);
    });
  }
  steps.next();
  sums.push(...reachSums(counting, outcomes, steps));
  return { sums, outcomes };
}

/** The result of each condition as a number, so that it is computed once for each line. */
function leavesIn({ conditions, tried }: TranslatedText, index: number, steps: Steps): Leaf[] {
  return conditions.map((sql, at) => {
    if (sql === undefined) return unknownLeaf;
    if (sql === "TRUE") return { holds: always, fails: never };
    if (sql === "FALSE") return { holds: never, fails: always };
    // A filter treats NULL as an empty value; conditions that do not hold for it are NULL. In a rule, NULL is unknown.
    const fails = tried.rule ? `WHEN NOT (${sql}) THEN 0 ELSE 2` : "ELSE 0";
    const value = steps.add(`c${index}_${at}`, `CASE WHEN ${sql} THEN 1 ${fails} END`);
    return { holds: `${value} = 1`, fails: `${value} = 0` };
  });
}

/** The lines that are subrequests of Workers, if there are rules. */
function subrequestSql({ texts, columns }: Counting, { dialect }: Connection): string | undefined {
  if (!texts.some((it) => it?.tried.rule)) return undefined;
  const [flag, parent] = subrequestFields.map((it) => columns.get(it));
  const parts = [
    ...(flag
      ? [
          flag.kind === "integer"
            ? `${dialect.identifier(flag.name)} <> 0`
            : `${dialect.looseBoolean(dialect.identifier(flag.name))} = TRUE`,
        ]
      : []),
    ...(parent ? [`replace(${dialect.identifier(parent.name)}, '0', '') <> ''`] : []),
  ];
  return parts.length === 0
    ? undefined
    : `(${parts.map((it) => `coalesce(${it}, FALSE)`).join(" OR ")})`;
}

/**
 * Rules run in order, and the first one that matches may end its set. For each line, `s` is the position of the first rule that may
 * have ended the set, and `t` whether it has done so for certain.
 */
function reachSums(counting: Counting, outcomes: readonly LineOutcome[], steps: Steps): Named[] {
  const known = new Map(outcomes.map((it) => [it.index, it]));
  const sets = new Map<string, { readonly tried: TriedText; readonly index: number }[]>();
  counting.tried.forEach((tried, index) => {
    if (!tried.place) return;
    const key = JSON.stringify([tried.subject.file, tried.place.set]);
    sets.set(key, [...(sets.get(key) ?? []), { tried, index }]);
  });
  return [...sets.values()].flatMap((rules, set) =>
    setSums(
      inOrder(rules, (it) => it.tried.place?.order),
      set,
      known,
      steps,
    ),
  );
}

function setSums(
  rules: readonly { readonly tried: TriedText; readonly index: number }[],
  set: number,
  known: ReadonlyMap<number, Leaf>,
  steps: Steps,
): Named[] {
  const leafOf = (index: number) => known.get(index) ?? unknownLeaf;
  const mayHold = (leaf: Leaf) => (leaf.fails === never ? always : `NOT (${leaf.fails})`);
  // The host fills in the rules between, so that no later one is certainly reached.
  const gap = rules.findIndex(
    ({ tried }, at) => (tried.place?.order ?? 0) > (rules[at - 1]?.tried.place?.order ?? -1) + 1,
  );
  const enders = rules.flatMap(({ tried: { place }, index }, at) => {
    const mayEnd = place?.terminates || place?.unknownAction !== undefined;
    if (!place || !mayEnd || place.acts === "never") return [];
    const isCertain = place.terminates && place.acts === "always" && (gap === -1 || at < gap);
    return [{ at, leaf: leafOf(index), isCertain }];
  });
  const first = enders.map(({ at, leaf }) => `WHEN ${mayHold(leaf)} THEN ${at + 1}`);
  const certain = enders.map(
    ({ leaf, isCertain }) =>
      `WHEN ${mayHold(leaf)} THEN ${isCertain && leaf.holds !== never ? `CASE WHEN ${leaf.holds} THEN 1 ELSE 0 END` : "0"}`,
  );
  const s = enders.length > 0 ? steps.add(`s${set}`, `CASE ${first.join(" ")} ELSE 0 END`) : "0";
  const t = enders.length > 0 ? steps.add(`t${set}`, `CASE ${certain.join(" ")} ELSE 0 END`) : "0";
  return rules.flatMap(({ tried: { place }, index }, at): Named[] => {
    const leaf = leafOf(index);
    const before = enders.some((it) => it.at < at);
    // Positions are from 1, so an earlier rule has a position of at most `at`.
    const notEnded = before ? `(${s} = 0 OR ${s} > ${at} OR ${t} = 0)` : always;
    const reached =
      gap !== -1 && at >= gap ? never : before ? `(${s} = 0 OR ${s} > ${at})` : always;
    const mayAct = place?.acts === "never" ? never : joined([notEnded, mayHold(leaf)], "AND");
    const acts = place?.acts === "always" ? joined([reached, leaf.holds], "AND") : never;
    return [
      [`reached_${index}`, reached],
      [`reachable_${index}`, notEnded],
      [`acts_${index}`, acts],
      [`may_act_${index}`, mayAct],
    ];
  });
}
