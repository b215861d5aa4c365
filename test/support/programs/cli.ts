import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { commands } from "../../../server/src/cli/commands/all.ts";
import type { Io } from "../../../server/src/cli/io.ts";
import { run } from "../../../server/src/cli/run.ts";
import { validateOutput } from "./output-schema.ts";

export interface Outcome {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** A folder of files that is deleted after the test. */
export class Folder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "weir-test-"));

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  write(name: string, content: string | Uint8Array): void {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), "utf8");
  }

  remove(name: string): void {
    rmSync(join(this.path, name), { recursive: true, force: true });
  }

  [Symbol.dispose](): void {
    // A program that was just ended may still be writing.
    rmSync(this.path, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Runs the command line in a folder, without a process. */
export function weir(
  folder: Pick<Folder, "path">,
  args: readonly string[],
  stdin = "",
  more: Partial<Io> = {},
): Promise<Outcome> {
  const input = Readable.from(stdin === "" ? [] : [Buffer.from(stdin)]);
  return runIn(folder.path, args, { stdin: input, ...more });
}

/** Runs the command line in a folder, with another environment. */
export async function runIn(
  cwd: string,
  args: readonly string[],
  more: Partial<Io>,
): Promise<Outcome> {
  let out = "";
  let err = "";
  const io: Io = {
    cwd,
    stdin: Readable.from([]),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    color: false,
    progress: false,
    columns: 100,
    ...more,
  };
  const status = await run(args, io, commands);
  const [name = ""] = args;
  if (commands.some((it) => it.name === name)) validateOutput(name, args, out);
  return { status, out, err };
}
