import {
  type Credential,
  type Environment,
  emulatorCredential,
  emulatorToken,
  type NoCredential,
  variablesOf,
} from "../../api/credential.ts";
import type { ShellPart } from "./shells.ts";

/** How a command to copy authenticates. Contains no secret, and only names variables that belong to the origin of the command. */
export interface Placeholder {
  readonly headers: readonly (readonly [name: string, value: readonly ShellPart[]])[];
  /** A variable that the user has to set first. */
  readonly open?: string;
}

const openToken = "API_TOKEN";

/**
 * `found` is the credential that a push there would use. If a push is refused, so is the command, unless the environment
 * variables belong to that origin by definition.
 */
export function placeholderFor(
  origin: string,
  env: Environment,
  found: Credential | NoCredential,
): Placeholder | NoCredential {
  const isRefused = "refusal" in found;
  const variables = (isRefused ? undefined : found.variables) ?? variablesOf(origin, env);
  if (variables && !isRefused && found.kind === "key") {
    const { email, key } = variables;
    return {
      headers: [
        ["X-Auth-Email", [{ variable: email }]],
        ["X-Auth-Key", [{ variable: key }]],
      ],
    };
  }
  if (variables) return bearer({ variable: variables.token });
  if (isRefused) return found;
  if (found.source === emulatorCredential(origin)?.source) return bearer(emulatorToken);
  return { ...bearer({ variable: openToken, own: true }), open: openToken };
}

function bearer(token: ShellPart): Placeholder {
  return { headers: [["Authorization", ["Bearer ", token]]] };
}
