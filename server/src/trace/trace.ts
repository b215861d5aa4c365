export * from "./live.ts";
export { nameOf } from "./names.ts";
export * from "./requests/read.ts";
export * from "./testing/add.ts";
export * from "./testing/result.ts";
export * from "./tracer.ts";
export type * from "./types.ts";
export { outcomeKinds } from "./types.ts";
export * from "./wording.ts";
