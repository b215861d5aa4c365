// Starts programs that run beside us, and sees to it that none of them outlives us.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { root } from "./root.mjs";

const isWindows = process.platform === "win32";

/** How much of a program's output is kept to say why it ended. */
const mostOutput = 20_000;

/** How long a program may take to end before it is ended. It gives itself less. */
const grace = 5000;

/**
 * @typedef {object} Background
 * @property {RegExpExecArray} said what it said when it was ready
 * @property {Promise<string>} ended its output, once it has ended by itself or was stopped
 * @property {() => Promise<void>} stop ends it, with all it has started
 */

/**
 * Starts a Node program, and waits until its output matches. Rejects with its output when it ends before.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RegExp} ready
 * @param {NodeJS.ProcessEnv} [env] what it finds in its environment besides ours
 * @returns {Promise<Background>}
 */
export async function startInBackground(program, args, ready, env) {
  const child = start(program, args, env);
  let output = "";
  const closed = once(child, "close").then(() => output);
  const isReady = new Promise((resolve) => {
    const read = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk).slice(-mostOutput);
      const found = ready.exec(output);
      if (found) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
  });
  const said = await Promise.race([isReady, closed.then((it) => Promise.reject(new Error(it)))]);
  return { said, ended: closed, stop: () => stop(child) };
}

/**
 * Runs a Node program to its end, and gives its status and what it wrote to the standard error. Rejects when it is aborted.
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
  const child = spawn(process.execPath, [join(root, "scripts", "leashed.mjs"), program, ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...env },
    // A group of its own: Ctrl-C at the terminal is for us, and we end what we started, all of it.
    detached: !isWindows,
    windowsHide: true,
  });
  // Without a listener, writing to a program that is gone would end us.
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
