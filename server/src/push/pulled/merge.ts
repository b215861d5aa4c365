import type { RemoteJob, RemoteRule, RulesetRule } from "../../api/shapes.ts";
import { plural } from "../../text/wording.ts";
import { filterOf } from "../jobs/filter.ts";
import type { PlanDraft, Result } from "../plan/plan.ts";
import { planResource, waitOptions } from "../push.ts";
import { PushError } from "../push-error.ts";
import { lastPushed } from "../records/last-pushed.ts";
import { readRecord } from "../records/records.ts";
import { resultOf } from "../result.ts";
import type { Session } from "../session/session.ts";
import { type Merged, mergedText } from "./merge-lines.ts";
import { pullableAt, pulledFiles } from "./remote-text.ts";

/**
 * Writes what the file and the service have changed since the last push into the file. Nothing is sent. Where both have changed
 * the same lines, the file has both, and cannot be pushed before one is chosen.
 */
export function merge(path: string, session: Session): Promise<Result> {
  return resultOf(path, session, async () => {
    const planned = await planResource(path, session, { compareOnly: true });
    const base = planned && asLeft(planned.plan, session);
    const theirs = await pulledFiles(path, session);
    if (!base || !theirs)
      throw new PushError(
        "There is no record of the last push, so there is nothing to merge with. Compare the file with the service.",
      );
    const before = (await pulledFiles(path, base)) ?? new Map<string, string>();
    const merged = new Map<string, Merged>();
    for (const [file, text] of theirs) {
      const ours = session.files.read(file) ?? "";
      merged.set(file, mergedText(before.get(file) ?? ours, ours, text));
    }
    await write(path, merged, session);
    const conflicts = [...merged.values()].reduce((sum, it) => sum + it.conflicts, 0);
    const message =
      conflicts === 0
        ? "Merged the change on the service into the file. Push it to send both."
        : `Merged. ${plural(conflicts, "place")} changed on both sides: choose between the marked lines, then push.`;
    return { outcome: "updated", ids: {}, message, ...(conflicts === 0 && { push: path }) };
  });
}

/** Records the service as a pull does, so that the next push overwrites nothing that is not in the file. */
async function write(
  path: string,
  merged: ReadonlyMap<string, Merged>,
  session: Session,
): Promise<void> {
  const { files, lock } = session;
  const write = (file: string, text: string) => files.write(file, merged.get(file)?.text ?? text);
  const own = await pullableAt(path, { ...session, files: { ...files, write } });
  const pulled = await own?.prepare();
  await lock.exclusively(async () => pulled?.run(), waitOptions(session));
}

/** The service with what the last push of the file left. Undefined if that is not recorded. */
function asLeft(plan: PlanDraft, session: Session): Session | undefined {
  const left = lastPushed(plan, session);
  if (!left) return undefined;
  const { service } = session;
  const { jobs, rules, rulesets } = service;
  const undo = readRecord(plan.path, session)?.undo;
  const ids = plan.ids?.job?.split(", ") ?? [];
  const job = (it: RemoteJob): RemoteJob => {
    if (!ids.includes(String(it.id))) return it;
    return undo?.kind === "job"
      ? { ...it, ...undo.after }
      : { ...it, filter: left.filter ?? filterOf(it) };
  };
  const rule = (it: RemoteRule) =>
    undo?.kind === "rule" && undo.after?.id === it.id ? undo.after : it;
  const inRuleset = (it: RulesetRule) =>
    undo?.kind === "ruleset-rule" && undo.after?.id === it.id ? undo.after : it;
  return {
    ...session,
    service: {
      ...service,
      jobs: { ...jobs, list: async (scope) => (await jobs.list(scope)).map(job) },
      rules: { ...rules, list: async (zone) => (await rules.list(zone)).map(rule) },
      rulesets: {
        ...rulesets,
        async entryPoint(zone, phase) {
          const found = await rulesets.entryPoint(zone, phase);
          return found && { ...found, rules: found.rules.map(inRuleset) };
        },
      },
    },
  };
}
