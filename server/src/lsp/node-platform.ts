import { pushActions, pushLenses } from "./answers/push-lenses.ts";
import { disk } from "./files/disk.ts";
import type { Platform } from "./platform.ts";

/** File access and pushes. The push code is only imported here, and loaded on the first command. */
export const nodePlatform: Platform = {
  host: disk,
  commands: async (session) => new (await import("./commands/commands.ts")).Commands(session),
  lenses: pushLenses,
  actions: pushActions,
};
