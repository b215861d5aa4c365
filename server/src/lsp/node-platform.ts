import { pushActions, pushLenses } from "./answers/push-lenses.ts";
import { TryLenses } from "./answers/try-lenses.ts";
import { disk, pathOf } from "./files/disk.ts";
import { outsideSample } from "./files/outside-sample.ts";
import type { LogFiles, Platform } from "./platform.ts";
import type { ServerState } from "./server-state.ts";

const tryLenses = new WeakMap<ServerState, TryLenses>();

/** The code that reads logs is loaded on first use. */
const logFiles: LogFiles = {
  read: async (paths, folder, nested) => {
    const path = folder === "" ? "" : pathOf(folder);
    if (path === undefined) return undefined;
    return (await import("../try/try.ts")).logReader(paths, path, nested);
  },
  outside: outsideSample,
  pasted: async (name, text, nested) =>
    (await import("../try/try.ts")).pastedReader(name, text, nested),
  pathOf,
  lastCommit: async () => new (await import("./files/last-commit.ts")).LastCommit(),
};

/** File access and pushes. The push code is only imported here, and loaded on the first command. */
export const nodePlatform: Platform = {
  host: disk,
  commands: async (session) => new (await import("./commands/commands.ts")).Commands(session),
  lenses: (snapshot, state) => [...lensesFor(state).of(snapshot), ...pushLenses(snapshot, state)],
  hints: (snapshot, state) => lensesFor(state).hints(snapshot),
  actions: pushActions,
  logs: logFiles,
  try: async ({ source }, state, asked, isStopped) => {
    const { tryDocument } = await import("./answers/try.ts");
    return tryDocument(source, state, asked, isStopped);
  },
};

function lensesFor(state: ServerState): TryLenses {
  const lenses = tryLenses.get(state) ?? new TryLenses(state);
  tryLenses.set(state, lenses);
  return lenses;
}
