import { setImmediate } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { Random } from "../conformance/random.ts";
import { makeInput } from "./inputs.ts";
import { minimise } from "./minimise.ts";
import type { Target } from "./target.ts";

/** What one worker is to do: many cases of each target, or one text over again. */
export interface Job {
  readonly targets: readonly string[];
  readonly seed: number;
  /** The first case, and how many; the time may be over before. */
  readonly first: number;
  readonly cases: number;
  /** For each target. */
  readonly seconds: number;
  /** In the place of the texts that the cases have. */
  readonly text?: string;
}

/** Told to the parent as each target ends. */
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

/** For the watchdog: the index of the target, and the steps so far. */
export type Progress = Int32Array;

/** The same case has the same text and the same choices, whatever came before it. */
export function caseOf(
  target: Target,
  seed: number,
  number: number,
): { text: string; random: Random } {
  const random = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  return { text: makeInput(random, target.samples), random };
}

/** In the worker: tries the cases of one target after the other. */
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
    // Without a turn of the loop now and then, what is held weakly is never let go.
    if (tried % casesPerTurn === 0) await setImmediate();
    const since = performance.now();
    const text = job.text ?? caseOf(target, job.seed, at).text;
    const error = await failureOf(target, job.seed, at, text);
    if (error !== undefined) {
      const late = performance.now() + longestSearch;
      const fails = async (it: string) => {
        Atomics.add(progress, 2, 1);
        if (performance.now() > late) return false;
        return (await failureOf(target, job.seed, at, it)) !== undefined;
      };
      const smallest = await minimise(text, fails, mostTries);
      return { kind: "failed", target: target.name, at, error, smallest };
    }
    const milliseconds = performance.now() - since;
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, at };
  }
  return { kind: "done", target: target.name, cases: tried, slowest };
}

const casesPerTurn = 50;
const mostTries = 2000;
/** In milliseconds. What is small enough by then will do. */
const longestSearch = 30_000;

/** The choices of a case are those that come after its text is made. */
async function failureOf(
  target: Target,
  seed: number,
  at: number,
  text: string,
): Promise<string | undefined> {
  try {
    await target.run(text, caseOf(target, seed, at).random);
    return undefined;
  } catch (error) {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return told.split("\n").slice(0, 12).join("\n").slice(0, 3000);
  }
}
