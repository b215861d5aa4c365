import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { isRecord, jsonValue } from "../../text/record.ts";
import {
  createStateFolder,
  readOptionalFile,
  stateFolderName,
  writeOwnFile,
} from "../../workspace/files/own-files.ts";
import type { PlanResult, Rehearsed, Undo } from "../plan/plan.ts";
import { canonical } from "../plan/settings.ts";
import { PushError } from "../push-error.ts";
import { isHalfWayState } from "../session/lock-slot.ts";
import { Stopped } from "../session/outcome.ts";
import { scopesOf } from "../session/place.ts";
import type { OfflineSession, Session } from "../session/session.ts";
import { redactUndo } from "./redacted.ts";

/**
 * The content that the last push of each file replaced, so that another process can undo it. Stored beside the lock file in
 * a folder that git ignores, one file per resource, and one that says which run was the last. Contains no secrets: settings
 * that may have one are omitted.
 */
export interface UndoRecord {
  readonly path: string;
  readonly profile: string;
  /** The run of the push: one command, of any number of files. Not set in records of version 1. */
  readonly run?: string;
  /** The order within the run. */
  readonly step?: number;
  /** `pushing` remains when the process ends in the middle of the push. */
  readonly state: "pushing" | "pushed" | "deleted" | "undone";
  readonly undo?: Undo | undefined;
  /** Why the push cannot be undone. */
  readonly cannot?: string | undefined;
}

const version = 2;
const lastName = "last-run.json";

/** A plan whose run is recorded: what it replaced, or that it did not finish. */
export function recorded({ plan, run }: Rehearsed, session: Session): Rehearsed {
  if (plan.calls.length === 0 || session.isSimulated) return { plan, run };
  const { path } = plan;
  return {
    plan,
    async run() {
      const before = begin(path, session);
      try {
        const done = await run();
        if (done.outcome === "unchanged") {
          before.restore();
          return done;
        }
        const state = plan.outcome === "deleted" ? "deleted" : "pushed";
        keep(path, session, { state, ...undoOf(done, path, session) });
        return done;
      } catch (error) {
        // Several writes may have been carried out in part.
        const isOneStep = plan.calls.filter((it) => it.startsWith("PUT ")).length <= 1;
        if (isOneStep && hadNoEffect(error, path, session)) before.restore();
        throw error;
      }
    },
  };
}

/** Why a change of a resource without a file cannot be undone. */
export function noFile(id: string): string {
  return `'${id}' has no file, so its earlier state is not recorded. Change it back by hand.`;
}

function undoOf({ undo, cannotUndo }: PlanResult, path: string, session: Session) {
  if (!undo) return { cannot: cannotUndo };
  return { undo: redactUndo(undo, path, session) };
}

function hadNoEffect(error: unknown, path: string, { lock, place }: Session): boolean {
  const isKnown =
    error instanceof PushError || (error instanceof Stopped && error.known === "not-done");
  const { state } = lock.entry(path, place.profile) ?? {};
  return isKnown && (state === "ownership-challenge" || !isHalfWayState(state));
}

/** Records that a push of the file has begun, and that its run is the last one. */
function begin(path: string, session: Session): { restore(): void } {
  const files = [`${folderOf(session)}/${lastName}`, fileOf(path, session)] as const;
  const texts = files.map((it) => textOf(it));
  keep(path, session, { state: "pushing" });
  return {
    restore: () =>
      files.forEach((it, i) => {
        const text = texts[i];
        if (text === undefined) rmSync(it, { force: true });
        else write(it, text ?? "", session);
      }),
  };
}

/** A push succeeds even if its undo file cannot be written. */
function keep(
  path: string,
  session: Session,
  rest: Pick<UndoRecord, "state" | "undo" | "cannot">,
): void {
  const { run } = session;
  const { profile } = session.place;
  if (lastRuns(session)[profile] !== run.id) {
    const runs = { ...lastRuns(session), [profile]: run.id };
    write(`${folderOf(session)}/${lastName}`, json({ version, runs }), session);
  }
  const step = rest.state === "pushing" ? run.steps++ : run.steps - 1;
  const record = { version, path, profile, run: run.id, step, ...rest };
  write(fileOf(path, session), json(record), session);
}

