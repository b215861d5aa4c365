import type { readArguments } from "./arguments.ts";

/** Values of Terraform variables. */
export const varFileOption = { "var-file": { type: "string", multiple: true } } as const;

/** Options of `weir try`. Like the other commands here, it loads its code only after reading its options. */
export const tryOptions = {
  logs: { type: "string", multiple: true },
  dataset: { type: "string" },
  by: { type: "string", multiple: true },
  explain: { type: "boolean", default: false },
  together: { type: "boolean", default: false },
  base: { type: "string" },
  print: { type: "string" },
  head: { type: "string" },
  since: { type: "string" },
  until: { type: "string" },
  engine: { type: "string" },
  "engine-command": { type: "string" },
  "dry-run": { type: "boolean", default: false },
  threads: { type: "string" },
  "max-share": { type: "string" },
  "min-share": { type: "string" },
  request: { type: "string" },
  header: { type: "string", multiple: true },
  set: { type: "string", multiple: true },
  format: { type: "string", default: "pretty" },
} as const;

export type TryValues = Values<typeof tryOptions>;

/** Options of `weir cost`. */
export const costOptions = {
  logs: { type: "string", multiple: true },
  dataset: { type: "string" },
  since: { type: "string" },
  until: { type: "string" },
  keep: { type: "string", multiple: true },
  target: { type: "string" },
  write: { type: "string" },
  without: { type: "string", multiple: true },
  budget: { type: "string" },
  against: { type: "string" },
  "max-growth": { type: "string" },
  base: { type: "string" },
  values: { type: "boolean", default: false },
  engine: { type: "string" },
  "engine-command": { type: "string" },
  format: { type: "string", default: "pretty" },
} as const;

export type CostValues = Values<typeof costOptions>;

/** Options of `weir trace`. */
export const traceOptions = {
  request: { type: "string" },
  header: { type: "string", multiple: true },
  set: { type: "string", multiple: true },
  curl: { type: "string" },
  har: { type: "string" },
  log: { type: "string" },
  "response-status": { type: "string" },
  "response-header": { type: "string", multiple: true },
  zone: { type: "string" },
  ...varFileOption,
  over: { type: "string", multiple: true },
  service: { type: "boolean" },
  live: { type: "boolean" },
  profile: { type: "string" },
  format: { type: "string", default: "pretty" },
} as const;

export type TraceValues = Values<typeof traceOptions>;

/** Options of `weir review`. */
export const reviewOptions = {
  base: { type: "string" },
  service: { type: "boolean", default: false },
  profile: { type: "string" },
  logs: { type: "string", multiple: true },
  engine: { type: "string" },
  "engine-command": { type: "string" },
  "dry-run": { type: "boolean", default: false },
  since: { type: "string" },
  until: { type: "string" },
  values: { type: "boolean", default: false },
  forbid: { type: "string", multiple: true },
  ...varFileOption,
  format: { type: "string", default: "pretty" },
} as const;

export type ReviewValues = Values<typeof reviewOptions>;

type Values<T extends Parameters<typeof readArguments>[1]> = ReturnType<
  typeof readArguments<T>
>["values"];
