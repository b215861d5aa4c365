import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { unexaminedIn } from "../../languages.ts";
import {
  forbiddenIn,
  type Review,
  readForbidden,
  reviewRulesets,
  unknownRules,
} from "../../review/review.ts";
import { printable, printableJson } from "../../text/printable.ts";
import { exit, type Io, UsageError } from "../io.ts";
import { paintFor } from "../render/paint.ts";
import { renderReviewMarkdown, renderReviewPretty } from "../render/review.ts";
import { Settings } from "../settings.ts";
import { type FoundConfiguration, readConfiguration } from "../trace/configuration.ts";
import { withCommit } from "./commit.ts";
import { reviewJobs } from "./jobs.ts";

export interface ReviewFlags {
  readonly base?: string | undefined;
  readonly forbid?: string[] | undefined;
  readonly format: "pretty" | "markdown" | "json";
}

/** `weir review` */
export async function reviewRun(
  flags: ReviewFlags,
  paths: readonly string[],
  io: Io,
): Promise<number> {
  const forbidden = (flags.forbid ?? []).map((it) => {
    const read = readForbidden(it);
    if ("problem" in read) throw new UsageError(read.problem);
    return read;
  });
  const [before, after] = await sidesOf(flags, paths, io);
  const review = reviewOf(before, after);
  const violations = forbiddenIn(review, forbidden);
  if (flags.format === "json") io.out(`${printableJson(review)}\n`);
  else if (flags.format === "markdown") io.out(renderReviewMarkdown(review, violations));
  else io.out(renderReviewPretty(review, paintFor(io.color)));
  if (flags.format !== "markdown") for (const it of violations) io.err(`${printable(it)}\n`);
  return violations.length > 0 ? exit.found : exit.fine;
}

type Sides = readonly [before: FoundConfiguration, after: FoundConfiguration];

async function sidesOf({ base }: ReviewFlags, paths: readonly string[], io: Io): Promise<Sides> {
  if (base !== undefined) {
    const after = read(paths, io);
    const before = await withCommit(io.cwd, base, (folder) =>
      read(pathsIn(paths, io, folder), at(folder, io)),
    );
    return [before, after];
  }
  const [first, second, ...more] = paths;
  if (first === undefined || more.length > 0)
    throw new UsageError(
      "'weir review' needs a plan, '--base COMMIT', or two configurations: before and after.",
    );
  if (second !== undefined) return [read([first], io), read([second], io)];
  const after = read([first], io);
  const isPlan = [...after.texts.values()].some((it) => /"resource_changes"\s*:/.test(it.text));
  if (!isPlan)
    throw new UsageError(
      `'${first}' is not a plan. Name the version before it, too, or use '--base'.`,
    );
  return [read([first], io, "before"), after];
}

function read(paths: readonly string[], io: Io, side?: "before"): FoundConfiguration {
  return readConfiguration(paths, io, new Settings(io, undefined), side);
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

function reviewOf(before: FoundConfiguration, after: FoundConfiguration): Review {
  const [was, is] = [sideOf(before), sideOf(after)];
  const rulesets = reviewRulesets(was, is);
  const jobs = reviewJobs(before, after);
  const notExamined = [...unexamined(after), ...unknownRules(is)];
  if (rulesets.length === 0 && jobs.length === 0)
    throw new UsageError("Nothing to review: there are no rulesets or jobs in these files.");
  return { version: 1, rulesets, jobs, notExamined };
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

function unexamined({ texts }: FoundConfiguration): readonly string[] {
  const all = new Map<string, number>();
  for (const { input, text } of texts.values())
    for (const [type, count] of unexaminedIn(text, input.path))
      all.set(type, (all.get(type) ?? 0) + count);
  return [...all].map(([type, count]) => `${count} ${type}`);
}
