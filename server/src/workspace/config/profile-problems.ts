import type { SyntaxProblem } from "../../json/syntax/problems.ts";
import { type JsonObject, propertyOf } from "../../json/syntax/tree.ts";
import type { RulesTarget } from "../../languages.ts";
import { shorten } from "../../text/shorten.ts";
import { type Address, publicAddress, readAddress } from "./address.ts";
import { portProblem } from "./blocked-ports.ts";

/** The address of a profile; `api.cloudflare.com` by default. */
export function profileAddress(
  baseUrl: string | undefined,
): Address | { readonly problem: string } {
  if (baseUrl === undefined) return publicAddress;
  const address = readAddress(baseUrl);
  if ("problem" in address) return address;
  const problem = portProblem(address.origin);
  return problem === undefined ? address : { problem };
}

/** The API that a profile uses for rules by default: the public host no longer supports firewall rules. */
export function usualTarget({ origin }: Address): RulesTarget {
  return origin === publicAddress.origin ? "rulesets" : "firewall-rules";
}

/** Problems that make single profiles unusable. */
export function profileProblems(root: JsonObject): SyntaxProblem[] {
  const profiles = propertyOf(root, "profiles")?.value;
  if (profiles?.kind !== "object") return [];
  return profiles.properties.flatMap(({ name, value }) =>
    value?.kind === "object" ? [...addressProblem(value), ...scopeProblem(name, value)] : [],
  );
}

function addressProblem(profile: JsonObject): SyntaxProblem[] {
  const written = propertyOf(profile, "baseUrl")?.value;
  if (written?.kind !== "string") return [];
  const address = profileAddress(written.value);
  if (!("problem" in address)) return [];
  const { start, end } = written;
  return [{ start, end, message: address.problem, fixes: [] }];
}

/** Rules belong to zones, and jobs to zones or accounts. */
function scopeProblem(
  { start, end, value }: JsonObject["properties"][number]["name"],
  profile: JsonObject,
): SyntaxProblem[] {
  if (propertyOf(profile, "zone") || propertyOf(profile, "account")) return [];
  const message = `Profile ${shorten(value)} has neither a zone nor an account. Add "zone", "account" or both.`;
  return [{ start, end, message, fixes: [] }];
}
