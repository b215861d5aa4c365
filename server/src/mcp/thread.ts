import { Worker } from "node:worker_threads";
import { threadOf } from "../workspace/files/executable.ts";
import { bugText, failure, type ToolAnswer, type ToolCall } from "./answer.ts";

export interface ThreadOptions {
  /** The script of the thread. */
  readonly file: string;
  /** Time limit of a call, in milliseconds. */
  readonly timeout: number;
  /** Memory limit of the thread. */
  readonly megabytes: number;
}

/**
 * Runs calls on another thread, so that this one can handle cancellation. Analyses are synchronous: if a call is canceled or
 * exceeds its time or memory limit, its thread is terminated, and the next call starts a new one.
 */
export class ToolThread {
  private worker: Worker | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: ThreadOptions) {}

  /** Runs calls one at a time, in order. */
  call(call: ToolCall, signal: AbortSignal): Promise<ToolAnswer> {
    const answer = this.last.then(() => (signal.aborted ? canceled : this.run(call, signal)));
    this.last = answer;
    return answer;
  }

  private run(call: ToolCall, signal: AbortSignal): Promise<ToolAnswer> {
    this.worker ??= this.start();
    const { worker } = this;
    const { timeout } = this.options;
    return new Promise((resolve) => {
      const end = (answer: ToolAnswer) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", cancel);
        worker.off("message", done).off("error", crash);
        resolve(answer);
      };
      const stop = (answer: ToolAnswer) => {
        this.worker = undefined;
        void worker.terminate();
        end(answer);
      };
      const done = (answer: ToolAnswer) => {
        // An idle thread does not keep the process alive.
        worker.unref();
        end(answer);
      };
      const cancel = () => stop(canceled);
      const crash = (error: Error) => stop(failure(crashText(error)));
      const timer = setTimeout(() => stop(failure(timeoutText(timeout))), timeout);
      signal.addEventListener("abort", cancel);
      worker.on("message", done).on("error", crash);
      worker.ref();
      worker.postMessage(call);
    });
  }

  private start(): Worker {
    const { file, megabytes } = this.options;
    const worker = new Worker(
      ...threadOf(file, { resourceLimits: { maxOldGenerationSizeMb: megabytes } }),
    );
    // Without a listener, an error of an idle thread would end the process.
    return worker.on("error", () => {
      if (this.worker === worker) this.worker = undefined;
    });
  }
}

/** The result of a canceled call, which the client ignores. */
const canceled = failure("Canceled.");

function timeoutText(timeout: number): string {
  return `Stopped after ${timeout / 1000} seconds. Use a shorter text, or fewer lines.`;
}

function crashText(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ERR_WORKER_OUT_OF_MEMORY")
    return "Stopped: not enough memory. Use a shorter text, or fewer lines.";
  return bugText(error);
}
