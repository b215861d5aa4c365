import { ServiceError } from "../api/service-error.ts";
import type { RemoteFilter, RemoteJob } from "../api/shapes.ts";
import { byPriority } from "../core/configuration/order.ts";
import { isJob } from "../languages.ts";
import { printable } from "../text/printable.ts";
import { cut } from "../text/shorten.ts";
import type { LockEntry } from "../workspace/lock/lock.ts";
import { type JobDraft, jobSettings, templateAt } from "./drafts/job.ts";
import { readSettings } from "./drafts/sync-status.ts";
import { shownName, shownSetting } from "./jobs/masked-job.ts";
import { isAsPushed } from "./plan/changed-since-push.ts";
import { changesTo, hasHash, type Settings } from "./plan/settings.ts";
import { jobPaths } from "./pulled/jobs.ts";
import { loneFilters } from "./pulled/lone-filters.ts";
import { rulePaths } from "./pulled/rules.ts";
import { PushError } from "./push-error.ts";
import { canHaveFile, rulesetsInScope } from "./rules/in-scope.ts";
import { rulesetSettings } from "./rules/ruleset-work.ts";
import { readZone, ruleSettings } from "./rules/work.ts";
import { isHalfWayState, otherEntries } from "./session/lock-slot.ts";
import { locationOf, type ServiceLocation, scopesOf } from "./session/place.ts";
import type { Session } from "./session/session.ts";

/** A resource under a profile, and its file. */
export interface Resource {
  readonly kind: "job" | "filter" | "rule";
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  /** Whether a job sends, or a rule acts. Undefined for resources that cannot be disabled. */
  readonly isOn?: boolean;
  /** Relative to the folder of the `weir.json`. */
  readonly path?: string;
  readonly standing: ResourceStatus;
  /** For resources without a file: the file that a pull would write, relative as `path` is. */
  readonly pullsTo?: string;
  /** For a filter without a rule or file: the path under which its text can be read, relative as `path` is. */
  readonly shownAs?: string;
}

/** `changed`: the file, since the last push. `drifted`: the service. `gone`: the file in the lock file does not exist. */
export type ResourceStatus =
  | "remote-only"
  | "in-sync"
  | "changed"
  | "drifted"
  | "both"
  | "half-way"
  | "gone";

export interface Resources {
  readonly resources: readonly Resource[];
  /** The resources that could not be listed, and why. */
  readonly problems: readonly string[];
}

/** Jobs and rules are listed separately: a credential may have access to only one of them. */
export async function listResources(session: Session): Promise<Resources> {
  const resources: Resource[] = [];
  const problems: string[] = [];
  for (const list of [listJobs, listRules]) {
    try {
      for (const it of await list(session, problems)) resources.push(it);
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof PushError)) throw error;
      problems.push(session.service.secrets.hide(error.message));
    }
  }
  return { resources, problems };
}

async function listJobs(session: Session): Promise<Resource[]> {
  const found: Resource[] = [];
  const pathOf = jobPaths(session, new Set());
  for (const scope of scopesOf(session.place)) {
    const location = locationOf(session.place, "jobs", scope);
    for (const job of await session.service.jobs.list(scope)) {
      const owners = owned(session, location, (it) => it.job === job.id || it.old === job.id);
      const owner = owners.find(([path]) => isJob(path)) ?? owners[0];
      const remote = jobSettings(job);
      const link = linked(owner, session, remote);
      const details = jobDetails(job, templateAt(owner?.[0] ?? "", session.files));
      found.push({ kind: "job", ...details, ...link, ...pulled(link, pathOf(job, location)) });
    }
  }
  return found;
}

/** Values filled in from the environment are shown as written in the job's file. */
function jobDetails(
  job: RemoteJob,
  { template }: Pick<JobDraft, "template">,
): Pick<Resource, "id" | "name" | "detail" | "isOn"> {
  const { id, enabled, destination_conf } = job;
  const to = shownSetting("destination_conf", destination_conf, template.destination_conf);
  const place = typeof destination_conf === "string" ? shown(to) : "";
  const name = shownName(job.name, template.name);
  const dataset = shownName(job.dataset, template.dataset);
  const detail = [String(dataset ?? ""), enabled === true ? "on" : "off"].join(" · ");
  return {
    id: String(id),
    name: shown(name) || place || String(id),
    detail,
    isOn: enabled === true,
  };
}

