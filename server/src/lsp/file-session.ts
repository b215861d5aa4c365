import process from "node:process";
import { NoProfiles, PushError } from "../push/push-error.ts";
import { filesBelow } from "../push/session/disk-files.ts";
import { configHasErrors, noConfig } from "../push/session/open-offline.ts";
import { placeOf } from "../push/session/place.ts";
import type { OfflineSession } from "../push/session/session.ts";
import { spelledOnDisk } from "../workspace/files/spelling.ts";
import { LockFile } from "../workspace/lock/lock-file.ts";
import { plainPath } from "../workspace/workspace.ts";
import { pathOf } from "./files/disk.ts";
import { below } from "./files/uris.ts";
import type { Refusal } from "./protocol.ts";
import type { ServerState } from "./server-state.ts";

export interface FileSession {
  readonly offline: OfflineSession;
  /** The file, relative to the folder of its `weir.json`. */
  readonly path: string;
  /** The URI of that folder. */
  readonly folder: string;
}

/** The environment, with the variables that the user entered. It is only copied then: on Windows, it ignores the case of names. */
export function environmentOf({ variables }: ServerState["choices"]): NodeJS.ProcessEnv {
  return Object.keys(variables).length === 0 ? process.env : { ...process.env, ...variables };
}

/** An offline session for a file, with the texts of the editor. */
export function fileSessionFor(
  uri: string,
  editor: Pick<ServerState, "configFor" | "contextOf" | "read" | "choices">,
  profile: string | undefined,
): FileSession | Refusal {
  const config = editor.configFor(uri);
  const folder = config && pathOf(config.folder);
  if (!config || folder === undefined)
    return { refusal: noConfig, lacks: { what: "settings", uri } };
  if (config.problems.length > 0)
    return { refusal: configHasErrors, lacks: { what: "fix", uri: config.path } };
  // Paths in the lock file have the case of the disk.
  const path = spelledOnDisk(folder, plainPath(uri.slice(config.folder.length + 1), uri));
  const uriOf = (it: string) => (it === path ? uri : below(config.folder, `/${it}`));
  const files = filesBelow(folder);
  try {
    const offline: OfflineSession = {
      place: placeOf(config.config, profile, "profile"),
      lock: new LockFile(folder),
      env: environmentOf(editor.choices),
      files: {
        ...files,
        read: (it) => editor.read(uriOf(it)),
        glance: (it) => editor.read(uriOf(it)),
      },
      isOwn: () => true,
      contextFor: (it, asked) => editor.contextOf(uriOf(it), asked),
    };
    return { offline, path, folder: config.folder };
  } catch (error) {
    if (error instanceof NoProfiles)
      return { refusal: error.message, lacks: { what: "profiles", uri: config.path } };
    if (error instanceof PushError) return { refusal: error.inEditor };
    throw error;
  }
}
