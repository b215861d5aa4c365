import { isUnavailable, ServiceError } from "../api/service-error.ts";
import type { RulesetRule } from "../api/shapes.ts";
import { printable } from "../text/printable.ts";
import { lockName } from "../workspace/lock/lock.ts";
import { findInHosts, type HostFile, hostFiles, type NamedResource } from "./host-resources.ts";
import { nameOf } from "./jobs/work.ts";
import { secretsIn } from "./masking/variables.ts";
import type { Ids, Result } from "./plan/plan.ts";
import type { Settings } from "./plan/settings.ts";
import { PushError } from "./push-error.ts";
import { notExamined, ruleScopeResults } from "./rule-scope.ts";
import { canHaveFile, rulesetName, rulesetsInScope } from "./rules/in-scope.ts";
import { ruleName } from "./rules/name.ts";
import { recordedRulesets } from "./rules/recorded.ts";
import { rulesetSettings } from "./rules/ruleset-work.ts";
import { readZone, ruleSettings } from "./rules/work.ts";
import { isAt, locationOf, locationsOf, type ServiceLocation, scopesOf } from "./session/place.ts";
import type { Session } from "./session/session.ts";

/** A resource that can have a file. */
interface RemoteResource {
  readonly kind: "job" | "rule";
  readonly location: ServiceLocation;
  readonly id: string;
  readonly ids: Ids;
  /** As in "'shop-errors' (3, http_requests)". */
  readonly label: string;
  readonly names: Pick<NamedResource, "ref" | "title" | "expression">;
  /** For a rule that no file can have: how it differs from what the lock file records. */
  readonly unrecorded?: string;
}

/** The resources that the files of a run own, across sessions. */
export class Managed {
  private readonly keys = new Set<string>();

  /** Adds the resources of a comparison's result. */
  add({ ids }: Pick<Result, "ids">, { place }: Session): void {
    for (const location of locationsOf(place))
      for (const id of [...(ids.job ?? "").split(", "), ids.rule ?? ""])
        if (id !== "") this.keys.add(keyOf(location, id));
  }

  /** Adds the resources in the lock entries of existing files. */
  addLocked({ lock, place, files }: Session): void {
    for (const [path, entry] of lock.entries(place.profile)) {
      if (!files.exists(path)) continue;
      for (const id of [entry.job, entry.old, entry.rule])
        if (id !== undefined) this.keys.add(keyOf(entry, String(id)));
    }
  }

  has({ location, id }: Pick<RemoteResource, "location" | "id">): boolean {
    return this.keys.has(keyOf(location, id));
  }
}

function keyOf({ origin, zone, account, target }: ServiceLocation, id: string): string {
  return JSON.stringify([origin, zone, account, target, id]);
}

/** Files below a folder that are in the lock file but no longer exist. An empty folder selects all. */
export function orphansBelow(folder: string, session: Session): string[] {
  const { lock, place, files } = session;
  const locations = locationsOf(place);
  return lock
    .entries(place.profile)
    .filter(
      ([path, entry]) => locations.some((location) => isAt(entry, location)) && !files.exists(path),
    )
    .map(([path]) => path)
    .filter((path) => folder === "" || path.startsWith(`${folder}/`));
}

/** Orphans in the lock file, except orphans whose resource another file owns. */
export function orphanResults(folder: string, session: Session, managed: Managed): Result[] {
  const { lock, place } = session;
  return orphansBelow(folder, session).flatMap((path): Result[] => {
    const entry = lock.entry(path, place.profile);
    const id = entry?.job ?? entry?.rule;
    if (!entry || (id !== undefined && managed.has({ location: entry, id: String(id) }))) return [];
    const { job, rule } = entry;
    const ids = { ...(job && { job: String(job) }), ...(rule && { rule }) };
    const what = rule ? `Its rule (${rule})` : `Its job${job === undefined ? "" : ` (${job})`}`;
    return [
      {
        path,
        profile: place.profile,
        outcome: "skipped",
        ids,
        drift: "orphaned",
        message: `The file was deleted, but '${lockName}' still lists it. ${what} remains on the service. To delete it, run 'weir push --all --prune'.`,
      },
    ];
  });
}

/** Resources that no file of the run owns: created by hand, or by host files, such as Terraform's. */
export async function unmanagedResults(session: Session, managed: Managed): Promise<Result[]> {
  const results: Result[] = [];
  const found: RemoteResource[] = [];
  for (const [what, list] of [
    ["jobs", jobsFound],
    ["rules", rulesFound],
  ] as const) {
    try {
      const listed = await list(session);
      found.push(...listed.filter((it) => !managed.has(it) && !inLock(it, session)));
      if (what === "rules") results.push(...(await ruleScopeResults(session)));
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof PushError)) throw error;
      results.push(notListed(what, error, session));
    }
  }
  if (found.length === 0) return results;
  return [...withoutFile(found, session), ...results];
}

