// Runs another program in this process, and stops it and its children when the parent process ends. Standard input then closes,
// even if the parent was killed.
import { pathToFileURL } from "node:url";

/** Milliseconds for a graceful shutdown. */
const grace = 3000;

function end() {
  process.stdin.removeAllListeners();
  // This process leads its own group, which contains the children.
  if (process.platform !== "win32") process.on("exit", () => process.kill(-process.pid, "SIGKILL"));
  setTimeout(() => process.exit(), grace).unref();
  if (!process.emit("SIGTERM")) process.exit();
}

process.stdin.on("end", end).on("error", end).resume();
// Standard input must not keep the program running.
process.stdin.unref?.();

process.argv.splice(1, 1);
await import(pathToFileURL(process.argv[1]).href);
