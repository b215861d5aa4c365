// Starts programs, and finds the processes that they leave running.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomInt, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { root } from "../../../scripts/root.mjs";

export interface Running {
  readonly child: ChildProcess;
  /** Resolves with the exit status and the output when the program has ended. */
  readonly ended: Promise<{ status: number | null; out: string; err: string }>;
  /** Resolves with the first match of a pattern in the output, or its first group. */
  waitForOutput(pattern: RegExp): Promise<string>;
  /** The IDs of its running processes, including descendants. */
  runningProcesses(): string[];
}

/** Starts a program in the checkout. Its remaining processes are killed when the test ends. */
export function run(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Running {
  // Inherited by child processes, so it identifies them.
  const mark = `WEIR_TEST_MARK=${randomUUID()}`;
  const [name = "", value] = mark.split("=");
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env, [name]: value },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => {
    for (const pid of processesWith(mark)) process.kill(Number(pid), "SIGKILL");
  });
  const ended = Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on("close", resolve)),
  ]).then(([out, err, status]) => ({ status, out, err }));
  return {
    child,
    ended,
    waitForOutput: (pattern) => waitForOutput(child, pattern),
    runningProcesses: () => processesWith(mark),
  };
}

function waitForOutput(child: ReturnType<typeof spawn>, pattern: RegExp): Promise<string> {
  let output = "";
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      output += chunk;
      const found = pattern.exec(output);
      if (found) resolve(found[1] ?? found[0]);
    });
    child.on("close", () =>
      reject(new Error(`The program ended without the expected output: ${output}`)),
    );
  });
}

function processesWith(mark: string): string[] {
  if (!existsSync("/proc/self/environ")) {
    const lines = execFileSync("ps", ["axeww"], { encoding: "utf8" }).split("\n");
    return lines.filter((it) => it.includes(mark)).map((it) => it.trim().split(" ")[0] ?? "");
  }
  return readdirSync("/proc").filter((it) => /^\d+$/.test(it) && hasMark(it, mark));
}

function hasMark(pid: string, mark: string): boolean {
  try {
    // A zombie process has no environment.
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(mark);
  } catch {
    return false;
  }
}

/** A free port to listen on later, outside the range of ephemeral ports. */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 30_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}
