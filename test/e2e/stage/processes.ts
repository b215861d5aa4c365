// Programs that a test starts, and what they leave running.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomInt, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { root } from "../../../scripts/root.mjs";

export interface Running {
  readonly child: ChildProcess;
  /** Resolves when it has ended: with its exit status, and all that it said. */
  readonly ended: Promise<{ status: number | null; out: string; err: string }>;
  /** Resolves with what a pattern finds in its output. */
  said(pattern: RegExp): Promise<string>;
  /** What runs of all that it has started, and itself. */
  left(): string[];
}

/** Starts a program in the checkout. Whatever it leaves is ended with the test. */
export function run(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Running {
  // Children inherit it, and so it tells them from everybody else's.
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
  return { child, ended, said: (pattern) => said(child, pattern), left: () => processesWith(mark) };
}

function said(child: ReturnType<typeof spawn>, pattern: RegExp): Promise<string> {
  let output = "";
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      output += chunk;
      const found = pattern.exec(output);
      if (found) resolve(found[1] ?? found[0]);
    });
    child.on("close", () => reject(new Error(`It ended without saying it: ${output}`)));
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
    // A process that has ended and waits for its parent to notice has no environment any more.
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(mark);
  } catch {
    return false;
  }
}

/** A port to listen on later. Not one of those that systems give to connections, and to servers that ask for any. */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 30_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}
