// Runs another program in this process, and ends it with everything it has started as soon as whoever started it ends or is gone:
// the standard input closes then, whichever way it happened.
import { pathToFileURL } from "node:url";

/** How long a program may take to end in its own way. */
const grace = 3000;

function end() {
  process.stdin.removeAllListeners();
  // The program leads a group of its own, in which its children are.
  if (process.platform !== "win32") process.on("exit", () => process.kill(-process.pid, "SIGKILL"));
  setTimeout(() => process.exit(), grace).unref();
  if (!process.emit("SIGTERM")) process.exit();
}

process.stdin.on("end", end).on("error", end).resume();
// It is no reason to go on when the program has nothing left to do.
process.stdin.unref?.();

process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1]).href);
