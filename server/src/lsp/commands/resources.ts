import { dirname } from "node:path/posix";
import { listResources, type Resource } from "../../push/resources.ts";
import { isAt, locationsOf } from "../../push/session/place.ts";
import type { Session } from "../../push/session/session.ts";
import { done, type LockEntry } from "../../workspace/lock/lock.ts";
import type { RemoteChange } from "../documents/remote-status.ts";
import { uriBelow } from "../files/disk.ts";
import type { ResourceRow, ResourcesResult } from "../protocol.ts";
import { openOne } from "./running/files.ts";
import { refuse } from "./running/refused.ts";
import type { Command, Running } from "./running/running.ts";

/** The resources of a profile, with their files. */
export const resources: Command = {
  title: "Listing",
  async run(running): Promise<ResourcesResult> {
    const { session } = await openOne(running);
    const found = await listResources(session);
    const [problem] = found.problems;
    if (problem !== undefined && found.resources.length === 0) refuse(problem);
    const folder = dirname(session.lock.path);
    const news = remoteStatusOf(found.resources, session, problem === undefined);
    if (running.editor.remoteStatus.note(session.lock.path, session.place.profile, news))
      running.editor.changed("results");
    return {
      where: await session.where(),
      resources: found.resources.map((it) => rowOf(duringPush(it, session, running), folder)),
      ...(problem === undefined ? undefined : { problems: found.problems }),
    };
  },
};

/** A resource that is being pushed is not pushed partly: its file differs until then. */
function duringPush(it: Resource, { lock, place }: Session, { editor }: Running): Resource {
  const { path, standing } = it;
  if (path === undefined || standing !== "half-way") return it;
  const isRunning = editor.remoteStatus.isRunning(lock.path, place.profile, path);
  return isRunning ? { ...it, standing: "changed" } : it;
}

/** The status of pushed files that the lock file alone does not show. Only a complete listing can show missing resources. */
function remoteStatusOf(
  listed: readonly Resource[],
  { lock, place }: Session,
  isWhole: boolean,
): (readonly [string, LockEntry, RemoteChange])[] {
  const hasDrifted = ({ standing }: Resource) => standing === "drifted" || standing === "both";
  return lock
    .entries(place.profile)
    .flatMap(([path, entry]): (readonly [string, LockEntry, RemoteChange])[] => {
      if (entry.state !== done || !locationsOf(place).some((it) => isAt(entry, it))) return [];
      const own = listed.filter((it) => isOf(it, entry));
      if (own.some(hasDrifted)) return [[path, entry, "changed"]];
      return own.length === 0 && isWhole && isListed(entry) ? [[path, entry, "missing"]] : [];
    });
}

function isOf({ kind, id }: Resource, { job, rule }: LockEntry): boolean {
  return kind === "job" ? id === String(job) : kind === "rule" && id === rule;
}

/** Only one phase of the rulesets is listed. */
function isListed({ target }: LockEntry): boolean {
  return target !== "rulesets";
}

/** A resource with URIs instead of paths. */
function rowOf({ path, pullsTo, shownAs, ...rest }: Resource, folder: string): ResourceRow {
  return {
    ...rest,
    ...(path === undefined ? undefined : { uri: uriBelow(folder, path) }),
    ...(pullsTo === undefined ? undefined : { pullsTo: uriBelow(folder, pullsTo) }),
    ...(shownAs === undefined ? undefined : { shownAs: uriBelow(folder, shownAs) }),
  };
}
