import { type BridgedDataset, isBridged } from "../bridge/rows.ts";
import type { LogCondition, LogTest } from "../core/log-test.ts";
import { conditionLabel, type TrialTree } from "../core/trial-tree.ts";
import type { ruleNodes } from "../languages.ts";
import { conditionSql } from "../sql/condition.ts";
import { type Dialect, isNumeric } from "../sql/dialect.ts";
import { ruleTree } from "../sql/rules/rule.ts";
import { inlineSql } from "../sql/statement.ts";
import { UnknownValue, Untranslatable } from "../sql/untranslatable.ts";
import type { TriedText } from "../try/subject.ts";
import { type Columns, typesIn, withColumns } from "./columns.ts";
import {
  type Condition,
  ruleCondition,
  filterCondition as triedFilter,
} from "./trial/conditions.ts";

/** A text as the SQL of its conditions. */
export interface TranslatedText {
  readonly tried: TriedText;
  readonly tree: TrialTree;
  /** In the order of the tree; undefined if a condition is undetermined on every line. */
  readonly conditions: readonly (string | undefined)[];
  /** The names that no line has a value of. */
  readonly unknown: readonly string[];
  /** The log fields of its columns that the table does not have. */
  readonly lacked: readonly string[];
  /** The parsed conditions, to try them on known rows. */
  readonly untried: readonly Condition[];
}

export interface TableFacts {
  readonly dialect: Dialect;
  readonly columns: Columns;
  /** The dataset of the lines, if the name of the table tells. */
  readonly dataset: string | undefined;
  /** Fields that are NULL on every line, which say nothing about a filter. */
  readonly nulls: ReadonlySet<string>;
  /** The predicates of the time window, where a statement may have only so many. */
  readonly reserved?: number;
}

/** Undefined for a text that cannot be tried at all. A refusal names the condition that the engine cannot answer exactly. */
export function translateText(
  tried: TriedText,
  facts: TableFacts,
): TranslatedText | { readonly error: string } | undefined {
  const { trial, test, rule } = tried;
  if (!trial) return undefined;
  try {
    const text = rule
      ? ruleText(tried, rule.nodes ?? [], facts)
      : filterText(tried, test ? conditionsIn(test) : [], facts);
    return text;
  } catch (error) {
    if (!(error instanceof Untranslatable)) throw error;
    return { error: error.message };
  }
}

function conditionsIn(test: LogTest): readonly LogCondition[] {
  return test.kind === "group" ? test.parts.flatMap(conditionsIn) : [test];
}

function filterText(
  tried: TriedText,
  conditions: readonly LogCondition[],
  { columns, dialect, nulls }: TableFacts,
): TranslatedText {
  const { dataset = "", subject, trial } = tried;
  const types = new Map(conditions.map((it) => [it.field, it.type]));
  const typed = typesIn(dataset, subject.context.extraFields);
  const own = withColumns(dialect, columns, (it) => types.get(it) ?? typed(it));
  const isUnknown = (field: string) => !columns.has(field) || nulls.has(field);
  const translated = conditions.map((it) =>
    isUnknown(it.field) ? undefined : filterCondition(it, columns, own),
  );
  return {
    tried,
    tree: trial?.tree ?? { kind: "and", parts: [] },
    conditions: translated,
    untried: conditions.flatMap((it, at) => triedFilter(it, translated[at], columns) ?? []),
    unknown: [...types.keys()].filter(isUnknown),
    lacked: [...types.keys()].filter((it) => !columns.has(it)),
  };
}

/** A column of a known type is compared as it is, so that the engine can skip what it need not read. */
function filterCondition(condition: LogCondition, columns: Columns, dialect: Dialect): string {
  const kind = columns.get(condition.field)?.kind;
  const isNumbers = kind === "integer" && condition.values.every(isNumeric);
  const stored = kind === "timestamp" ? "timestamp" : isNumbers || !kind ? undefined : "any";
  return conditionSql(condition, dialect, { stored });
}

function ruleText(
  tried: TriedText,
  nodes: readonly unknown[],
  { columns, dialect, dataset: ofTable }: TableFacts,
): TranslatedText {
  const { subject, trial } = tried;
  const dataset = ruleDataset(tried.dataset ?? ofTable);
  const unknown = new Set<string>();
  const own = withColumns(dialect, columns, typesIn(dataset, subject.context.extraFields));
  const listItems = subject.context.listItems ?? {};
  const target = {
    dialect: own,
    dataset,
    listItems,
    hasColumn: (log: string) => columns.has(log),
  };
  const untried: Condition[] = [];
  const conditions = nodes.map((node, at) => {
    try {
      const sql = inlineSql(ruleTree(node as ruleNodes.Expression, target));
      const label = conditionLabel(
        { kind: "condition", index: at },
        subject.text,
        trial?.conditions[at],
      );
      const own = { rule: tried.rule, label, dataset: tried.dataset };
      untried.push(...ruleCondition(own, at, sql, { columns, dataset }));
      return sql;
    } catch (error) {
      if (!(error instanceof UnknownValue)) throw error;
      unknown.add(error.value);
      return undefined;
    }
  });
  return {
    tried,
    tree: trial?.tree ?? { kind: "and", parts: [] },
    conditions,
    untried,
    unknown: [...unknown],
    lacked: (trial?.fields ?? []).filter((it) => !columns.has(it)),
  };
}

function ruleDataset(name: string | undefined): BridgedDataset {
  return name !== undefined && isBridged(name) ? name : "http_requests";
}
