import type { Credential, NoCredential } from "../api/credential.ts";
import { isJob, isRule } from "../languages.ts";
import { type CurlPlace, commandsFor, curlPreface } from "./curl/calls.ts";
import type { ShellName } from "./curl/shells.ts";
import { placeholderFor } from "./curl/token-placeholder.ts";
import { readJob } from "./drafts/job.ts";
import { rehearsePush } from "./push.ts";
import { PushError, SignInNeeded } from "./push-error.ts";
import { optionName } from "./session/conversation.ts";
import type { PushChoices, Session } from "./session/session.ts";

export interface CurlOptions extends PushChoices {
  /** The credential that a push to the profile's origin would use, or why it is refused. */
  readonly credential: Credential | NoCredential;
  readonly shell: ShellName;
}

/** The calls of a push as commands to copy, as a rehearsal makes them. Reads the service and sends nothing. */
export async function curlFor(
  path: string,
  session: Session,
  { credential, shell, ...choices }: CurlOptions,
): Promise<string> {
  const { place, env, service } = session;
  const { baseUrl, origin } = place.address;
  const auth = placeholderFor(origin, env, credential);
  if ("refusal" in auth) throw new SignInNeeded(place.profile, auth.refusal, origin);
  if (choices.inline && !isRule(path))
    throw new PushError(`'${optionName("inline", session)}' only applies to rules.`);
  // The shell has the values of variables.
  const open = isJob(path) ? { ...choices, compareOnly: true } : choices;
  const { planned, calls } = await rehearsePush(path, session, open);
  if (!("run" in planned)) throw new PushError(planned.message);
  const written = isJob(path) ? readJob(path, session).template : {};
  const curl: CurlPlace = { baseUrl, auth, shell };
  if (calls.length === 0) return `# Nothing would be sent: ${planned.plan.title}.`;
  const commands = commandsFor(curl, calls, {
    written,
    env,
    hide: isJob(path) ? (text) => service.secrets.hide(text) : (text) => text,
  });
  return curlPreface(curl) + commands;
}
