import type { CodeLens, Command, Range } from "vscode-languageserver";
import { readRecord } from "../../push/records/records.ts";
import type { Snapshot, Source } from "../documents/snapshots.ts";
import { type FileSession, fileSessionFor } from "../file-session.ts";
import { fileStatus } from "../file-status.ts";
import { pathOf } from "../files/disk.ts";
import type { CommandArguments, CommandName } from "../protocol.ts";
import type { ServerState } from "../server-state.ts";
import type { FileStatus } from "../shapes/changes.ts";

const words: Readonly<Record<FileStatus, string>> = {
  "never-pushed": " · never pushed",
  "in-sync": " · in sync with the last push",
  changed: " · changed since the last push",
  "half-way": " · the last push was interrupted",
  running: " · in progress",
  drifted: " · changed on the service since the last push",
  both: " · changed here and on the service",
  missing: " · no longer on the service",
  unknown: "",
};

/** Far above the limits of the service. */
const maxLength = 64 * 1024;

/**
 * Lenses with the push commands of a file and its status since the last push. Sends nothing: the status comes from the lock file,
 * the text and the last listing of the service.
 */
export function pushLenses(snapshot: Snapshot, state: ServerState): CodeLens[] {
  const found = fileSessionOf(snapshot, state);
  if (!found) return [];
  const range = lensRange(snapshot);
  return commandsFor(snapshot.source, found, state).map((command) => ({ range, command }));
}

/** The range of the language's own lens, so that both are on the same line. */
export function lensRange({ source, analysis, places }: Snapshot): Range {
  const [first] = analysis.lenses();
  return places.range(first ?? { start: 0, end: Math.min(1, source.text.length) });
}

/** The push commands of a file, including undo if there is a push to undo. */
export function pushActions(snapshot: Snapshot, state: ServerState): Command[] {
  const found = fileSessionOf(snapshot, state);
  if (!found) return [];
  const { path, offline } = found;
  const { uri } = snapshot.source;
  const isKept = readRecord(path, offline)?.undo !== undefined;
  return [
    ...commandsFor(snapshot.source, found, state),
    ...(isKept ? [commandOf("Undo last push", "weir.undo", uri, found)] : []),
  ];
}

function fileSessionOf(
  { source, analysis }: Snapshot,
  state: ServerState,
): FileSession | undefined {
  const { uri, text, language, context } = source;
  const { choices } = state;
  if (!choices.trusted || context.brief || text.length > maxLength) return undefined;
  if (pathOf(uri) === undefined || !language.resource) return undefined;
  if (analysis.directives?.().some((it) => it.name === "value")) return undefined;
  const found = fileSessionFor(uri, state, choices.profile);
  return "refusal" in found ? undefined : found;
}

function commandsFor({ uri, language }: Source, found: FileSession, state: ServerState): Command[] {
  const { profile, isOnly } = found.offline.place;
  const status = fileStatus(uri, found, state);
  const isNewRule = language.resource === "rule" && status === "never-pushed";
  const to = isOnly ? "" : ` ${isNewRule ? "in" : "to"} '${profile}'`;
  return [
    isNewRule
      ? commandOf(`Create rule${to}${words[status]}`, "weir.createRule", uri, found)
      : commandOf(`Push${to}${words[status]}`, "weir.push", uri, found),
    commandOf("Compare", "weir.diff", uri, found),
  ];
}

function commandOf(
  title: string,
  command: CommandName,
  uri: string,
  { offline }: FileSession,
): Command {
  const args: CommandArguments = { uri, profile: offline.place.profile };
  return { title, command, arguments: [args] };
}
