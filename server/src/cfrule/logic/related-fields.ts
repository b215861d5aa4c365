import { eachChild } from "../syntax/children.ts";
import type { Expression, Field, Node } from "../syntax/tree.ts";

/** Fields that are derived from others, with those others. */
const families: readonly (readonly [made: readonly string[], of: readonly string[]])[] = [
  [
    ["http.request.full_uri", "http.request.uri", "http.request.uri.path.extension"],
    ["http.host", "ssl", "http.request.uri.path", "http.request.uri.query"],
  ],
  [
    ["raw.http.request.full_uri", "raw.http.request.uri"],
    ["raw.http.request.uri.path", "raw.http.request.uri.query"],
  ],
  [["ip.src.continent", "ip.src.is_in_european_union"], ["ip.src.country"]],
  [["cf.bot_management.verified_bot"], ["cf.client.bot"]],
  [["cf.waf.score.class"], ["cf.waf.score"]],
  [
    ["cf.tls_client_auth.cert_revoked", "cf.tls_client_auth.cert_verified"],
    ["cf.tls_client_auth.cert_presented"],
  ],
];

/** Maps each field to the name of its family: related fields of a rule have the same name. */
export function familiesIn(names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [made, of] of families) {
    const [first] = made.filter((it) => names.has(it));
    if (first === undefined) continue;
    for (const name of [...made, ...of]) found.set(name, first);
  }
  return found;
}

/** The fields of a node, by their current names. */
export function fieldsIn(node: Expression): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (it: Node): void => {
    if (it.kind === "field") names.add(currentName(it));
    // Sets have no fields, but may have thousands of values.
    else if (it.kind !== "set") eachChild(it, visit);
  };
  visit(node);
  return names;
}

export function currentName({ name, definition }: Field): string {
  const current = definition?.deprecated;
  return typeof current === "string" ? current : name;
}
