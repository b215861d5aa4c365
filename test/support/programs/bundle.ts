import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { bundlePath } from "./dist.ts";

/** The result of `npm run build`, run as users run it. */

export interface Ran {
  readonly status: number;
  readonly output: string;
}

/** A minimal environment: no credentials, no proxy, no color. */
const bareEnvironment = Object.fromEntries(
  ["PATH", "SystemRoot", "TEMP", "TMP"].flatMap((it) =>
    process.env[it] === undefined ? [] : [[it, process.env[it]]],
  ),
);

/** Starts the bundled command line, for tests that need the process before its end. */
export function start(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): ChildProcess {
  return spawn(process.execPath, [bundlePath("cli.cjs"), ...args], {
    cwd,
    env: { ...bareEnvironment, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs the bundled command line as a separate process. */
export async function weir(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Ran> {
  const child = start(args, cwd, env);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (it: string) => {
      output += it;
    });
  const [status] = await once(child, "close");
  return { status: status as number, output };
}

/** An emulator in a separate process, on a free port. */
export class EmulatorProcess implements AsyncDisposable {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    readonly firstLine: string,
  ) {}

  static async start(args: readonly string[], cwd: string): Promise<EmulatorProcess> {
    const child = start([...args, "--port", "0"], cwd);
    if (!child.stdout) throw new Error("The emulator has no output.");
    for await (const line of createInterface({ input: child.stdout })) {
      const port = Number(/:(\d+)\//.exec(line)?.[1]);
      return new EmulatorProcess(child, port, line);
    }
    throw new Error("The emulator ended without a word.");
  }

  /** Stops it like Ctrl+C does. Returns its exit code. */
  async stop(): Promise<number | null> {
    if (this.child.exitCode !== null) return this.child.exitCode;
    const ended = once(this.child, "exit");
    this.child.kill("SIGINT");
    const [status] = await ended;
    return status as number | null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
