import type { SyntaxProblem } from "../../json/syntax/problems.ts";
import { type JsonObject, propertyOf } from "../../json/syntax/tree.ts";
import type { RulesTarget } from "../../languages.ts";
import { shorten } from "../../text/shorten.ts";
import { type Address, isLoopback, publicAddress, readAddress } from "./address.ts";

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

/** The API that a profile uses for rules by default. Only the emulator still supports firewall rules. */
export function usualTarget({ origin }: Address): RulesTarget {
  return isLoopback(new URL(origin)) ? "firewall-rules" : "rulesets";
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

/**
 * The bad ports of the Fetch Standard: services such as mail servers could misinterpret an HTTP request. Every compliant client
 * refuses them, including ours.
 */
const blocked: ReadonlySet<string> = new Set(
  [
    "1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123",
    "135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993",
    "995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080",
  ].flatMap((it) => it.split(" ")),
);

/** Why the port of an origin cannot be used. */
function portProblem(origin: string): string | undefined {
  const { port } = new URL(origin);
  if (!blocked.has(port)) return undefined;
  return `Port ${port} is blocked for HTTP clients. Use another port.`;
}