function withoutFile(found: readonly RemoteResource[], session: Session): Result[] {
  const { profile } = session.place;
  const hosts = hostFiles(session);
  const byFile = new Map<string, string[]>();
  const unknown = found.filter((it) => {
    const host = findInHosts({ ...it, ...it.names }, hosts);
    if (!host) return true;
    const said = `${it.kind} ${it.label} in line ${host.line}`;
    byFile.set(host.path, [...(byFile.get(host.path) ?? []), said]);
    return false;
  });
  return [
    ...unknown.map((it) => unmanaged(it, profile, hosts)),
    ...[...byFile].map(([path, rows]): Result => {
      const message = `Not compared: ${rows.join(", ")}. Weir does not push this file.`;
      return { path, profile, outcome: "skipped", ids: {}, message };
    }),
  ];
}

/** A resource in the lock file is not unmanaged: its file is missing, so it is orphaned. */
function inLock({ location, id }: RemoteResource, { lock, place }: Session): boolean {
  return lock
    .entries(place.profile)
    .some(
      ([, it]) =>
        isAt(it, location) && [it.job, it.old, it.rule].some((known) => String(known) === id),
    );
}

/** Others may manage it, so the advice is never to delete it. */
function unmanaged(
  { kind, id, ids, label, unrecorded }: RemoteResource,
  profile: string,
  hosts: readonly HostFile[],
): Result {
  const about = {
    path: `${kind} ${id}`,
    profile,
    ids,
    outcome: "skipped",
    drift: "unmanaged",
  } as const;
  const fault = hosts.find((it) => it.fault !== undefined)?.fault;
  if (fault !== undefined)
    return { ...about, message: `Unknown whether a file has ${kind} ${label}. ${fault}` };
  const files = hosts
    .filter(({ items }) => items.length === 0 || items.some((it) => it.kind === kind))
    .map((it) => it.path);
  const more = files.length > 3 ? [`${files.length - 3} more`] : [];
  const names = [...files.slice(0, 3).map((it) => `'${it}'`), ...more].join(", ");
  const others =
    files.length === 0 ? "" : ` It may be managed by other means, as those in ${names} are.`;
  const advice =
    unrecorded === undefined
      ? "To manage it with Weir, run 'weir pull', which writes a file for it."
      : `To accept it, run 'weir pull', which records it in '${lockName}'.`;
  const message = `${unrecorded ?? `No file has ${kind} ${label}.`}${others} ${advice}`;
  return { ...about, message };
}

function notListed(what: string, error: Error, session: Session): Result {
  if (isUnavailable(error)) return notExamined(what, error.message, session);
  const { place, service } = session;
  const message = service.secrets.hide(`The ${what} were not listed. ${error.message}`);
  return { path: what, profile: place.profile, outcome: "failed", ids: {}, message, refused: true };
}

async function jobsFound(session: Session): Promise<RemoteResource[]> {
  const found: RemoteResource[] = [];
  for (const scope of scopesOf(session.place)) {
    const location = locationOf(session.place, "jobs", scope);
    for (const job of await session.service.jobs.list(scope)) {
      const id = String(job.id);
      const name = `${nameOf(job)} (${id}, ${String(job.dataset ?? "")})`;
      const label = printable(secretsIn(session.env).hide(name));
      const names = { title: job.name };
      found.push({ kind: "job", location, id, ids: { job: id }, label, names });
    }
  }
  return found;
}

async function rulesFound(session: Session): Promise<RemoteResource[]> {
  const { zone, rulesTarget } = session.place;
  if (rulesTarget === "rulesets") return rulesetRulesFound(session);
  if (zone === undefined) return [];
  const { rules } = await readZone(zone, session);
  const location = locationOf(session.place, rulesTarget, { zone_id: zone });
  return rules.map((it) =>
    ruleFound(location, { rule: it.id, filter: it.filter.id }, ruleSettings(it)),
  );
}

function ruleFound(location: ServiceLocation, ids: Ids, settings: Settings): RemoteResource {
  const { action, ref, description: title, expression } = settings;
  const id = ids.rule ?? "";
  const label = `${ruleName(settings)} (${printable(String(action))}, ${id})`;
  return { kind: "rule", location, id, ids, label, names: { ref, title, expression } };
}

/** The rules that can have a file, and of the others those that the lock file does not record as they are. */
async function rulesetRulesFound(session: Session): Promise<RemoteResource[]> {
  const inScope = await rulesetsInScope(session);
  const recorded = recordedRulesets(session, inScope);
  return inScope.rulesets.flatMap((running) => {
    const { scope, ruleset } = running;
    const { fresh, changed } = recorded.find((it) => it.running === running) ?? unrecordedNone;
    const location = locationOf(session.place, "rulesets", scope);
    const rowOf = (it: RulesetRule) =>
      ruleFound(location, { ruleset: ruleset.id, rule: it.id }, rulesetSettings(it));
    const withWords = (rules: readonly RulesetRule[], words: (label: string) => string) =>
      rules.map(rowOf).map((it) => ({ ...it, unrecorded: words(it.label) }));
    const where = rulesetName(running);
    return [
      ...ruleset.rules.filter((it) => canHaveFile(running, it)).map(rowOf),
      ...withWords(fresh, (it) => `No file can have rule ${it} in ${where}.`),
      ...withWords(changed, (it) => `Since the last pull, rule ${it} in ${where} has changed.`),
    ];
  });
}

const unrecordedNone = { fresh: [], changed: [] };
