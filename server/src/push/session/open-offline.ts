import type { Environment } from "../../api/credential.ts";
import { LockFile } from "../../workspace/lock/lock-file.ts";
import { configName, type FoundConfig, type Workspace } from "../../workspace/workspace.ts";
import { filesBelow } from "./disk-files.ts";
import { placeOf } from "./place.ts";
import type { Files, OfflineSession } from "./session.ts";

export interface OfflineOptions {
  readonly config: FoundConfig;
  /** Defaults to the default profile. */
  readonly profile: string | undefined;
  /** How to select a profile, for the error message. */
  readonly option?: string;
  readonly env: Environment;
  readonly workspace: Workspace;
  readonly files?: ((folder: string) => Files) | undefined;
}

/** Throws a `PushError` when there is no such profile. */
export function openOffline(options: OfflineOptions): OfflineSession {
  const { config, env, workspace, files = filesBelow } = options;
  return {
    place: placeOf(config.config, options.profile, options.option),
    lock: new LockFile(config.folder),
    files: files(config.folder),
    env,
    isOwn: (path) => workspace.configFor(`${config.folder}/${path}`)?.folder === config.folder,
    contextFor: (path, asked) => workspace.contextFor(`${config.folder}/${path}`, asked),
  };
}

/** The message for a file without valid settings. */
export const noConfig = `No '${configName}' in this folder or above it. Run 'weir init' to create one.`;
export const configHasErrors = `'${configName}' has errors. Fix them before you push.`;
