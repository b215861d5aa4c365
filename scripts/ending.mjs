import { readFileSync } from "node:fs";

const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/** How often we look whether whoever started us is still there, in milliseconds. */
const often = 500;

/**
 * Aborts when somebody wants us to end: by a signal, or by being gone, as npm is when it is ended without its scripts. A second
 * signal ends us at once.
 */
export function endSignal() {
  const ending = new AbortController();
  const starters = whoStartedUs();
  const watch = setInterval(() => whoStartedUs() !== starters && end(), often);
  const end = () => {
    clearInterval(watch);
    for (const it of signals) process.off(it, end);
    ending.abort();
  };
  watch.unref();
  for (const it of signals) process.on(it, end);
  return ending.signal;
}

/** Whoever loses a parent gets another one, so this changes when one of them is gone. */
function whoStartedUs() {
  // Between npm and us there may be a shell, which stays when npm goes.
  const isByNpm = process.env.npm_lifecycle_event !== undefined;
  return `${process.ppid} ${isByNpm ? parentOf(process.ppid) : ""}`;
}

/**
 * Known on Linux alone. Elsewhere the shell of npm does not stay: it becomes the program that it starts.
 * @param {number} pid
 */
function parentOf(pid) {
  try {
    // The name of a program stands in brackets, and may have any others in it.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1];
  } catch {
    return undefined;
  }
}
