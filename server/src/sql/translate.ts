import type { LogFilter, LogTest } from "../core/log-test.ts";
import type { FileContext, RuleSource } from "../languages.ts";
import { countCodePoints } from "../text/width.ts";
import { thousands } from "../text/wording.ts";
import { conditionSql } from "./condition.ts";
import type { Dialect } from "./dialect.ts";
import { predicatesIn } from "./dialect.ts";
import { bridgedDataset, ruleTree } from "./rules/rule.ts";
import { inlineSql, type Selection, type SqlTree, selectSql, whereSql } from "./statement.ts";
import type { TimestampColumn } from "./timestamp-condition.ts";
import { keepsMissing } from "./typed-condition.ts";
import { translateAt, Untranslatable } from "./untranslatable.ts";

export interface SqlOptions {
  readonly dialect: Dialect;
  /** The FROM clause, as SQL. */
  readonly table?: string | undefined;
  /** Whether to return only the condition. */
  readonly where?: boolean | undefined;
  /** Whether to count the lines instead of selecting them. */
  readonly count?: boolean | undefined;
  /** How the table stores timestamps. */
  readonly timestamps?: TimestampColumn | undefined;
}

export const onlyKnownLater = "A part of the text is only known when it is deployed.";

/** `at` is the offset of what cannot be translated. */
export type SqlTranslation =
  | { readonly sql: string; readonly warning?: string }
  | { readonly error: string; readonly at?: number | undefined };

export function translateFilter(filter: LogFilter, options: SqlOptions): SqlTranslation {
  const { test, isUnknown, placeOf = (at) => at } = filter;
  return refused(placeOf, () => {
    refuseUndecided(filter);
    refuseUnknown(test, isUnknown);
    return sqlOf({ ...filter, tree: treeOf(test, options) }, options);
  });
}

/** Translates a rule to a condition on the log lines of its requests. */
export function translateRule(
  { root, comments }: RuleSource,
  context: Pick<FileContext, "forcedDataset" | "listItems">,
  options: SqlOptions,
): SqlTranslation {
  return refused(
    (at) => at,
    () => {
      const dataset = bridgedDataset(context.forcedDataset);
      const target = { dialect: options.dialect, dataset, listItems: context.listItems ?? {} };
      return sqlOf({ dataset, tree: ruleTree(root, target), comments }, options);
    },
  );
}

function refuseUndecided({ undecided }: LogFilter): void {
  if (!undecided) return;
  translateAt(undecided.start, () => {
    throw new Untranslatable(undecided.reason);
  });
}

function refused(placeOf: (at: number) => number, translate: () => SqlTranslation): SqlTranslation {
  try {
    return translate();
  } catch (error) {
    if (!(error instanceof Untranslatable)) throw error;
    const { message, at } = error;
    return { error: message, ...(at !== undefined && { at: placeOf(at) }) };
  }
}

function sqlOf(selection: Selection, { dialect, table, where, count }: SqlOptions): SqlTranslation {
  refuseMany(selection.tree, dialect);
  if (where) return { sql: whereSql(selection, dialect) };
  if (dialect.perLine && (count || table !== undefined))
    throw new Untranslatable(
      count
        ? "A transformer runs on each line, so it cannot count them. Use another dialect."
        : "A transformer selects from the dataset of its job. Omit the table.",
    );
  const sql = selectSql(selection, dialect, table, count);
  return { sql, ...(dialect.perLine && sizeProblem(sql, dialect.perLine)) };
}

/** Two pages of the service name different limits. */
function sizeProblem(
  sql: string,
  { mostCharacters, safeBytes }: NonNullable<Dialect["perLine"]>,
): { readonly warning: string } | undefined {
  const characters = countCodePoints(sql);
  if (characters > mostCharacters)
    throw new Untranslatable(
      `The SQL has ${thousands(characters)} characters; a transformer may have ${thousands(mostCharacters)}.`,
    );
  const bytes = new TextEncoder().encode(sql).length;
  if (bytes <= safeBytes) return undefined;
  return {
    warning: `The SQL has ${thousands(bytes)} bytes. The service documents a limit of 10 KB for a transformer, and elsewhere ${thousands(mostCharacters)} characters.`,
  };
}

function refuseMany(tree: SqlTree, { mostPredicates, title }: Dialect): void {
  if (mostPredicates === undefined) return;
  const needed = predicatesIn(inlineSql(tree));
  if (needed > mostPredicates)
    throw new Untranslatable(
      `The condition needs ${needed} predicates; ${title} accepts ${mostPredicates}. Shorten it with 'weir shrink'.`,
    );
}

/** `isPresent` tells which fields another condition requires, so that a time window is a plain range. */
function treeOf(test: LogTest, options: SqlOptions, isPresent = (_: string) => false): SqlTree {
  if (test.kind === "condition") {
    const times = { stored: options.timestamps, isPresent: isPresent(test.field) };
    const sql = translateAt(test.start, () => conditionSql(test, options.dialect, times));
    return { kind: "condition", end: test.end, sql };
  }
  const { start, logical, parts } = test;
  const required = new Set(logical === "and" ? parts.flatMap(requiredField) : []);
  const isInside = (field: string) => required.has(field) || isPresent(field);
  return { kind: "group", start, logical, parts: parts.map((it) => treeOf(it, options, isInside)) };
}

function requiredField(test: LogTest): readonly string[] {
  return test.kind === "condition" && !keepsMissing(test) ? [test.field] : [];
}

function refuseUnknown(test: LogTest, isUnknown: LogFilter["isUnknown"]): void {
  if (!isUnknown) return;
  if (test.kind === "group") {
    for (const it of test.parts) refuseUnknown(it, isUnknown);
    return;
  }
  translateAt(test.start, () => {
    for (const it of [test.field, ...test.values])
      if (typeof it === "string" && isUnknown(it)) throw new Untranslatable(onlyKnownLater);
  });
}
