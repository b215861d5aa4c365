import process from "node:process";
import { run } from "./run.ts";

/** A reader that closed the pipe has had enough; that is no error. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

const wantsColour =
  process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== "dumb";

run(process.argv.slice(2), {
  cwd: process.cwd(),
  // What is not used is not opened, which takes its time.
  get stdin() {
    return process.stdin;
  },
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  colour: wantsColour,
  get progress() {
    return process.stderr.isTTY === true;
  },
  columns: process.stdout.columns ?? 100,
  // The second time it ends the process, as if nobody listened.
  onInterrupt(listener) {
    process.once("SIGINT", listener);
    return () => process.off("SIGINT", listener);
  },
}).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    process.stderr.write(
      `weir: This is a bug in Weir: ${error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 2;
  },
);
