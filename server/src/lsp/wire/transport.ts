import { connect } from "node:net";
import process from "node:process";
import type { Readable, Writable } from "node:stream";

/** The streams between editor and server. */
export interface Transport {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * The transport of the command line: `--stdio`, `--socket=N` or `--pipe=NAME`, the last two also with a space. Undefined for
 * `--node-ipc`.
 */
export function transportOf(args: readonly string[]): Transport | undefined {
  for (const [index, arg] of args.entries()) {
    const [name, value = args[index + 1] ?? ""] = arg.split("=", 2);
    if (name === "--node-ipc") return undefined;
    if (name === "--stdio") return { input: process.stdin, output: process.stdout };
    if (name === "--socket") return over(connect(Number(value), "127.0.0.1"));
    if (name === "--pipe") return over(connect(value));
  }
  return undefined;
}

function over(both: Readable & Writable): Transport {
  return { input: both, output: both };
}
