import { randomUUID } from "node:crypto";
import { type Credential, credentialFor, type Environment } from "../../api/credential.ts";
import { createService, type ServiceOptions } from "../../api/service.ts";
import { ServiceError } from "../../api/service-error.ts";
import { onError } from "../../core/errors.ts";
import type { FoundConfig, Workspace } from "../../workspace/workspace.ts";
import type { Where } from "../plan/plan.ts";
import { SignInNeeded } from "../push-error.ts";
import type { Cancellation } from "./cancellation.ts";
import { type Conversation, optionName } from "./conversation.ts";
import { type OfflineOptions, openOffline } from "./open-offline.ts";
import type { Session } from "./session.ts";

export interface SessionOptions extends Omit<ServiceOptions, "address" | "credential" | "stop"> {
  readonly config: FoundConfig;
  /** Defaults to the default profile. */
  readonly profile: string | undefined;
  readonly env: Environment;
  /** Defaults to the environment's credential for the origin. */
  readonly credentialFor?: (origin: string) => Credential | { readonly refusal: string };
  readonly conversation: Conversation;
  readonly workspace: Workspace;
  /** Defaults to the files on disk. */
  readonly files?: OfflineOptions["files"];
  readonly stop?: Cancellation | undefined;
}

const tryAgain = "Check the connection and try again.";

/** Opens a session for pushes under one profile. Throws a `PushError` when the profile cannot be used. */
export function openSession(options: SessionOptions): Session {
  const { config, env, stop } = options;
  const conversation = askingOnce(options.conversation);
  const option = optionName("profile", { conversation });
  const offline = openOffline({ ...options, option });
  const { place } = offline;
  const { origin } = place.address;
  const find = options.credentialFor ?? ((origin) => credentialFor(origin, env));
  const credential = find(origin);
  if ("refusal" in credential) throw new SignInNeeded(place.profile, credential.refusal, origin);
  const service = createService({
    ...options,
    address: place.address,
    credential,
    stop,
    say: (text) => conversation.progress(text),
    ...(conversation.optionName ? undefined : { advice: tryAgain }),
  });
  const { zone } = place;
  const zoneName = async () => (zone === undefined ? undefined : service.zoneName(zone));
  let where: Promise<Where> | undefined;
  return {
    ...offline,
    service,
    conversation,
    run: { id: randomUUID(), steps: 0 },
    stop,
    where: () => {
      // Optional: a credential that may push need not be allowed to read it.
      where ??= zoneName()
        .catch(onError(ServiceError, () => undefined))
        .then((name) => ({
          folder: config.folder,
          profile: place.profile,
          origin,
          zone,
          zoneName: name,
          account: place.account,
          isOnlyProfile: place.isOnly,
          identity: credential.source,
        }));
      return where;
    },
  };
}

/** A plan is made more than once, and the user answers for all of them. */
function askingOnce(conversation: Conversation): Conversation {
  const answers = new Map<string, Promise<number | undefined>>();
  return {
    ...conversation,
    choose(question, options, about) {
      const key = JSON.stringify([question, options]);
      const answer = answers.get(key) ?? conversation.choose(question, options, about);
      answers.set(key, answer);
      return answer;
    },
  };
}
