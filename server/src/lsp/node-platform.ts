import { pushActions, pushLenses } from "./answers/push-lenses.ts";
import { TryLenses } from "./answers/try-lenses.ts";
import { disk } from "./files/disk.ts";
import type { Platform } from "./platform.ts";
import type { ServerState } from "./server-state.ts";

const tryLenses = new WeakMap<ServerState, TryLenses>();

/** File access and pushes. The push code is only imported here, and loaded on the first command. */
export const nodePlatform: Platform = {
  host: disk,
  commands: async (session) => new (await import("./commands/commands.ts")).Commands(session),
  lenses: (snapshot, state) => [...lensesFor(state).of(snapshot), ...pushLenses(snapshot, state)],
  actions: pushActions,
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
