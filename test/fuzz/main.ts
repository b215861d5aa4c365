/**
 * `npm run fuzz -- --seconds 300 [--target NAME] [--seed N]`: throws hostile texts at everything that takes texts of others.
 * The time is shared by the targets. What throws, hangs or grows without bound is shown with its seed, as small as it
 * could be made, and the status is 1.
 */
import { parseArgs } from "node:util";
import { isMainThread } from "node:worker_threads";
import { minimise } from "./minimise.ts";
import { targetNamed, targets } from "./targets/all.ts";
import { type Ending, watch } from "./watch.ts";
import { caseOf, type Job, type Report, work } from "./work.ts";

const program = new URL(import.meta.url);

interface Options {
  readonly job: Job;
  /** How many seconds one case may take. */
  readonly patience: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      seconds: { type: "string", default: "60" },
      target: { type: "string" },
      seed: { type: "string" },
      cases: { type: "string" },
      /** One case of a run that failed, once more. */
      case: { type: "string" },
      patience: { type: "string", default: "10" },
    },
  });
  const names = values.target?.split(",") ?? targets.map((it) => it.name);
  for (const name of names) if (!targetNamed(name)) refuse(name);
  const job: Job = {
    targets: names,
    seed: Number(values.seed ?? Date.now() % 1_000_000),
    seconds: Number(values.seconds) / names.length,
    first: Number(values.case ?? 0),
    cases: values.case === undefined ? Number(values.cases ?? Number.MAX_SAFE_INTEGER) : 1,
  };
  return { job, patience: Number(values.patience) };
}

function refuse(name: string): never {
  console.error(`There is no target '${name}'. Use: ${targets.map((it) => it.name).join(", ")}`);
  process.exit(2);
}

/** Says how many targets failed. One that had to be stopped takes its worker with it, and the rest goes on in another. */
async function fuzz({ job, patience }: Options): Promise<number> {
  let failed = 0;
  const tell = (it: Report) => {
    if (it.kind === "failed") failed++;
    show(it, job.seed);
  };
  for (let left = job.targets; left.length > 0; ) {
    const ending = await watch(program, { ...job, targets: left }, patience, tell);
    if (ending.kind === "through") break;
    failed++;
    await showStopped(left[ending.target] ?? "", ending, { job, patience });
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

/** A text that hangs takes all of the patience each time it is tried. */
const mostTries = 12;

async function showStopped(
  name: string,
  { at, error }: Extract<Ending, { kind: "stopped" }>,
  { job, patience }: Options,
): Promise<void> {
  showFailure(name, at, job.seed, error);
  const target = targetNamed(name);
  if (!target) return;
  const alone = { ...job, targets: [name], first: at, cases: 1 };
  const fails = async (text: string) =>
    (await watch(program, { ...alone, text }, patience, () => {})).kind === "stopped";
  showSmallest(await minimise(caseOf(target, job.seed, at).text, fails, mostTries));
}

function showFailure(name: string, at: number, seed: number, error: string): void {
  console.log(`${name.padEnd(12)} FAILED: ${error}`);
  console.log(`Again: npm run fuzz -- --target ${name} --seed ${seed} --case ${at}`);
}

const mostShown = 2000;

function showSmallest(text: string): void {
  console.log(`The smallest text that was seen to fail has ${text.length} characters:`);
  console.log(JSON.stringify(text).slice(0, mostShown));
}

async function main(): Promise<void> {
  const options = readOptions();
  const { seed, targets: names, seconds } = options.job;
  console.log(`seed ${seed}, ${names.length} targets, at most ${Math.round(seconds)} s each`);
  process.exitCode = (await fuzz(options)) > 0 ? 1 : 0;
}

await (isMainThread ? main() : work().then(() => process.exit(0)));
