import process from "node:process";
import type { Secrets } from "../../../api/redaction.ts";
import { EngineError } from "../../../engines/engines.ts";
import { Agreements, runs } from "../../../workspace/agreements.ts";
import {
  type EngineSettings,
  engineAddress,
  schemesOf,
  variableOf,
} from "../../../workspace/config/engines.ts";
import { agreeRequest, type EngineLogin, passwordRequest } from "../../protocol.ts";
import type { Running } from "./running.ts";

/** Who signs in to an engine, and where. Undefined if it has no address of its own. */
export function loginOf({ kind, url = "", user }: EngineSettings): EngineLogin | undefined {
  const address = engineAddress(url, schemesOf(kind));
  if (!("origin" in address)) return undefined;
  const named = user ?? address.user;
  return { origin: address.origin, ...(named !== undefined && { user: named }) };
}

/** The environment for an engine. A client that stores passwords replaces the variables with the one for the engine's origin. */
export async function engineEnvironment(
  name: string,
  settings: EngineSettings,
  { editor, asking }: Running,
  secrets: Secrets,
): Promise<Readonly<Record<string, string | undefined>>> {
  const env = process.env;
  const login = loginOf(settings);
  if (!login || !editor.client.offers?.credential) return env;
  const handed = await asking.request(passwordRequest, login).catch(() => undefined);
  const { origin, user, password } = Object(handed) as Record<string, unknown>;
  const isOwn = origin === login.origin && user === login.user && typeof password === "string";
  if (isOwn) secrets.add(password);
  return {
    ...env,
    [variableOf(name, "URL")]: login.origin,
    [variableOf(name, "USER")]: login.user,
    [variableOf(name, "PASSWORD")]: isOwn ? password : undefined,
  };
}

/** Asks the user, unless the same words were agreed to before, here or at a terminal. */
export async function mayRun(
  words: readonly string[],
  engine: string,
  { asking }: Running,
  /** Where the last word runs, if it is SQL. */
  sqlOn?: string,
): Promise<boolean> {
  const agreements = new Agreements(process.env);
  const agreement = runs(words, sqlOn);
  if (agreements.has(agreement)) return true;
  const answer = await asking
    .request(agreeRequest, { engine, words, ...(sqlOn !== undefined && { sqlOn }) })
    .catch(() => undefined);
  if (answer === "no")
    throw new EngineError("You did not agree to the command, so nothing was run.");
  if (answer === "yes") agreements.add(agreement);
  return answer === "yes";
}
