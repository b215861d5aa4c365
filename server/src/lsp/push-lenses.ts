import type { CodeLens } from "vscode-languageserver";
import { type FileStanding, fileStanding } from "../push/standing.ts";
import { isFilter } from "../workspace/jobs.ts";
import { plainPath } from "../workspace/workspace.ts";
import { pathOf } from "./disk.ts";
import { deskFor, type FileDesk } from "./editor-desk.ts";
import type { CommandArguments, CommandName } from "./protocol.ts";
import type { Session } from "./session.ts";
import type { Snapshot } from "./snapshots.ts";

const words: Readonly<Record<FileStanding, string>> = {
  "never-pushed": " · never pushed",
  "in-sync": " · in sync with the last push",
  changed: " · changed since the last push",
  "half-way": " · the last push stopped half-way",
  unknown: "",
};

/** What the service takes is much shorter than this. */
const mostRead = 64 * 1024;

/** What can be done with a file, and how it stands since its last push. Nobody is asked for it: the lock and the file tell. */
export function pushLenses({ source, analysis, places }: Snapshot, session: Session): CodeLens[] {
  const { uri, text, language, context } = source;
  const { choices } = session;
  if (!choices.trusted || context.brief || text.length > mostRead) return [];
  if (pathOf(uri) === undefined || !pushable.has(language.id)) return [];
  if (analysis.directives?.().some((it) => it.name === "value")) return [];
  const found = deskFor(uri, session, choices.profile);
  if ("refusal" in found) return [];
  const { profile } = found.desk.place;
  const standing = standingOf(uri, found, session);
  const [first] = analysis.lenses();
  const range = places.range(first ?? { start: 0, end: Math.min(1, text.length) });
  const lens = (title: string, command: CommandName): CodeLens => {
    const args: CommandArguments = { uri, profile };
    return { range, command: { title, command, arguments: [args] } };
  };
  const isNewRule = language.id === "cfrule" && standing === "never-pushed";
  return [
    isNewRule
      ? lens(`Create rule in '${profile}'${words[standing]}`, "weir.createRule")
      : lens(`Push to '${profile}'${words[standing]}`, "weir.push"),
    lens("Compare", "weir.diff"),
  ];
}

const pushable = new Set(["lpfilter", "lpjob", "cfrule"]);

/** A filter stands as the jobs do that name it. */
function standingOf(uri: string, { desk, path, folder }: FileDesk, session: Session): FileStanding {
  const root = plainPath(folder);
  const jobs = isFilter(path) ? session.index.below(folder)?.usersOf(plainPath(uri), root) : [];
  const users = (jobs ?? []).map((it) => fileStanding(it.slice(root.length + 1), desk));
  if (users.length === 0) return fileStanding(path, desk);
  return worst.find((it) => users.includes(it)) ?? "unknown";
}

const worst: readonly FileStanding[] = [
  "half-way",
  "changed",
  "unknown",
  "in-sync",
  "never-pushed",
];
