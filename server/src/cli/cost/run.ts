import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { LogTest } from "../../core/log-test.ts";
import type { CostAnswer } from "../../cost/answer.ts";
import { filterFileText, nodeOf, runCost } from "../../cost/cost.ts";
import type { KeepFilter } from "../../cost/suggest.ts";
import { filterFileOf, isJob } from "../../languages.ts";
import { printable, printableJson } from "../../text/printable.ts";
import type { Subject, TriedText } from "../../try/subject.ts";
import { resolveTry, textsIn } from "../../try/try.ts";
import type { ResolvedTry, TryRequest } from "../../try/try-request.ts";
import { writeReasonOf } from "../../workspace/files/file-errors.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { knownDataset, oneOf } from "../arguments.ts";
import { exit, type Io, UsageError } from "../io.ts";
import type { CostValues } from "../options.ts";
import { paintFor } from "../render/paint.ts";
import { Settings } from "../settings.ts";
import { splitPaths } from "../try/arguments.ts";
import { isSubject } from "../try/report.ts";
import { type FoundSubject, findSubjects } from "../try/subjects.ts";
import { withProgress } from "../try/try-run.ts";
import { parseCost, shownWindow } from "./arguments.ts";
import { destinationNotes } from "./gaps.ts";
import { brokenLimits } from "./limits.ts";
import { costMarkdown } from "./markdown.ts";
import { renderCost } from "./render.ts";
import { costRequest, type Keeps, testsOf } from "./request.ts";
import { usedFields, workspaceFolder } from "./used-fields.ts";

/** The command line of `weir cost`. */
export interface CostCommandLine {
  readonly values: CostValues;
  readonly tokens: Parameters<typeof splitPaths>[0];
}

const formats = ["pretty", "json", "markdown"] as const;

export async function costRun({ values, tokens }: CostCommandLine, io: Io): Promise<number> {
  const { files, logs } = splitPaths(tokens);
  const format = oneOf("--format", values.format, formats);
  const options = parseCost(values, Date.now());
  const settings = new Settings(io, knownDataset(values.dataset));
  const found = withoutUsedFilters(findSubjects(files, io, settings), files);
  const subjects = found.filter(isSubject);
  const keeps = keepsIn(values.keep ?? [], io, settings);
  const request = await costRequest(found, logs, values, options, keeps, { io, settings });
  const resolved = resolveTry(request);
  refuse(resolved, request, values, keeps);
  const { given, interrupted } = await withProgress(request, resolved, io, (events) =>
    runCost(
      request,
      resolved,
      { suggests: true, keeps: testsOf(keeps), before: options.before },
      {
        isUsed: usedFields(workspaceFolder(subjects[0]?.file, settings, io), io),
        keeps,
        target: options.target,
        without: values.without ?? [],
        budget: options.budget,
        against: options.before && shownWindow(options.before),
        hasBase: values.base !== undefined,
      },
      events,
    ),
  );
  const cost = withNotes(given.cost, [
    ...found.flatMap((it) => (isSubject(it) ? [] : [`${it.path}: ${it.error}`])),
    ...destinationNotes(logs, request, Date.now()),
  ]);
  const shown = withoutFailedFound(cost, files);
  io.out(
    format === "json"
      ? `${printableJson(shown)}\n`
      : format === "markdown"
        ? costMarkdown(shown, { values: values.values })
        : renderCost(shown, paintFor(io.color)),
  );
  if (values.write !== undefined) writeFilter(values.write, shown, resolved, io);
  const broken = brokenLimits(shown, options);
  for (const it of broken) io.err(`weir: ${printable(it)}\n`);
  const isIncomplete = given.hasErrors || !found.every(isSubject);
  const failed = isIncomplete || shown.jobs.some((it) => it.error !== undefined);
  return interrupted ?? (failed ? exit.couldNotRun : broken.length > 0 ? exit.found : exit.fine);
}

