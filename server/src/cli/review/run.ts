import { existsSync } from "node:fs";
import { normalize, relative, resolve } from "node:path";
import { readForbidden } from "../../core/configuration/forbidden.ts";
import { type JobSide, jobsIn, noJobs, reviewJobs } from "../../review/jobs.ts";
import {
  brokenPolicies,
  changesOf,
  forbiddenIn,
  type Review,
  wholeReview,
} from "../../review/review.ts";
import { printable, printableJson } from "../../text/printable.ts";
import { isFolder } from "../../workspace/files/file-status.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { exit, type Io, UsageError } from "../io.ts";
import type { ReviewValues } from "../options.ts";
import { paintFor } from "../render/paint.ts";
import { counted, renderReviewPretty } from "../render/review.ts";
import { renderReviewMarkdown } from "../render/review-markdown.ts";
import { Settings, type TerraformValues, valuesFrom } from "../settings.ts";
import {
  type FoundConfiguration,
  readConfiguration,
  refuseSettings,
  severalEnvironments,
} from "../trace/configuration.ts";
import { withCommit } from "./commit.ts";
import { joinReviews } from "./environments.ts";
import { policiesIn } from "./policies.ts";

export interface ReviewFlags extends ReviewValues {
  readonly logs: string[];
  readonly format: "pretty" | "markdown" | "json";
}

/** `weir review` */
export async function reviewRun(
  flags: ReviewFlags,
  paths: readonly string[],
  io: Io,
): Promise<number> {
  const settings = new Settings(io, undefined);
  const here = withForwardSlashes(resolve(io.cwd, "rules.cfrule"));
  settings.reportConfig(here);
  refuseSettings(settings);
  const config = settings.configFor(here);
  const all = new Set([...(config?.config.review.forbid ?? []), ...(flags.forbid ?? [])]);
  const forbidden = [...all].map((it) => {
    const read = readForbidden(it);
    if ("problem" in read) throw new UsageError(`'--forbid': ${read.problem}`);
    return read;
  });
  const alone = (["since", "until", "engine-command", "dry-run"] as const).find((it) => flags[it]);
  if (flags.engine === undefined && alone !== undefined)
    throw new UsageError(`'--${alone}' needs '--engine NAME'.`);
  const sides = await sidesOf(flags, paths, io);
  const [first] = sides;
  const counts = flags.engine !== undefined || flags.logs.length > 0;
  if (counts && sides.length > 1) throw severalEnvironments(sides.map((it) => it.name ?? ""));
  const found =
    sides.length > 1 || !first
      ? await reviewOfAll(sides, flags, io)
      : await reviewOf(first, flags, io);
  if (typeof found === "number") return found;
  const { interrupted, ...examined } = found;
  const review = await withCost(examined, flags, io);
  const violations = forbiddenIn(review, forbidden);
  if (flags.format === "json") io.out(`${printableJson(review)}\n`);
  else if (flags.format === "markdown")
    io.out(renderReviewMarkdown(review, violations, flags.values));
  else io.out(renderReviewPretty(review, paintFor(io.color)));
  if (flags.format !== "markdown") for (const it of violations) io.err(`${printable(it)}\n`);
  if (interrupted !== undefined) return interrupted;
  const isStrict = config?.config.review.policies !== "report";
  const isBroken = isStrict && brokenPolicies(review.policies).length > 0;
  return violations.length > 0 || isBroken ? exit.found : exit.fine;
}

/** With logs and a commit, also what changed jobs send more or less. */
async function withCost<Given extends Pick<Review, "jobs">>(
  review: Given,
  { base, logs }: ReviewFlags,
  io: Io,
): Promise<Given> {
  const isChanged = review.jobs.some((it) => it.change !== "unchanged");
  if (base === undefined || logs.length === 0 || !isChanged) return review;
  const { withCosts } = await import("../cost/change.ts");
  return withCosts(review, logs, base, io);
}

interface Side extends FoundConfiguration {
  readonly jobs: JobSide;
  readonly notExamined?: readonly string[];
}

interface Sides {
  readonly before: Side;
  readonly after: Side;
  /** Of an environment of Terraform, if there are several. */
  readonly name?: string;
}

