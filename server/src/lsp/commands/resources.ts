import { dirname } from "node:path/posix";
import { listResources, type Resource } from "../../push/resources.ts";
import { uriBelow } from "../disk.ts";
import type { ResourceRow, ResourcesResult } from "../protocol.ts";
import type { Command } from "./command.ts";
import { openOne } from "./one-session.ts";

/** What the service has under a profile, and which file each belongs to. */
export const resources: Command = {
  title: "Listing",
  async run(running): Promise<ResourcesResult> {
    const opened = await openOne(running);
    if ("refusal" in opened) return opened;
    const { session } = opened;
    const found = await listResources(session);
    const [problem] = found.problems;
    if (problem !== undefined && found.resources.length === 0) return { refusal: problem };
    const folder = dirname(session.lock.path);
    return {
      where: await session.where(),
      resources: found.resources.map((it) => rowOf(it, folder)),
      ...(problem === undefined ? undefined : { problems: found.problems }),
    };
  },
};

/** Paths are URIs for a client. */
function rowOf({ path, pullsTo, ...rest }: Resource, folder: string): ResourceRow {
  return {
    ...rest,
    ...(path === undefined ? undefined : { uri: uriBelow(folder, path) }),
    ...(pullsTo === undefined ? undefined : { pullsTo: uriBelow(folder, pullsTo) }),
  };
}