/** Without arguments, a filter that a job uses is part of that job. */
function withoutUsedFilters(
  found: readonly FoundSubject[],
  files: readonly string[],
): readonly FoundSubject[] {
  if (files.length > 0) return found;
  const used = new Set(
    found.filter(isSubject).flatMap(({ file, text }) => {
      const filter = isJob(file) ? filterFileOf(text)?.path : undefined;
      return filter === undefined ? [] : withForwardSlashes(resolve(file, "..", filter));
    }),
  );
  return found.filter((it) => !isSubject(it) || !used.has(it.file));
}

/** Without arguments, the notes list files that cannot be measured. */
function withoutFailedFound(cost: CostAnswer, files: readonly string[]): CostAnswer {
  if (files.length > 0) return cost;
  const failed = cost.jobs.filter((it) => it.error !== undefined);
  if (failed.length === 0 || failed.length === cost.jobs.length) return cost;
  const jobs = cost.jobs.filter((it) => it.error === undefined);
  return withNotes(
    { ...cost, jobs },
    failed.map((it) => `${it.path}: ${it.error}`),
  );
}

function withNotes(cost: CostAnswer, notes: readonly string[]): CostAnswer {
  return { ...cost, notes: [...new Set([...cost.notes, ...notes])] };
}

/** The filters of '--keep' by dataset. A filter that cannot be read would keep nothing. */
function keepsIn(paths: readonly string[], io: Io, settings: Settings): Keeps {
  const keeps = new Map<string, (KeepFilter & { readonly test: LogTest })[]>();
  const found = paths.length > 0 ? findSubjects(paths, io, settings) : [];
  for (const it of found) {
    if (!isSubject(it)) throw new UsageError(`'--keep ${it.path}': ${it.error}`);
    const texts = textsIn(it).filter((text) => !text.rule);
    if (texts.length === 0) throw new UsageError(`'--keep ${it.path}' has no filter.`);
    for (const { dataset, test, error } of texts) {
      if (!test || dataset === undefined)
        throw new UsageError(`'--keep ${it.path}': ${error ?? "The filter cannot be read."}`);
      const known = keeps.get(dataset) ?? [];
      keeps.set(dataset, [...known, { path: it.path, node: nodeOf(test), test }]);
    }
  }
  return keeps;
}

function refuse(
  { texts, groups }: ResolvedTry,
  { logs }: TryRequest,
  values: CostValues,
  keeps: Keeps,
): void {
  if (texts.length === 0) throw new UsageError("No jobs or filters found. Name a file.");
  if (logs.length === 0 && groups.length === 0)
    throw new UsageError("Missing logs. Use '--logs PATHS', or add 'samples' to 'weir.json'.");
  const datasets = new Set(texts.map((it) => it.dataset));
  for (const [dataset, [first]] of keeps)
    if (!datasets.has(dataset))
      throw new UsageError(
        `'--keep ${first?.path}' is for the dataset '${dataset}', which no job has.`,
      );
  if (values.write !== undefined && texts.length > 1)
    throw new UsageError(`'--write' needs a single job, but there are ${texts.length}.`);
}

function writeFilter(path: string, { jobs }: CostAnswer, { texts }: ResolvedTry, io: Io): void {
  const [job] = jobs;
  const [text] = texts;
  if (!job?.together || !text || job.dataset === null)
    throw new UsageError(`Nothing to write to '${path}': no lines were found to leave out.`);
  const { together, suggestions, dataset } = job;
  const written = filterFileText(dataset, contextOf(text), together, suggestions, job.path);
  try {
    writeFileSync(resolve(io.cwd, path), written, { flag: "wx" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === "EEXIST" ? "The file exists. Use another name." : writeReasonOf(error, path);
    throw new UsageError(`Cannot write '${path}'. ${why}`);
  }
  io.err(`Wrote ${printable(path)}.\n`);
}

function contextOf({ subject }: TriedText): Subject["context"] {
  return subject.context;
}
