import { type Credential, credentialFor, type Environment } from "../api/credential.ts";
import { createService, type ServiceOptions } from "../api/service.ts";
import { ServiceError } from "../api/service-error.ts";
import { LockFile } from "../workspace/lock-file.ts";
import type { FoundConfig, Workspace } from "../workspace/workspace.ts";
import type { Conversation } from "./conversation.ts";
import { filesBelow } from "./disk-files.ts";
import { placeOf } from "./place.ts";
import type { Where } from "./plan.ts";
import { Refusal } from "./refusal.ts";
import type { Session } from "./session.ts";

export interface SessionOptions extends Omit<ServiceOptions, "address" | "credential"> {
  readonly config: FoundConfig;
  /** The default one when it is left out. */
  readonly profile: string | undefined;
  readonly env: Environment;
  /** The one that the environment has for the origin, unless somebody keeps another. */
  readonly credentialFor?: (origin: string) => Credential | { readonly refusal: string };
  readonly conversation: Conversation;
  readonly workspace: Workspace;
}

/** Gets everything ready for pushes under one profile. Throws a `Refusal` when the profile cannot be used. */
export function openSession(options: SessionOptions): Session {
  const { config, env, conversation, workspace } = options;
  const place = placeOf(config.config, options.profile);
  const find = options.credentialFor ?? ((origin) => credentialFor(origin, env));
  const credential = find(place.address.origin);
  if ("refusal" in credential)
    throw new Refusal(`The profile '${place.profile}': ${credential.refusal}`);
  const service = createService({ ...options, address: place.address, credential });
  let where: Promise<Where> | undefined;
  return {
    place,
    service,
    lock: new LockFile(config.folder),
    files: filesBelow(config.folder),
    conversation,
    env,
    contextFor: (path, asked) => workspace.contextFor(`${config.folder}/${path}`, asked),
    where: () => {
      where ??= zoneName(place.zone, (zone) => service.zoneName(zone)).then((name) => ({
        folder: config.folder,
        profile: place.profile,
        origin: place.address.origin,
        zone: place.zone,
        zoneName: name,
        account: place.account,
        identity: credential.source,
      }));
      return where;
    },
  };
}

/** Nice to know, and no more: a credential that may push need not be allowed to read it. */
async function zoneName(
  zone: string | undefined,
  read: (zone: string) => Promise<string>,
): Promise<string | undefined> {
  try {
    return zone === undefined ? undefined : await read(zone);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