/** Keeps only that the push was undone, so that an older one does not become the last. */
export function markUndone(path: string, session: Session): void {
  const record = readRecord(path, session);
  if (!record || session.isSimulated) return;
  const { undo: _undo, cannot: _cannot, ...rest } = record;
  write(fileOf(path, session), json({ version, ...rest, state: "undone" }), session);
}

/** The record of the file's last push, from any version. */
export function readRecord(path: string, session: OfflineSession): UndoRecord | undefined {
  const record = recordIn(textOf(fileOf(path, session)), session);
  return typeof record === "object" && record.path === path ? record : undefined;
}

/** The records of the profile's last run, newest first, or why they are not known. */
export function lastRun(session: Session): readonly UndoRecord[] | { readonly refusal: string } {
  const id = lastRuns(session)[session.place.profile];
  return id === undefined ? { refusal: nothingRecorded(session) } : recordsOf(id, session);
}

/** The records of a run, newest first. Files that were pushed again since belong to a later run. */
export function recordsOf(
  run: string,
  session: Session,
): readonly UndoRecord[] | { readonly refusal: string } {
  const all = allRecords(session);
  const bad = all.find((it) => typeof it === "string");
  if (typeof bad === "string") return { refusal: bad };
  return all
    .filter((it): it is UndoRecord => typeof it === "object" && it.run === run)
    .sort((a, b) => (b.step ?? 0) - (a.step ?? 0));
}

function nothingRecorded(session: Session): string {
  const isOld = allRecords(session).some((it) => typeof it === "object");
  if (!isOld) return "No push to undo in this folder.";
  return `The pushes recorded in '${stateFolderName}/' are from an earlier version of Weir, which did not record their order. Name the file whose push is to be undone.`;
}

function allRecords(session: Session): (UndoRecord | string)[] {
  const folder = `${folderOf(session)}/undo`;
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((it) => it.endsWith(".json"))
    .flatMap((it): (UndoRecord | string)[] => {
      const record = recordIn(textOf(`${folder}/${it}`), session);
      return record === "damaged" ? [damaged(it)] : record ? [record] : [];
    });
}

function damaged(name: string): string {
  return `'${stateFolderName}/undo/${name}' is damaged or from a newer version of Weir, so the last run is not known completely. Name the file whose push is to be undone.`;
}

function lastRuns(session: OfflineSession): Readonly<Record<string, string>> {
  const found = jsonValue(textOf(`${folderOf(session)}/${lastName}`) ?? "");
  return isRecord(found) && isRecord(found.runs) ? (found.runs as Record<string, string>) : {};
}

function folderOf({ lock }: OfflineSession): string {
  return `${dirname(lock.path)}/${stateFolderName}`;
}

function fileOf(path: string, session: OfflineSession): string {
  const name = createHash("sha256").update(`${session.place.profile}\0${path}`).digest("hex");
  return `${folderOf(session)}/undo/${name.slice(0, 32)}.json`;
}

/** Null if the file cannot be read. */
function textOf(file: string): string | null | undefined {
  try {
    return readOptionalFile(file)?.toString();
  } catch {
    return null;
  }
}

function write(file: string, text: string, session: Session): void {
  try {
    createStateFolder(dirname(session.lock.path));
    writeOwnFile(file, text);
  } catch {
    // Harmless: a record is compared with the service before it is used.
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

const states = ["pushing", "pushed", "deleted", "undone"];

/** The file is untrusted, so nothing in it may refer to another zone or account than the profile. */
function recordIn(
  text: string | null | undefined,
  session: OfflineSession,
): UndoRecord | "damaged" | undefined {
  if (text === undefined) return undefined;
  const found = jsonValue(text ?? "");
  if (!isRecord(found) || typeof found.path !== "string") return "damaged";
  if (found.profile !== session.place.profile) return undefined;
  const undo = found.undo as Undo | undefined;
  if (undo !== undefined && !isHere(undo, session)) return undefined;
  const { path, profile } = found as { path: string; profile: string };
  // Without data, it was the record of a deletion.
  if (found.version === 1) return { path, profile, state: undo ? "pushed" : "deleted", undo };
  if (found.version !== version || !states.includes(String(found.state))) return "damaged";
  return found as unknown as UndoRecord;
}

function isHere(undo: Undo, { place }: OfflineSession): boolean {
  const isScope = (scope: unknown) =>
    scopesOf(place).some((it) => canonical(it) === canonical(scope));
  switch (undo?.kind) {
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
