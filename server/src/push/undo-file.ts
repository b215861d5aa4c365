import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { readOptionalFile, writeOwnFile } from "../workspace/files/own-files.ts";
import { jobSettings, templateAt } from "./drafts/job.ts";
import { variablesIn } from "./masking/variables.ts";
import type { JobUndo, Undo } from "./plan/plan.ts";
import { canonical } from "./plan/settings.ts";
import { jobScopes } from "./session/place.ts";
import type { OfflineSession, Session } from "./session/session.ts";

/**
 * What the last push of each file replaced, so that another process can undo it. Stored beside the lock file in a folder that
 * git ignores, one file per resource. Contains no secrets: settings that may have one are omitted.
 */
export interface KeptUndo {
  readonly path: string;
  readonly profile: string;
  /** The time of the push, in ISO 8601. */
  readonly at: string;
  /** Omitted for a deletion, which is stored so that it can be repeated. */
  readonly undo?: Undo;
}

const folderName = ".weir";
const version = 1;

/** A push succeeds even if its undo file cannot be written. */
export function keepUndo(path: string, session: Session, undo: Undo | undefined, at: Date): void {
  const { profile } = session.place;
  const kept = {
    version,
    path,
    profile,
    at: at.toISOString(),
    undo: redactUndo(undo, path, session),
  };
  const folder = folderOf(session);
  try {
    if (!existsSync(`${folder}/.gitignore`)) writeOwnFile(`${folder}/.gitignore`, "*\n");
    writeOwnFile(fileOf(path, session), `${JSON.stringify(kept, undefined, 2)}\n`);
  } catch {
    // An older undo file is no longer valid either.
    forgetUndo(path, session);
  }
}

export function keptUndo(path: string, session: OfflineSession): KeptUndo | undefined {
  const kept = read(fileOf(path, session), session);
  return kept?.path === path ? kept : undefined;
}

/** The undo file of the profile's last push. */
export function lastUndo(session: Session): KeptUndo | undefined {
  const folder = `${folderOf(session)}/undo`;
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .flatMap((it) => read(`${folder}/${it}`, session) ?? [])
    .filter((it) => it.undo !== undefined)
    .sort((a, b) => (a.at < b.at ? 1 : -1))[0];
}

export function forgetUndo(path: string, session: Session): void {
  try {
    rmSync(fileOf(path, session), { force: true });
  } catch {
    // Harmless: an undo file is compared with the service before it is used.
  }
}

function folderOf({ lock }: OfflineSession): string {
  return `${dirname(lock.path)}/${folderName}`;
}

function fileOf(path: string, session: OfflineSession): string {
  const name = createHash("sha256").update(`${session.place.profile}\0${path}`).digest("hex");
  return `${folderOf(session)}/undo/${name.slice(0, 32)}.json`;
}

/** The file is untrusted, so nothing in it may refer to another zone or account than the profile. */
function read(file: string, session: OfflineSession): KeptUndo | undefined {
  try {
    const text = readOptionalFile(file)?.toString();
    const kept = text === undefined ? undefined : JSON.parse(text);
    const isOurs =
      kept?.version === version &&
      kept.profile === session.place.profile &&
      typeof kept.path === "string" &&
      typeof kept.at === "string" &&
      (kept.undo === undefined || isHere(kept.undo, session));
    return isOurs ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isHere(undo: Undo, { place }: OfflineSession): boolean {
  const isScope = (scope: unknown) =>
    jobScopes(place).some((it) => canonical(it) === canonical(scope));
  switch (undo.kind) {
    case "job":
      return isScope(undo.scope);
    case "job-filters":
      return undo.jobs.every((it) => isScope(it.scope));
    case "rule":
      return undo.zone === place.zone;
    case "ruleset-rule":
      return undo.zone === place.zone && /^\w+$/.test(undo.phase);
    default:
      return false;
  }
}

function redactUndo(undo: Undo | undefined, path: string, session: Session): Undo | undefined {
  if (undo?.kind === "job") return { ...undo, ...openPart(undo, path, session) };
  if (undo?.kind !== "job-filters") return undo;
  // Only the filter is restored.
  const jobs = undo.jobs.map((it) => ({ ...it, ...openPart(it, it.path, session) }));
  return { ...undo, jobs };
}

type JobStates = Pick<JobUndo, "before" | "after" | "hidden" | "lost">;

/** The destination of a job may contain keys, and so may values filled in from the environment. */
function openPart(
  { before, after }: Pick<JobUndo, "before" | "after">,
  path: string,
  session: Session,
): JobStates {
  const { template } = templateAt(path, session.files);
  const filledIn = Object.keys(template).filter((it) => variablesIn(template[it]).length > 0);
  const hidden = [...new Set(["destination_conf", "ownership_challenge", ...filledIn])];
  const open = <Job extends object>(job: Job): Job => {
    const names = new Set(
      Object.keys(jobSettings(job as never)).map((it) => it.replace(/\..*$/s, "")),
    );
    const kept = Object.entries(job).filter(
      ([name]) => name === "id" || (names.has(name) && !hidden.includes(name)),
    );
    return Object.fromEntries(kept) as Job;
  };
  const lost = hidden.filter((it) => before && canonical(before[it]) !== canonical(after[it]));
  return { before: before && open(before), after: open(after), hidden, lost };
}
