import type { LogFilter, LogTest } from "../core/log-test.ts";
import type { FileContext, RuleSource } from "../languages.ts";
import { conditionSql } from "./condition.ts";
import type { Dialect } from "./dialect.ts";
import { bridgedDataset, ruleTree } from "./rules/rule.ts";
import { type Selection, type SqlTree, selectSql, whereSql } from "./statement.ts";
import { Untranslatable } from "./untranslatable.ts";

export interface SqlOptions {
  readonly dialect: Dialect;
  /** The FROM clause, as SQL. */
  readonly table?: string | undefined;
  /** Whether to return only the condition. */
  readonly where?: boolean | undefined;
}

export const onlyKnownLater = "A part of the text is only known when it is deployed.";

export type SqlTranslation = { readonly sql: string } | { readonly error: string };

export function translateFilter(filter: LogFilter, options: SqlOptions): SqlTranslation {
  try {
    refuseUnknown(filter.test, filter.isUnknown);
    return { sql: sqlOf({ ...filter, tree: treeOf(filter.test, options.dialect) }, options) };
  } catch (error) {
    if (!(error instanceof Untranslatable)) throw error;
    return { error: error.message };
  }
}

/** Translates a rule to a condition on the log lines of its requests. */
export function translateRule(
  { root, comments }: RuleSource,
  context: Pick<FileContext, "forcedDataset" | "listItems">,
  options: SqlOptions,
): SqlTranslation {
  try {
    const dataset = bridgedDataset(context.forcedDataset);
    const target = { dialect: options.dialect, dataset, listItems: context.listItems ?? {} };
    return { sql: sqlOf({ dataset, tree: ruleTree(root, target), comments }, options) };
  } catch (error) {
    if (!(error instanceof Untranslatable)) throw error;
    return { error: error.message };
  }
}

function sqlOf(selection: Selection, { dialect, table, where }: SqlOptions): string {
  return where ? whereSql(selection) : selectSql(selection, dialect, table);
}

function treeOf(test: LogTest, dialect: Dialect): SqlTree {
  if (test.kind === "condition")
    return { kind: "condition", end: test.end, sql: conditionSql(test, dialect) };
  const { start, logical, parts } = test;
  return { kind: "group", start, logical, parts: parts.map((it) => treeOf(it, dialect)) };
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
