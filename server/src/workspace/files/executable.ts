import { basename } from "node:path";
import process from "node:process";
import type { WorkerOptions } from "node:worker_threads";

/** Undefined before Node 20.16, with which no single executable is built. */
const sea = process.getBuiltinModule?.("node:sea");

/** Whether this process is the single executable, which contains what an installation has as files. */
export const isExecutable = sea?.isSea() === true;

/** A file that was built into the single executable, or undefined if it has none of that name. */
export function embeddedFile(name: string): Buffer | undefined {
  if (!sea || !isExecutable) return undefined;
  try {
    return Buffer.from(sea.getRawAsset(name) as ArrayBuffer);
  } catch {
    return undefined;
  }
}

/** The arguments of a `Worker` that runs the bundle of this path, which the single executable has under its name. */
export function threadOf(file: string, options: WorkerOptions): [string, WorkerOptions] {
  const source = embeddedFile(basename(file))?.toString("latin1");
  return source === undefined ? [file, options] : [source, { ...options, eval: true }];
}
