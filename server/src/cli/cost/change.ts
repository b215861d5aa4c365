import { resolve } from "node:path";
import { runCost } from "../../cost/cost.ts";
import type { JobReview, Review } from "../../review/review.ts";
import { resolveTry } from "../../try/try.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import type { Io } from "../io.ts";
import { Settings } from "../settings.ts";
import { findSubjects } from "../try/subjects.ts";
import { changeText } from "./amounts.ts";
import { costRequest } from "./request.ts";

/** The review with what each changed job sends more or less than in a commit, on the lines of logs. */
export async function withCosts<Given extends Pick<Review, "jobs">>(
  review: Given,
  logs: readonly string[],
  base: string,
  io: Io,
): Promise<Given> {
  const changed = review.jobs.filter((it) => it.change === "changed" || it.change === "added");
  const paths = [...new Set(changed.flatMap((it) => it.source ?? []))];
  // Standard input was read already.
  if (paths.length === 0 || logs.includes("-")) return review;
  const settings = new Settings(io, undefined);
  const found = findSubjects(paths, io, settings);
  const values = { base, values: false, format: "json" };
  const times = { since: undefined, until: undefined, before: undefined };
  const places = logs.map((it) => (it === "samples" ? "samples:" : it));
  const request = await costRequest(found, places, values, times, new Map(), { io, settings });
  const { cost } = await runCost(
    request,
    resolveTry(request),
    { suggests: false, keeps: new Map(), before: undefined },
    {
      ...{ isUsed: () => false, keeps: new Map(), target: undefined, without: [] },
      ...{ budget: undefined, against: undefined, hasBase: true },
    },
    {},
  );
  const fileOf = (path: string) => withForwardSlashes(resolve(io.cwd, path));
  const withCost = (job: JobReview): JobReview => {
    const line = job.range?.start.line ?? 0;
    const ofFile = cost.jobs.filter(
      (it) => it.error === undefined && fileOf(it.path) === fileOf(job.source ?? ""),
    );
    const own = ofFile.length === 1 ? ofFile[0] : ofFile.find((it) => (it.line ?? 0) === line);
    if (!changed.includes(job) || !own?.base) return job;
    const { sends, base: before } = own;
    return { ...job, cost: { text: changeText(sends, before, cost), sends, base: before } };
  };
  return { ...review, jobs: review.jobs.map(withCost) };
}
