import { connect } from "node:net";
import process from "node:process";
import type { Readable, Writable } from "node:stream";

/** What an editor and its server write to each other. */
export interface Transport {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * What the editor named on the command line: `--stdio`, `--socket=N` or `--pipe=NAME`, where the last two are also written with
 * a space. Undefined when it talks to the process itself, as with `--node-ipc`.
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
