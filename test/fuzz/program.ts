import { parseArgs } from "node:util";
import { isMainThread } from "node:worker_threads";
import { minimize } from "./minimize.ts";
import type { Target } from "./target.ts";
import { type Ending, type Watched, watch } from "./watch.ts";
import { caseOf, type Job, type Report, work } from "./work.ts";

/** The targets to fuzz, and the file that a worker runs. */
export interface Program extends Watched {
  readonly targets: readonly Target[];
}

interface Options {
  readonly job: Job;
  /** The maximum number of seconds per case. */
  readonly patience: number;
}

function readOptions(targets: readonly Target[]): Options {
  const { values } = parseArgs({
    options: {
      seconds: { type: "string", default: "60" },
      target: { type: "string" },
      seed: { type: "string" },
      cases: { type: "string" },
      /** Repeats one case of a failed run. */
      case: { type: "string" },
      patience: { type: "string", default: "10" },
    },
  });
  const known = targets.map((it) => it.name);
  const names = values.target?.split(",") ?? known;
  for (const name of names) if (!known.includes(name)) refuse(name, known);
  const job: Job = {
    targets: names,
    seed: Number(values.seed ?? Date.now() % 1_000_000),
    seconds: Number(values.seconds) / names.length,
    first: Number(values.case ?? 0),
    cases: values.case === undefined ? Number(values.cases ?? Number.MAX_SAFE_INTEGER) : 1,
  };
  return { job, patience: Number(values.patience) };
}

function refuse(name: string, known: readonly string[]): never {
  console.error(`There is no target '${name}'. Use: ${known.join(", ")}`);
  process.exit(2);
}

/** Returns the number of failed targets. If one has to be stopped, the remaining targets run in a new worker. */
async function fuzz(program: Program, options: Options): Promise<number> {
  const { job, patience } = options;
  let failed = 0;
  const tell = (it: Report) => {
    if (it.kind === "failed") failed++;
    show(it, job.seed);
  };
  for (let left = job.targets; left.length > 0; ) {
    const ending = await watch(program, { ...job, targets: left }, patience, tell);
    if (ending.kind === "through") break;
    failed++;
    const target = program.targets.find((it) => it.name === left[ending.target]);
    if (target) await showStopped(program, target, ending, options);
    left = left.slice(ending.target + 1);
  }
  return failed;
}

function show(report: Report, seed: number): void {
  const name = report.target.padEnd(12);
  if (report.kind === "failed") {
    showFailure(report.target, report.at, seed, report.error);
    showSmallest(report.smallest);
    return;
  }
  const { milliseconds, at } = report.slowest;
  const slowest = `the slowest took ${milliseconds.toFixed(0)} ms (case ${at})`;
  console.log(`${name} ${String(report.cases).padStart(8)} inputs, ${slowest}`);
}

/** Few, because each try of a hanging text takes the maximum time. */
const mostTries = 12;

async function showStopped(
  program: Program,
  target: Target,
  { at, error }: Extract<Ending, { kind: "stopped" }>,
  { job, patience }: Options,
): Promise<void> {
  showFailure(target.name, at, job.seed, error);
  const alone = { ...job, targets: [target.name], first: at, cases: 1 };
  const fails = async (text: string) =>
    (await watch(program, { ...alone, text }, patience, () => {})).kind === "stopped";
  showSmallest(await minimize(caseOf(target, job.seed, at).text, fails, mostTries));
}

function showFailure(name: string, at: number, seed: number, error: string): void {
  console.log(`${name.padEnd(12)} FAILED: ${error}`);
  console.log(`Again: npm run fuzz -- --target ${name} --seed ${seed} --case ${at}`);
}

const mostShown = 2000;

/** Both ends of a long text: what makes it fail is often the last character. */
function showSmallest(text: string): void {
  console.log(`The smallest text that was seen to fail has ${text.length} characters:`);
  const whole = JSON.stringify(text);
  const half = mostShown / 2;
  console.log(
    whole.length <= mostShown ? whole : `${whole.slice(0, half)} … ${whole.slice(-half)}`,
  );
}

/** Runs the fuzzer with the options of the command line or, in a worker, the worker's job. */
export async function runProgram(program: Program): Promise<void> {
  if (!isMainThread) return work(program.targets).then(() => process.exit(0));
  const options = readOptions(program.targets);
  const { seed, targets: names, seconds } = options.job;
  console.log(`seed ${seed}, ${names.length} targets, at most ${Math.round(seconds)} s each`);
  process.exitCode = (await fuzz(program, options)) > 0 ? 1 : 0;
}
