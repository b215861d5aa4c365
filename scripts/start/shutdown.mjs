import { readFileSync } from "node:fs";

const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/** In milliseconds. */
const pollInterval = 500;

/**
 * Aborts on a termination signal, or when the parent process is gone: npm can be killed without its scripts. A second signal ends
 * this process immediately.
 */
export function shutdownSignal() {
  const ending = new AbortController();
  const parents = parentIds();
  const watch = setInterval(() => parentIds() !== parents && end(), pollInterval);
  const end = () => {
    clearInterval(watch);
    for (const it of signals) process.off(it, end);
    ending.abort();
  };
  watch.unref();
  for (const it of signals) process.on(it, end);
  return ending.signal;
}

/** The parent process IDs, which change when a parent exits, because orphaned processes get another one. */
function parentIds() {
  // There may be a shell in between, which stays alive when npm is killed.
  const isByNpm = process.env.npm_lifecycle_event !== undefined;
  return `${process.ppid} ${isByNpm ? parentOf(process.ppid) : ""}`;
}

/**
 * Linux only. Elsewhere, the shell of npm replaces itself with the program it starts.
 * @param {number} pid
 */
function parentOf(pid) {
  try {
    // The program name is in parentheses, and can contain parentheses.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1];
  } catch {
    return undefined;
  }
}