async function reviewOfAll(all: readonly Sides[], flags: ReviewFlags, io: Io) {
  const found = [];
  for (const it of all) {
    const review = await reviewOf(it, flags, io);
    if (typeof review === "number") return review;
    found.push({ name: it.name ?? "", review });
  }
  return { ...joinReviews(found), interrupted: undefined };
}

/** The sides of each environment that one of the sides has. */
function ofEach(read: (only?: string) => Omit<Sides, "name">): readonly Sides[] {
  const { before, after } = read();
  const names = [...new Set([...after.environments, ...before.environments])];
  return names.length < 2 ? [{ before, after }] : names.map((name) => ({ ...read(name), name }));
}

/** The values of the working tree, for a copy of a commit. A root module that is new has them, too. */
function valuesAt(folder: string, io: Io, settings: Settings): TerraformValues {
  const [here, there] = [withForwardSlashes(io.cwd), withForwardSlashes(folder)];
  const moved = (path: string, from: string, to: string) =>
    withForwardSlashes(resolve(to, relative(from, path)));
  return {
    environments: (root) =>
      settings.environmentsOf(moved(root, there, here))?.map((it) => ({
        ...it,
        varFiles: it.varFiles.map((path) => moved(path, here, there)),
      })),
  };
}

async function sidesOf(
  flags: ReviewFlags,
  paths: readonly string[],
  io: Io,
): Promise<readonly Sides[]> {
  const { base, service, profile } = flags;
  const given = valuesFrom(flags["var-file"], io);
  if (service && base !== undefined) throw new UsageError("Use '--base' or '--service', not both.");
  if (profile !== undefined && !service) throw new UsageError("'--profile' needs '--service'.");
  if (service) {
    const files = read(paths, io, given);
    if (files.environments.length > 1) throw severalEnvironments(files.environments);
    return [await withService(files, flags, paths, io)];
  }
  if (base !== undefined)
    return withCommit(io.cwd, base, (folder) =>
      ofEach((only) => {
        const own = { ...given, only };
        const after = read(paths, io, own);
        const values = { ...valuesAt(folder, io, new Settings(io, undefined, given)), only };
        const there = at(folder, io);
        const before = read(pathsIn(paths, io, folder), there, values, after.modules);
        const readAgain = () => read(paths, io, own, before.modules);
        return { before, after: withoutModules(after, before, readAgain) };
      }),
    );
  const [first, second, ...more] = paths;
  if (first === undefined || more.length > 0)
    throw new UsageError(
      "'weir review' needs a plan, '--base COMMIT', or two configurations: before and after.",
    );
  if (second !== undefined) {
    return ofEach((only) => {
      const own = { ...given, only };
      const after = read([second], io, own);
      const before = read([first], io, own, after.modules.map(from(second, first)));
      const others = before.modules.map(from(first, second));
      const isSame = others.every((it) => after.modules.includes(it));
      return { before, after: isSame ? after : read([second], io, own, others) };
    });
  }
  const after = read([first], io, given);
  const isPlan = [...after.texts.values()].some((it) => /"resource_changes"\s*:/.test(it.text));
  if (!isPlan)
    throw new UsageError(
      `'${first}' is not a plan. Name the version before it, too, or use '--base'.`,
    );
  return [{ before: read([first], io, given, undefined, "before"), after }];
}

/** Of two folders, the same path in the other one. */
function from(folder: string, other: string): (path: string) => string {
  const [own, to] = [folder, other].map((it) => withForwardSlashes(normalize(it)));
  return (path) => (path.startsWith(`${own}/`) ? `${to}${path.slice(own?.length)}` : path);
}

/** A module that only the version before calls is no configuration of its own afterwards. */
function withoutModules(after: Side, before: Side, readAgain: () => Side): Side {
  return before.modules.every((it) => after.modules.includes(it)) ? after : readAgain();
}

