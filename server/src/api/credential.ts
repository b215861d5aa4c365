import {
  type Address,
  isLoopback,
  publicAddress,
  readAddress,
} from "../workspace/config/address.ts";
import type { Secrets } from "./redaction.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export type Secret = { readonly token: string } | { readonly email: string; readonly key: string };

/** A secret and the only origin it may be sent to. It cannot be read, printed or serialized. */
export class Credential {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #hidden: readonly string[];
  readonly kind: "token" | "key";

  /**
   * `source` describes the origin of the secret for messages: the name of a variable, never its value. `variables` lists
   * the environment variables that contain it, if any.
   */
  constructor(
    readonly origin: string,
    readonly source: string,
    secret: Secret,
    readonly variables?: Variables,
  ) {
    this.kind = "token" in secret ? "token" : "key";
    this.#headers =
      "token" in secret
        ? { authorization: `Bearer ${secret.token}` }
        : { "x-auth-email": secret.email, "x-auth-key": secret.key };
    this.#hidden = "token" in secret ? [secret.token] : [secret.email, secret.key];
  }

  /** Undefined for any other origin. */
  headersFor(url: URL): Readonly<Record<string, string>> | undefined {
    return url.origin === this.origin ? this.#headers : undefined;
  }

  hideIn(secrets: Secrets): void {
    for (const it of this.#hidden) secrets.add(it);
  }
}

export interface NoCredential {
  readonly refusal: string;
}

/** The variables that contain a credential. A token takes precedence over a key. */
export interface Variables {
  readonly token: string;
  readonly email: string;
  readonly key: string;
}
const ours: Variables = { token: "WEIR_API_TOKEN", email: "WEIR_AUTH_EMAIL", key: "WEIR_AUTH_KEY" };
const theirs: Variables = {
  token: "CLOUDFLARE_API_TOKEN",
  email: "CLOUDFLARE_EMAIL",
  key: "CLOUDFLARE_API_KEY",
};
const ourBaseUrl = "WEIR_BASE_URL";

/** The prefix of variables for the secrets of pulled jobs. */
export const secretPrefix = "WEIR_SECRET_";

/** Variables of the service and of this program, and what the GitHub Action and its runner pass on. */
const owned = /^(WEIR|CLOUDFLARE|CF|INPUT|ACTIONS|RUNNER)_/i;
/** Of the variables that other tools set in CI, only the credentials: the name of a branch may be part of a name. */
const ofTools =
  /^(GITHUB|GH|GITLAB|CI|BITBUCKET|BUILDKITE|CIRCLE|CIRCLECI|TRAVIS|JENKINS|DRONE|TEAMCITY|SYSTEM|NPM|NODE|YARN|PNPM|GIT|SSH|DOCKER|VSCODE)(_|$).*(TOKEN|SECRET|PASS|CREDENTIAL|AUTH|KEY|JWT)/i;

/** Variables that files may not interpolate: they are only for authentication and never part of a request body. */
export function isCredentialVariable(name: string): boolean {
  if (name.toUpperCase().startsWith(secretPrefix)) return false;
  return owned.test(name) || ofTools.test(name);
}

/** The environment's credential for an origin, or why there is none. */
export function credentialFor(origin: string, env: Environment): Credential | NoCredential {
  const own = readVariables(ours, env);
  const home = own && baseAddress(env);
  // The value is not shown: the variable may contain a secret by accident.
  if (home && "problem" in home) {
    return { refusal: `'${ourBaseUrl}' must be an https URL. Set it again or unset it.` };
  }
  if (own && home?.origin === origin) return toCredential(own, origin);
  const known = origin === publicAddress.origin ? readVariables(theirs, env) : undefined;
  if (known) return toCredential(known, origin);
  return emulatorCredential(origin) ?? { refusal: missingCredential(origin, home?.origin) };
}

/**
 * The variables that belong to an origin, set or not. A generated command for that origin may name no others,
 * because the shell would expand them.
 */
export function variablesOf(origin: string, env: Environment): Variables | undefined {
  const home = baseAddress(env);
  if ("origin" in home && home.origin === origin) return ours;
  return origin === publicAddress.origin ? theirs : undefined;
}

/** The emulator's token is not a secret; any loopback address may receive it. */
export function emulatorCredential(origin: string): Credential | undefined {
  if (!isLoopback(new URL(origin))) return undefined;
  return new Credential(origin, "the emulator's own token", { token: emulatorToken });
}

/** Without an explicit base address, our variables belong to the public host. */
function baseAddress(env: Environment): Address | { readonly problem: string } {
  const written = env[ourBaseUrl]?.trim();
  return written ? readAddress(written) : publicAddress;
}

type CredentialSource =
  | { readonly source: string; readonly secret: Secret; readonly variables: Variables }
  | NoCredential;

function toCredential(found: CredentialSource, origin: string): Credential | NoCredential {
  if ("refusal" in found) return found;
  return new Credential(origin, found.source, found.secret, found.variables);
}

/** Undefined when none of the variables is set. */
function readVariables(names: Variables, env: Environment): CredentialSource | undefined {
  const token = env[names.token]?.trim();
  const email = env[names.email]?.trim();
  const key = env[names.key]?.trim();
  const variables = names;
  if (token) {
    const found = { source: `'${names.token}'`, secret: { token }, variables };
    return validated(found, names.token, token);
  }
  if (!email && !key) return undefined;
  if (!email || !key) {
    const [there, missing] = email ? [names.email, names.key] : [names.key, names.email];
    return { refusal: `'${there}' is set without '${missing}'. Set both.` };
  }
  const source = `'${names.email}' and '${names.key}'`;
  const found = { source, secret: { email, key }, variables };
  const problem = [validated(found, names.email, email), validated(found, names.key, key)];
  return problem.find((it) => "refusal" in it) ?? found;
}

/** Checked in advance, because the runtime's error for an invalid header contains the value. */
function validated(found: CredentialSource, name: string, value: string): CredentialSource {
  if (isSendable(value)) return found;
  return {
    refusal: `'${name}' contains whitespace or invalid characters. Set it again.`,
  };
}

/** The characters that are valid in a header and in a credential. */
export function isSendable(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value);
}

function missingCredential(origin: string, home: string | undefined): string {
  const elsewhere = home === undefined ? "" : ` The one in the environment belongs to '${home}'.`;
  const advice =
    origin === publicAddress.origin
      ? `Set '${ours.token}', or '${ours.email}' and '${ours.key}'.`
      : `If you trust that host, set '${ourBaseUrl}' to its address and '${ours.token}' to a token issued for it.`;
  return `No credential for '${origin}', so nothing was sent.${elsewhere} ${advice}`;
}

/** The emulator's default token. Not a secret, and only sent to loopback addresses. */
export const emulatorToken = "weir-emulator-token";
