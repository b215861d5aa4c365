/** Texts as SQL: a bundle of its own, from which others load these modules. */
export * from "./condition.ts";
export * from "./dialect.ts";
export * from "./dialect.ts";
export * from "./dialects/clickhouse.ts";
export * from "./dialects/duckdb.ts";
export * from "./dialects/log-explorer.ts";
export * from "./dialects/postgres.ts";
export * from "./dialects/trino.ts";
export * from "./dialects.ts";
export * from "./document.ts";
export * from "./rules/rule.ts";
export * from "./statement.ts";
export * from "./timestamp-condition.ts";
export * from "./untranslatable.ts";
