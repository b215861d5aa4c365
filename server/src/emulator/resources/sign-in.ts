import { codes, type Reply, refuse, success } from "../envelope.ts";
import type { Call, ScopedCall } from "../http/call.ts";
import { matches, page } from "../http/paging.ts";
import { digest } from "../state/ids.ts";
import { type Scope, type State, scopeAt } from "../state/state.ts";

/** The calls for signing in: the user, the validity of the token, the zones. */

/** The creation date of all emulated zones. */
const createdOn = "2024-01-01T00:00:00.000000Z";

export function getUser(call: Call): Reply {
  return success({
    id: digest(call.email),
    email: call.email,
    first_name: null,
    last_name: null,
    suspended: false,
    two_factor_authentication_enabled: false,
    organizations: [],
  });
}

export function verifyToken(call: Call): Reply {
  if (call.by !== "token")
    refuse(400, codes.noCredentials, "Missing token. Send it in 'Authorization'.");
  return success({ id: digest(`token of ${call.email}`), status: "active" });
}

export function listZones(call: Call): Reply {
  const { query } = call;
  const account = query.get("account.id");
  const zones = [...call.state.scopes.values()]
    .filter((it) => it.kind === "zones" && (account === null || it.account === account))
    .map((it) => shown(it, call.state))
    .filter((it) => matches(it, query, { parts: [], exact: ["name", "status"] }));
  return page(zones, query, { default: 20, min: 5, max: 50 });
}

export function listAccounts(call: Call): Reply {
  const accounts = [...call.state.scopes.values()]
    .filter((it) => it.kind === "accounts")
    .map(shownAccount)
    .filter((it) => matches(it, call.query, { parts: ["name"], exact: [] }));
  return page(accounts, call.query, { default: 20, min: 5, max: 50 });
}

export function getAccount(call: ScopedCall): Reply {
  return success(shownAccount(call.scope));
}

export function getZone(call: ScopedCall): Reply {
  return success(shown(call.scope, call.state));
}

function shownAccount({ id, name }: Scope): object {
  return { id, name, type: "standard", created_on: createdOn };
}

function shown(zone: Scope, state: State): object {
  const account = { id: zone.account, name: scopeAt(state, "accounts", zone.account)?.name ?? "" };
  return {
    id: zone.id,
    name: zone.name,
    status: "active",
    paused: false,
    type: "full",
    development_mode: 0,
    name_servers: ["ns1.example.com", "ns2.example.com"],
    original_name_servers: null,
    original_registrar: null,
    original_dnshost: null,
    created_on: createdOn,
    modified_on: createdOn,
    activated_on: createdOn,
    account,
    owner: { id: account.id, name: account.name, type: "organization" },
    meta: {},
    permissions: ["#logs:edit", "#logs:read", "#waf:edit", "#waf:read", "#zone:read"],
    plan: { id: "enterprise", name: "Enterprise Website", legacy_id: "enterprise" },
  };
}
