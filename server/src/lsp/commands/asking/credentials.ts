import {
  Credential,
  emulatorCredential,
  isSendable,
  type Secret,
} from "../../../api/credential.ts";
import { credentialRequest } from "../../protocol.ts";
import type { Asking } from "./asking.ts";

type ClientCredential = Credential | { readonly refusal: string };

/** The credential for an origin that the client has stored, or is about to. One for another origin is not used. */
export async function handedCredential(origin: string, ask: Asking): Promise<ClientCredential> {
  let answer: unknown;
  try {
    answer = await ask.request(credentialRequest, { origin });
  } catch {
    return { refusal: `The editor did not provide a credential for '${origin}'.` };
  }
  if (answer === null || answer === undefined)
    return emulatorCredential(origin) ?? { refusal: notSignedIn(origin) };
  const handed = readHanded(answer);
  if (!handed) return { refusal: `The editor sent an invalid credential for '${origin}'.` };
  if (handed.origin !== origin) {
    return {
      refusal: `The editor sent a credential for '${handed.origin}' instead of '${origin}'. It was not used.`,
    };
  }
  return new Credential(origin, "the editor's credential", handed.secret);
}

function notSignedIn(origin: string): string {
  return `Not signed in to '${origin}'. Sign in first.`;
}

function readHanded(answer: unknown): { origin: string; secret: Secret } | undefined {
  const { origin, token, email, key } = Object(answer) as Record<string, unknown>;
  if (typeof origin !== "string") return undefined;
  if (isSecret(token)) return { origin, secret: { token } };
  return isSecret(email) && isSecret(key) ? { origin, secret: { email, key } } : undefined;
}

function isSecret(value: unknown): value is string {
  return typeof value === "string" && isSendable(value);
}