function read(
  paths: readonly string[],
  io: Io,
  values: TerraformValues,
  modules?: readonly string[],
  side?: "before",
): Side {
  const found = readConfiguration(paths, io, new Settings(io, undefined, values), side, modules);
  // Of two configurations, each has its own folder.
  const top = paths.length === 1 ? `${withForwardSlashes(paths[0] ?? "").replace(/\/$/, "")}/` : "";
  const sources = [...found.texts].map(([path, { input, text, context }]) => {
    const name = `${path}/`.startsWith(top) ? path.slice(top.length) : path;
    return { path, name, text, language: input.language, context };
  });
  return { ...found, jobs: jobsIn(sources, side ?? "after") };
}

/** Rule files are pushed, on a simulation; the others replace what they define. Jobs are compared by 'weir diff'. */
async function withService(
  files: Side,
  { profile }: ReviewFlags,
  paths: readonly string[],
  io: Io,
): Promise<Sides> {
  const path = resolve(io.cwd, paths[0] ?? ".");
  const near = withForwardSlashes(isFolder(path) ? resolve(path, "rules.cfrule") : path);
  const { readServiceConfiguration } = await import("../service/read-session.ts");
  const found = await readServiceConfiguration(io, profile, near, files.configuration);
  const { configuration, after: pushed } = found;
  const { length } = files.jobs.jobs;
  const jobs = `${counted(length, "job or filter", "jobs and filters")} (see 'weir diff')`;
  const after = { ...files, configuration: pushed };
  return {
    before: { ...files, jobs: noJobs, configuration, notExamined: length > 0 ? [jobs] : [] },
    after: { ...after, jobs: noJobs },
  };
}

/** Without those that the commit does not have. */
function pathsIn(paths: readonly string[], io: Io, folder: string): readonly string[] {
  const moved = paths.map((it) => relative(io.cwd, resolve(io.cwd, it)) || ".");
  const found = moved.filter((it) => /[*?[{]/.test(it) || existsSync(resolve(folder, it)));
  return paths.length > 0 && found.length === 0 ? ["*.none"] : found;
}

function at(cwd: string, io: Io): Io {
  // Object.create instead of a spread, which would open standard input.
  return Object.create(io, { cwd: { value: cwd } });
}

async function reviewOf(
  { before, after }: Sides,
  flags: ReviewFlags,
  io: Io,
): Promise<(Review & { readonly interrupted?: number | undefined }) | number> {
  const [was, is] = [sideOf(before), sideOf(after)];
  const changes = changesOf(was, is);
  const jobs = reviewJobs(before.jobs, after.jobs, after.configuration.forgotten);
  const { notExamined: unread, ...whole } = wholeReview(
    was,
    is,
    changes.map((it) => it.review),
  );
  const files = [...before.texts.values(), ...after.texts.values()].map(({ input }) => input.file);
  const held = policiesIn(io, was, is, new Set(files.map(withForwardSlashes)));
  const notExamined = [...(before.notExamined ?? []), ...unread, ...held.notExamined];
  if (changes.length === 0 && jobs.length === 0)
    throw new UsageError("Nothing to review: there are no rulesets or jobs in these files.");
  const { policies } = held;
  const review = {
    version: 1 as const,
    ...whole,
    jobs,
    ...(policies.length > 0 && { policies }),
    notExamined,
  };
  const { engine, logs } = flags;
  if (engine !== undefined) {
    const { countOnEngine } = await import("./engine.ts");
    const asked = await countOnEngine(
      changes,
      { ...flags, engine },
      io,
      new Settings(io, undefined),
    );
    if (typeof asked === "number") return asked;
    return { ...review, ...asked, rulesets: changes.map((it) => it.counted()) };
  }
  if (logs.length === 0) return { ...review, rulesets: changes.map((it) => it.review) };
  const { countInLogs } = await import("./logs.ts");
  const { interrupted, ...read } = await countInLogs(
    changes,
    logs,
    io,
    new Settings(io, undefined),
  );
  return { ...review, logs: read, rulesets: changes.map((it) => it.counted()), interrupted };
}

function sideOf({ configuration, context, texts }: FoundConfiguration) {
  return {
    configuration,
    context,
    sourceOf: ({
      place,
    }: {
      readonly place?: { path: string; start: number; end: number } | undefined;
    }) => place && texts.get(place.path)?.text.slice(place.start, place.end),
  };
}
