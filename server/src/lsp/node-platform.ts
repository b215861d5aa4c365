import { pushActions, pushLenses } from "./answers/push-lenses.ts";
import { disk } from "./files/disk.ts";
import type { Platform } from "./platform.ts";

/** With files on a disk and a way to the service. What it takes to push is loaded when the first command comes, and only by way of here. */
export const nodePlatform: Platform = {
  host: disk,
  commands: async (session) => new (await import("./commands/commands.ts")).Commands(session),
  lenses: pushLenses,
  actions: pushActions,
};
