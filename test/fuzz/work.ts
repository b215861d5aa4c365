import { setImmediate } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { Random } from "../conformance/random.ts";
import { makeInput } from "./inputs.ts";
import { minimize } from "./minimize.ts";
import type { Target } from "./target.ts";

/** The job of a worker: many cases of each target, or one text repeatedly. */
export interface Job {
  readonly targets: readonly string[];
  readonly seed: number;
  /** The first case, and the number of cases; the time may run out before. */
  readonly first: number;
  readonly cases: number;
  /** The time for each target. */
  readonly seconds: number;
  /** Used instead of the texts of the cases. */
  readonly text?: string;
}

/** Sent to the parent when a target is done. */
export type Report =
  | {
      readonly kind: "done";
      readonly target: string;
      readonly cases: number;
      readonly slowest: Slowest;
    }
  | {
      readonly kind: "failed";
      readonly target: string;
      readonly at: number;
      readonly error: string;
      readonly smallest: string;
    };

interface Slowest {
  readonly milliseconds: number;
  readonly at: number;
}

/** Progress for the watchdog: the index of the target, and the number of steps. */
export type Progress = Int32Array;

/** The text and random choices of a case, which do not depend on earlier cases. */
export function caseOf(
  target: Target,
  seed: number,
  number: number,
): { text: string; random: Random } {
  const random = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const make = target.makeInput ?? makeInput;
  return { text: make(random, target.samples), random };
}

/** Runs in the worker: tries the cases of each target in sequence. */
export async function work(targets: readonly Target[]): Promise<void> {
  const { job, progress } = workerData as { job: Job; progress: Progress };
  for (const [index, name] of job.targets.entries()) {
    Atomics.store(progress, 0, index);
    const target = targets.find((it) => it.name === name);
    if (!target) throw new Error(`There is no target '${name}'.`);
    parentPort?.postMessage(await tryAll(target, job, progress));
  }
}

async function tryAll(target: Target, job: Job, progress: Progress): Promise<Report> {
  const end = performance.now() + job.seconds * 1000;
  let slowest: Slowest = { milliseconds: 0, at: job.first };
  let tried = 0;
  for (; tried < job.cases && performance.now() < end; tried++) {
    const at = job.first + tried;
    Atomics.store(progress, 1, at);
    // Weak references are only released when the event loop runs.
    if (tried % casesPerTurn === 0) await setImmediate();
    const since = performance.now();
    const text = job.text ?? caseOf(target, job.seed, at).text;
    const step = () => void Atomics.add(progress, 2, 1);
    const error = await failureOf(target, job.seed, at, text, step);
    if (error !== undefined) {
      const late = performance.now() + longestSearch;
      const fails = async (it: string) => {
        step();
        if (performance.now() > late) return false;
        return (await failureOf(target, job.seed, at, it, step)) !== undefined;
      };
      const smallest = await minimize(text, fails, mostTries);
      return { kind: "failed", target: target.name, at, error, smallest };
    }
    const milliseconds = performance.now() - since;
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, at };
  }
  return { kind: "done", target: target.name, cases: tried, slowest };
}

const casesPerTurn = 50;
const mostTries = 2000;
/** Time limit of minimization, in milliseconds. */
const longestSearch = 30_000;

/** Runs a case with the random choices that follow its text, and returns its failure. */
async function failureOf(
  target: Target,
  seed: number,
  at: number,
  text: string,
  step: () => void,
): Promise<string | undefined> {
  try {
    await target.run(text, caseOf(target, seed, at).random, step);
    return undefined;
  } catch (error) {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return told.split("\n").slice(0, 12).join("\n").slice(0, 3000);
  }
}