async function listRules(session: Session, problems: string[]): Promise<Resource[]> {
  const { zone, rulesTarget } = session.place;
  if (zone === undefined) return [];
  const location = locationOf(session.place, rulesTarget, { zone_id: zone });
  const pathOf = rulePaths(session, location, new Set());
  const row = (id: string, settings: Settings): Resource => {
    const [owner] = owned(session, location, (it) => it.rule === id);
    const link = linked(owner, session, settings);
    const path = pathOf({ id, settings });
    return { kind: "rule", id, ...ruleWords(settings), ...link, ...pulled(link, path) };
  };
  if (rulesTarget === "rulesets") {
    const { rulesets, notRead } = await rulesetsInScope(session, [{ zone_id: zone }]);
    problems.push(...notRead.map(({ what, why }) => `${what}: ${why}`));
    return rulesets.flatMap((running) =>
      running.ruleset.rules
        .filter((it) => canHaveFile(running, it))
        .map((it) => row(it.id, rulesetSettings(it))),
    );
  }
  const { rules, filters } = await readZone(zone, session);
  const known = new Map(rules.map((it) => [it, row(it.id, ruleSettings(it))]));
  const rows = byPriority(rules).flatMap((it) => known.get(it) ?? []);
  const pulling = (filter: RemoteFilter) => {
    const rule = rules.find((it) => it.filter.id === filter.id);
    const path = rows.find((it) => it.id === rule?.id)?.pullsTo;
    return path === undefined ? undefined : { pullsTo: path };
  };
  const lone = [...loneFilters(rules, filters, session)];
  const showing = ({ id }: RemoteFilter) => {
    const path = lone.find(([, it]) => it.id === id)?.[0];
    return path === undefined ? undefined : { shownAs: path };
  };
  return [
    ...rows,
    ...filters.map((it) => {
      return { ...filterRow(it, session, location, rows), ...pulling(it), ...showing(it) };
    }),
  ];
}

/** A filter has the status of the rule that it was created for, and is pulled with a rule that uses it. */
function filterRow(
  { id, expression, description }: RemoteFilter,
  session: Session,
  location: ServiceLocation,
  rules: readonly Resource[],
): Resource {
  const [owner] = owned(session, location, (it) => it.filter === id);
  const rule = rules.find((it) => it.id === owner?.[1].rule);
  const words = { name: shown(description) || shown(expression), detail: shown(expression) };
  const alone = linked(owner, session, { expression });
  const standing = rule?.standing ?? (owner ? alone.standing : "remote-only");
  return { kind: "filter", id, ...words, ...alone, standing };
}

function ruleWords({
  expression,
  description,
  action,
  paused,
  enabled,
}: Settings): Pick<Resource, "name" | "detail" | "isOn"> {
  const text = shown(expression);
  const isOn = paused !== true && enabled !== false;
  return { name: shown(description) || text, detail: `${String(action)} · ${text}`, isOn };
}

function shown(text: unknown): string {
  return typeof text === "string" ? cut(printable(text)) : "";
}

type Owner = readonly [path: string, entry: LockEntry];

function owned(session: Session, location: ServiceLocation, fits: (entry: LockEntry) => boolean) {
  return otherEntries(session, { path: "", location }, fits);
}

function linked(
  owner: Owner | undefined,
  session: Session,
  remote: Settings,
): Pick<Resource, "path" | "standing"> {
  if (!owner) return { standing: "remote-only" };
  const [path, entry] = owner;
  return { path, standing: standingOf(path, entry, session, remote) };
}

function pulled(
  { standing }: Pick<Resource, "standing">,
  path: string,
): Pick<Resource, "pullsTo"> | undefined {
  return standing === "remote-only" || standing === "gone" ? { pullsTo: path } : undefined;
}

function standingOf(
  path: string,
  entry: LockEntry,
  session: Session,
  remote: Settings,
): ResourceStatus {
  if (!session.files.exists(path)) return "gone";
  if (isHalfWayState(entry.state)) return "half-way";
  const { hash, fields = [] } = entry;
  const isDrifted = hash !== undefined && !hasHash(remote, fields, hash);
  const isChanged = hasChanged(path, entry, session, remote, isDrifted);
  if (isChanged) return isDrifted ? "both" : "changed";
  return isDrifted ? "drifted" : "in-sync";
}

/** If a variable is not set, only what can be read is compared, which is valid while the service is unchanged. */
function hasChanged(
  path: string,
  entry: LockEntry,
  session: Session,
  remote: Settings,
  isDrifted: boolean,
): boolean {
  const action = typeof remote.action === "string" ? remote.action : undefined;
  const read = readSettings(path, session, entry, action);
  if (!read) return true;
  if (read.possible.some((it) => isAsPushed(entry, it))) return false;
  if (read.isWhole) return true;
  const [local = {}] = read.possible;
  const seen = changesTo(remote, local).filter((it) => !read.open?.has(it.name));
  return !isDrifted && seen.length > 0;
}
