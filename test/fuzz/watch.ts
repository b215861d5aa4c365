import { Worker } from "node:worker_threads";
import type { Job, Report } from "./work.ts";

/** How a worker ended: all its targets are done, or it failed in one case. */
export type Ending =
  | { readonly kind: "through" }
  | {
      readonly kind: "stopped";
      readonly target: number;
      readonly at: number;
      readonly error: string;
    };

export interface Watched {
  /** The main file of the program, which workers run too. */
  readonly file: URL;
  /** The memory limit in megabytes. */
  readonly memory?: number;
}

/** The stack size of the main thread, in which the server runs. */
const stackSizeMb = 1;
/** Far more than any text may need. */
const usualMemory = 512;

/** Runs a job in a worker, which is terminated when it makes no progress for `patience` seconds of processor time. */
export function watch(
  { file, memory = usualMemory }: Watched,
  job: Job,
  patience: number,
  report: (it: Report) => void,
): Promise<Ending> {
  const progress = new Int32Array(new SharedArrayBuffer(12));
  // The time to load everything does not count.
  progress[0] = notYet;
  const resourceLimits = { stackSizeMb, maxOldGenerationSizeMb: memory };
  const worker = new Worker(file, { workerData: { job, progress }, resourceLimits });
  return new Promise((resolve, reject) => {
    let [seen, since, start] = ["", process.cpuUsage(), performance.now()];
    const finish = (ending: Ending) => {
      clearInterval(timer);
      void worker.terminate();
      resolve(ending);
    };
    const stop = (error: string) => {
      const [target = 0, at = 0] = progress;
      if (target === notYet) reject(new Error(`The worker could not start: ${error}`));
      finish({ kind: "stopped", target, at, error });
    };
    const timer = setInterval(() => {
      const now = progress.join();
      if (now !== seen || progress[0] === notYet)
        [seen, since, start] = [now, process.cpuUsage(), performance.now()];
      else if (
        process.cpuUsage(since).user > patience * 1e6 ||
        performance.now() - start > patience * longestIdle
      )
        stop(`Nothing came for ${patience} seconds.`);
    }, 50);
    worker.on("message", report);
    // For example, out of memory.
    worker.on("error", (error) => stop(String(error)));
    worker.on("exit", (status) =>
      status === 0 ? finish({ kind: "through" }) : stop(`The worker ended with ${status}.`),
    );
  });
}

const notYet = -1;
/** A case that waits uses no processor time. In milliseconds per second of patience: on a busy machine, others use most of it. */
const longestIdle = 30_000;
