import process from "node:process";
import { printable } from "../text/printable.ts";
import { type Command, exit, type Io } from "./io.ts";
import { run } from "./run.ts";

interface StartOptions {
  /** Ends the process once the command has. Not for commands that use the network, whose connections may still be closing. */
  readonly endsAtOnce?: boolean;
}

/** Runs the command line of this process with these commands. */
export function start(
  commands: readonly Command[],
  { endsAtOnce = false }: StartOptions = {},
): void {
  const [name] = process.argv.slice(2);
  const keepsRunning = commands.some((it) => it.name === name && it.keepsRunning);
  const fail = (message: string) => loseOutput(exit.couldNotRun, message);
  const close = () => keepsRunning || loseOutput(hasWork ? brokenPipe : exit.fine);
  watchOutput(process.stdout, close, fail);
  // Ignore a closed standard error.
  process.stderr.on("error", () => {});
  run(process.argv.slice(2), processIo(), commands).then(
    (status) => {
      process.exitCode = status;
      // Otherwise Node first waits for functions that V8 is still optimizing, and then frees its memory piece by piece.
      if (endsAtOnce && isWritten(process.stdout) && isWritten(process.stderr)) process.exit();
    },
    (error: unknown) => {
      const story = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const lines = story.split("\n").map(printable).join("\n");
      process.stderr.write(`weir: This is a bug in Weir: ${lines}\n`);
      process.exitCode = 2;
    },
  );
}

/** The exit code that shells use. */
const brokenPipe = 128 + 13;

/** Whether this is a push or the like, which is not done if it stops early. */
let hasWork = false;
/** Set while its requests run, which end before the process does. */
let stopWork: ((status: number) => void) | undefined;
let hasLostOutput = false;

function loseOutput(status: number, message = ""): void {
  if (hasLostOutput) return;
  hasLostOutput = true;
  process.stderr.write(message);
  if (stopWork) stopWork(status);
  else process.exit(status);
}

/** Output to a pipe or terminal may still be waiting; Node writes it before it ends by itself. An error is reported in the next tick. */
function isWritten({ writableLength, errored }: NodeJS.WriteStream): boolean {
  return writableLength === 0 && !errored;
}

function processIo(): Io {
  return {
    cwd: process.cwd(),
    // Getters, because opening unused streams takes time.
    get stdin() {
      return process.stdin;
    },
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    outBytes: (bytes) => (process.stdout.write(bytes) ? undefined : drained()),
    color: hasColor(process.env, process.stdout.isTTY === true),
    get progress() {
      return process.stderr.isTTY === true;
    },
    columns: process.stdout.columns ?? 100,
    onInterrupt,
  };
}

/** As other programs: FORCE_COLOR takes precedence over NO_COLOR, and 0 or false disable colors. */
export function hasColor(
  { FORCE_COLOR, NO_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (FORCE_COLOR) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return isTerminal && !NO_COLOR && TERM !== "dumb";
}

let draining: Promise<void> | undefined;

/** Adds a single listener, however many writes are waiting. */
function drained(): Promise<void> {
  draining ??= new Promise((resolve) => {
    process.stdout.once("drain", () => {
      draining = undefined;
      resolve();
    });
  });
  return draining;
}

/** Signals that ask a process to end and can be handled. Windows has `SIGBREAK` instead of `SIGTERM`. */
const signals: readonly NodeJS.Signals[] =
  process.platform === "win32" ? ["SIGINT", "SIGBREAK", "SIGHUP"] : ["SIGINT", "SIGTERM", "SIGHUP"];

/** The second signal of any kind ends the process by default handling. */
function onInterrupt(listener: (status: number) => void, mayLoseOutput = true): () => void {
  // Writing to a closed terminal must not throw: running requests still have to finish.
  process.stderr.on("error", () => {});
  const listenNoMore = () => {
    stopWork = undefined;
    for (const it of signals) process.off(it, heard);
  };
  // The exit code that shells use.
  const heard = (_signal: NodeJS.Signals, number: number) => {
    listenNoMore();
    listener(128 + number);
  };
  for (const it of signals) process.on(it, heard);
  if (!mayLoseOutput) {
    hasWork = true;
    stopWork = listener;
  }
  return listenNoMore;
}

/** The part of a stream that is used here. */
interface Output {
  on(event: "error", listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** Error codes of a closed pipe; Windows reports `EOF`. */
const closed: readonly (string | undefined)[] = ["EPIPE", "EOF", "ECONNRESET"];

/** A closed pipe is not an error. Any other error ends the program with a message. */
export function watchOutput(
  output: Output,
  onClosed: () => void,
  onTrouble: (message: string) => void,
): void {
  output.on("error", ({ code, message }) => {
    if (closed.includes(code)) onClosed();
    else onTrouble(`weir: Cannot write output (${printable(code ?? message)}).\n`);
  });
}
