// Runs child processes that never outlive this one.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { root } from "../root.mjs";

const isWindows = process.platform === "win32";

/** How much output is kept for error messages, in characters. */
const maxOutput = 20_000;

/** Milliseconds before a process is killed. Longer than the grace period in run-with-parent.mjs. */
const grace = 5000;

/**
 * @typedef {object} Background
 * @property {RegExpExecArray} match the output that showed that it was ready
 * @property {Promise<string>} ended its output, once it has exited
 * @property {() => Promise<void>} stop stops it and its children
 */

/**
 * Starts a Node program and waits until its output matches. Rejects with its output if it exits before.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RegExp} ready
 * @param {NodeJS.ProcessEnv} [env] additional environment variables
 * @returns {Promise<Background>}
 */
export async function startInBackground(program, args, ready, env) {
  const child = start(program, args, env);
  let output = "";
  const closed = once(child, "close").then(() => output);
  const isReady = new Promise((resolve) => {
    const read = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk).slice(-maxOutput);
      const found = ready.exec(output);
      if (found) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
  });
  const match = await Promise.race([isReady, closed.then((it) => Promise.reject(new Error(it)))]);
  return { match, ended: closed, stop: () => stop(child) };
}

/**
 * Runs a Node program, and returns its exit code and standard error. Rejects if aborted.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {AbortSignal} [signal]
 */
export async function runInBackground(program, args, signal) {
  const child = start(program, args);
  const abort = () => void stop(child);
  signal?.addEventListener("abort", abort);
  child.stdout.resume();
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, "close")]);
  signal?.removeEventListener("abort", abort);
  signal?.throwIfAborted();
  return { status, errors };
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function start(program, args, env) {
  const child = spawn(
    process.execPath,
    [join(root, "scripts/start/run-with-parent.mjs"), program, ...args],
    {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, ...env },
      // Its own process group, so that Ctrl-C only reaches this process, which then stops the whole group.
      detached: !isWindows,
      windowsHide: true,
    },
  );
  // Without a listener, an EPIPE would crash this process.
  child.stdin.on("error", () => {});
  return child;
}

/** @param {import("node:child_process").ChildProcess} child */
async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  if (isWindows)
    spawnSync("taskkill", ["/pid", String(child.pid), "/T", "/F"], { stdio: "ignore" });
  else child.stdin?.end();
  const killing = setTimeout(() => child.kill("SIGKILL"), grace);
  await exited;
  clearTimeout(killing);
}
