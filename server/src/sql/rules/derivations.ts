import { type BridgeRow, credentialResults } from "../../bridge/rows.ts";
import type { LogFieldType } from "../../core/log-test.ts";
import { logFieldType } from "../../languages.ts";
import type { Dialect } from "../dialect.ts";

/** The value of a row as SQL; undefined if SQL cannot derive it exactly. */
export function derivedValue(
  row: BridgeRow,
  dataset: string,
  dialect: Dialect,
): string | undefined {
  const columns = row.logs.map((it) => columnOf(it, logFieldType(dataset, it), dialect));
  const [one = "", two = ""] = columns;
  // SQL cannot determine whether normalization changes a path.
  if (row.raw || row.some) return undefined;
  const is = (word: string) => `${one} = ${dialect.string(word)}`;
  switch (row.how) {
    case "same":
      return one;
    case "uppercase":
      return dialect.upper(one);
    case "subdivision":
      return unlessEmpty(two, `${dialect.upper(one)} || '-' || ${two}`);
    case "joined":
      return `(${columns.join(" || ")})`;
    case "path":
      return columns.length === 1 ? pathOf(one, dialect) : undefined;
    case "query":
      return columns.length === 1 ? queryOf(one, dialect) : undefined;
    case "unmarked-query":
      return `CASE WHEN ${dialect.startsWith(one, "?")} THEN substr(${one}, 2) ELSE ${one} END`;
    case "full-uri":
      return `(${uriOf(columns)})`;
    case "referer":
      return unlessEmpty(two, uriOf(columns));
    case "is-https":
      return is("https");
    case "is-passed":
      return is("passed");
    case "not-empty":
      return `CASE WHEN ${one} <> '' THEN ${one} END`;
    case "is-verified":
      // DataFusion takes a Boolean CASE without ELSE for false instead of NULL.
      return `CASE WHEN ${one} NOT IN ('', 'unknown') THEN ${one} END = 'ok'`;
    case "is-presented":
      return `CASE WHEN ${one} NOT IN ('', 'unknown') THEN ${one} END <> 'absent'`;
    case "score-class":
      return `CASE WHEN ${one} < 1 THEN NULL WHEN ${one} <= 20 THEN 'attack' WHEN ${one} <= 50 THEN 'likely_attack' WHEN ${one} <= 80 THEN 'likely_clean' WHEN ${one} <= 99 THEN 'clean' END`;
    case "is-not-empty":
      return logFieldType(dataset, row.logs[0]) === "string" ? `${one} <> ''` : undefined;
    default: {
      const result = credentialResults.find((it) => `is-${it}` === row.how);
      return result && is(result);
    }
  }
}

function uriOf([scheme = "", ...rest]: readonly string[]): string {
  return [scheme, "'://'", ...rest].join(" || ");
}

/** Empty if the decisive part is empty, and NULL if any part is NULL. */
function unlessEmpty(part: string, joined: string): string {
  return `CASE WHEN ${part} <> '' THEN ${joined} WHEN ${joined} IS NOT NULL THEN '' END`;
}

function columnOf(name: string, type: LogFieldType | undefined, dialect: Dialect): string {
  const column = dialect.identifier(name);
  switch (type) {
    case "string":
      return dialect.text(column);
    case "int":
      return dialect.integer(column);
    case "float":
      return dialect.double(column);
    case "bool":
      return dialect.boolean(column);
    case "int or string":
    case "array[string]":
    case "array[int]":
    case "array[object]":
    case "object":
    case undefined:
      return column;
  }
}

function pathOf(uri: string, dialect: Dialect): string {
  const mark = dialect.position(uri, "?");
  return `CASE WHEN ${mark} > 0 THEN substr(${uri}, 1, ${mark} - 1) ELSE ${uri} END`;
}

function queryOf(uri: string, dialect: Dialect): string {
  const mark = dialect.position(uri, "?");
  return `CASE WHEN ${mark} > 0 THEN substr(${uri}, ${mark} + 1) WHEN ${mark} = 0 THEN '' END`;
}
