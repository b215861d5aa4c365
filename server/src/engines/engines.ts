/** Counts on engines. The interface to higher layers, and a bundle of its own. */

export { packageFolders } from "../workspace/installed-package.ts";
export { TableCounter } from "./count.ts";
export { type EngineCounter, type EngineRequests, openCounter, openRequests } from "./counter.ts";
export { DuckdbCounter, duckdbVariable, loadDuckdb } from "./duckdb/duckdb.ts";
export { DuckdbRequests } from "./duckdb/requests.ts";
export { EngineError, PasswordError } from "./engine.ts";
export type { LogStore } from "./kinds/log-explorer.ts";
export { openEngine } from "./open.ts";
