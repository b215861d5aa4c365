import { destinationSchemes, maxDestinationCharacters, providerOf } from "../../languages.ts";
import { alternatives } from "../../text/wording.ts";
import { codes, type ErrorItem, type Reply, refuse, refuseAny, success } from "../envelope.ts";
import type { ScopedCall } from "../http/call.ts";
import { Fields, text } from "../shapes.ts";
import { digest } from "../state/ids.ts";
import type { Scope } from "../state/state.ts";

/** Destinations of jobs. The emulator sends nothing, so it only checks their format. */

export const destination = text(maxDestinationCharacters);

/** Why a destination is invalid, or undefined. The value is not repeated, as it may contain a secret. */
export function destinationProblem(written: string): string | undefined {
  const scheme = /^([a-z0-9]+):\/\/[^/?]/.exec(written)?.[1];
  if (scheme === undefined)
    return "'destination_conf' must be a URL, such as 's3://bucket/path?region=eu-central-1'.";
  if (destinationSchemes.includes(scheme)) return undefined;
  return `Unknown destination '${scheme}://'. Use ${alternatives(destinationSchemes)}.`;
}

/** Whether the service requires proof that the caller owns the destination. */
export function hasOwner(written: string): boolean {
  const [, scheme = "", address = "", query = ""] =
    /^([a-z0-9]+):\/\/([^?]*)(.*)/s.exec(written) ?? [];
  const ownership = providerOf(scheme, address)?.ownership;
  if (ownership === "challenge or keys") return !/[?&]access-key-id=/.test(query);
  return ownership === "challenge";
}

/** The token that the service would write to the destination. Specific to one destination of one zone or account. */
export function challengeFor(scope: Scope, written: string): string {
  return digest(`${scope.kind}/${scope.id} ${written}`);
}

export function createChallenge(call: ScopedCall): Reply {
  const written = readDestination(call);
  const problem = destinationProblem(written);
  if (problem !== undefined) refuse(400, codes.wrongShape, problem);
  return success({
    valid: true,
    filename: `ownership-challenge-${challengeFor(call.scope, written).slice(0, 8)}.txt`,
    message: `The emulator does not write to destinations. The file would contain '${challengeFor(call.scope, written)}'.`,
  });
}

export function validateChallenge(call: ScopedCall): Reply {
  const problems: ErrorItem[] = [];
  const fields = new Fields(call.body, "", problems);
  const written = fields.need("destination_conf", destination) ?? "";
  const challenge = fields.need("ownership_challenge", text());
  refuseAny(400, problems);
  return success({ valid: challenge === challengeFor(call.scope, written) });
}

export function validateDestination(call: ScopedCall): Reply {
  const problem = destinationProblem(readDestination(call));
  return success({ valid: problem === undefined, message: problem ?? "" });
}

export function destinationExists(call: ScopedCall): Reply {
  const written = readDestination(call);
  const jobs = [...call.scope.jobs.values()];
  return success({ exists: jobs.some((it) => it.destination_conf === written) });
}

function readDestination(call: ScopedCall): string {
  const problems: ErrorItem[] = [];
  const written = new Fields(call.body, "", problems).need("destination_conf", destination);
  refuseAny(400, problems);
  return written ?? "";
}
