/** Counts on engines. The interface to higher layers, and a bundle of its own. */

export { TableCounter } from "./count.ts";
export { EngineError } from "./engine.ts";
export { openEngine } from "./open.ts";
