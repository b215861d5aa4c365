import { account_id, all, type Client, rulesPath, zone_id } from "../support/programs/emulator.ts";

const destination_conf = "https://logs.example.com/";
const expression = 'http.host eq "shop.example.com"';
const phase = "http_request_firewall_custom";

/** The resources that exist before each call. */
export interface SdkContext {
  readonly client: Client;
  readonly scope: { readonly zone_id: string } | { readonly account_id: string };
  readonly filter: string;
  readonly spare: string;
  readonly rule: string;
  readonly ruleset: string;
  readonly rulesetRule: string;
  readonly list: string;
  readonly transformer: number;
}

export type SdkCall = (context: SdkContext) => PromiseLike<unknown>;

const jobCalls: Readonly<Record<string, SdkCall>> = {
  "GET /logpush/jobs": ({ client, scope }) => all(client.logpush.jobs.list(scope)),
  "POST /logpush/jobs": ({ client, scope }) =>
    client.logpush.jobs.create({ ...scope, destination_conf }),
  "GET /logpush/jobs/:job": ({ client, scope }) => client.logpush.jobs.get(1, scope),
  "PUT /logpush/jobs/:job": ({ client, scope }) =>
    client.logpush.jobs.update(1, { ...scope, enabled: true }),
  "DELETE /logpush/jobs/:job": ({ client, scope }) => client.logpush.jobs.delete(1, scope),
  "GET /logpush/datasets/:dataset/jobs": ({ client, scope }) =>
    all(client.logpush.datasets.jobs.get("http_requests", scope)),
  "POST /logpush/ownership": ({ client, scope }) =>
    client.logpush.ownership.create({ ...scope, destination_conf }),
  "POST /logpush/ownership/validate": ({ client, scope }) =>
    client.logpush.ownership.validate({ ...scope, destination_conf, ownership_challenge: "0" }),
  "POST /logpush/validate/destination": ({ client, scope }) =>
    client.logpush.validate.destination({ ...scope, destination_conf }),
  "POST /logpush/validate/destination/exists": ({ client, scope }) =>
    client.logpush.validate.destinationExists({ ...scope, destination_conf }),
};

const statement = "SELECT COUNT(*) AS n FROM audit_logs WHERE date >= '2026-01-01'";
const zoneStatement = statement.replace("audit_logs", "http_requests");

const explorerCalls: Readonly<Record<string, SdkCall>> = {
  "GET /logs/explorer/datasets": ({ client, scope }) =>
    all(client.logs.logExplorer.datasets.list(scope)),
  "GET /logs/explorer/datasets/available": ({ client, scope }) =>
    all(client.logs.logExplorer.datasets.available.list(scope)),
  "GET /logs/explorer/query/sql": ({ client, scope }) => {
    const path = "zone_id" in scope ? `/zones/${zone_id}` : `/accounts/${account_id}`;
    const query = "zone_id" in scope ? zoneStatement : statement;
    return client.get(`${path}/logs/explorer/query/sql`, { query: { query } });
  },
  "POST /logs/explorer/query/sql": ({ client, scope }) => {
    const text = "zone_id" in scope ? zoneStatement : statement;
    return all(client.logs.logExplorer.query.sql(new File([text], "query.sql"), scope));
  },
};

const zoneCalls: Readonly<Record<string, SdkCall>> = {
  "GET ": ({ client }) => client.zones.get({ zone_id }),
  "GET /logs/received": ({ client }) => {
    const end = new Date(Date.now() - 300_000).toISOString();
    const start = new Date(Date.now() - 600_000).toISOString();
    return client.logs.received.get({ zone_id, start, end, fields: "RayID,EdgeResponseStatus" });
  },
  "GET /filters": ({ client }) => all(client.filters.list({ zone_id })),
  "POST /filters": ({ client }) => client.filters.create({ zone_id, body: [{ expression }] }),
  "PUT /filters": ({ client, filter }) =>
    all(client.filters.bulkUpdate({ zone_id, body: [{ id: filter, expression } as object] })),
  "DELETE /filters": ({ client, spare }) => client.filters.bulkDelete({ zone_id, id: [spare] }),
  "GET /filters/:filter": ({ client, filter }) => client.filters.get(filter, { zone_id }),
  "PUT /filters/:filter": ({ client, filter }) =>
    client.filters.update(filter, { zone_id, expression }),
  "DELETE /filters/:filter": ({ client, spare }) => client.filters.delete(spare, { zone_id }),
  "GET /firewall/rules": ({ client }) => all(client.firewall.rules.list({ zone_id })),
  // The client's own methods send another format of the action, or no body, so its generic methods are used.
  "POST /firewall/rules": ({ client, filter }) =>
    client.post(rulesPath(), { body: [{ action: "log", filter: { id: filter } }] }),
  "PUT /firewall/rules": ({ client, filter, rule }) =>
    client.put(rulesPath(), { body: [{ id: rule, action: "log", filter: { id: filter } }] }),
  "PATCH /firewall/rules": ({ client, rule }) =>
    client.patch(rulesPath(), { body: [{ id: rule, priority: 1 }] }),
  "DELETE /firewall/rules": ({ client, rule }) =>
    client.firewall.rules.bulkDelete({ zone_id }, { query: { id: [rule] } }),
  "GET /firewall/rules/:rule": ({ client, rule }) => client.firewall.rules.get(rule, { zone_id }),
  "PUT /firewall/rules/:rule": ({ client, filter, rule }) =>
    client.put(rulesPath(`/${rule}`), {
      body: { id: rule, action: "log", filter: { id: filter } },
    }),
  "PATCH /firewall/rules/:rule": ({ client, rule }) =>
    client.patch(rulesPath(`/${rule}`), { body: { priority: 1 } }),
  "DELETE /firewall/rules/:rule": ({ client, rule }) =>
    client.firewall.rules.delete(rule, { zone_id }),
  "GET /url_normalization": ({ client }) => client.urlNormalization.get({ zone_id }),
  "PUT /url_normalization": ({ client }) =>
    client.urlNormalization.update({ zone_id, type: "cloudflare", scope: "both" }),
};

const rulesetCalls: Readonly<Record<string, SdkCall>> = {
  "GET /rulesets": ({ client, scope }) => all(client.rulesets.list(scope)),
  "POST /rulesets": async ({ client, scope, ruleset }) => {
    await client.rulesets.delete(ruleset, scope);
    return client.rulesets.create({
      ...scope,
      kind: "zone_id" in scope ? "zone" : "root",
      name: "default",
      phase,
      rules: [],
    });
  },
  "GET /rulesets/phases/:phase/entrypoint": ({ client, scope }) =>
    client.rulesets.phases.get(phase, scope),
  "PUT /rulesets/phases/:phase/entrypoint": ({ client, scope }) =>
    client.rulesets.phases.update(phase, { ...scope, rules: [{ action: "block", expression }] }),
  "GET /rulesets/:ruleset": ({ client, scope, ruleset }) => client.rulesets.get(ruleset, scope),
  "PUT /rulesets/:ruleset": ({ client, scope, ruleset }) =>
    client.rulesets.update(ruleset, { ...scope, rules: [] }),
  "DELETE /rulesets/:ruleset": ({ client, scope, ruleset }) =>
    client.rulesets.delete(ruleset, scope),
  "POST /rulesets/:ruleset/rules": ({ client, scope, ruleset }) =>
    client.rulesets.rules.create(ruleset, { ...scope, action: "block", expression }),
  "PATCH /rulesets/:ruleset/rules/:rule": ({ client, scope, ruleset, rulesetRule }) =>
    client.rulesets.rules.edit(rulesetRule, {
      ...scope,
      ruleset_id: ruleset,
      action: "log",
      expression,
    }),
  "DELETE /rulesets/:ruleset/rules/:rule": ({ client, scope, ruleset, rulesetRule }) =>
    client.rulesets.rules.delete(rulesetRule, { ...scope, ruleset_id: ruleset }),
};

const listCalls: Readonly<Record<string, SdkCall>> = {
  "GET /rules/lists": ({ client }) => all(client.rules.lists.list({ account_id })),
  "POST /rules/lists": ({ client }) =>
    client.rules.lists.create({ account_id, kind: "ip", name: "other" }),
  "GET /rules/lists/:list": ({ client, list }) => client.rules.lists.get(list, { account_id }),
  "GET /rules/lists/:list/items": ({ client, list }) =>
    all(client.rules.lists.items.list(list, { account_id })),
  "PUT /rules/lists/:list/items": ({ client, list }) =>
    client.rules.lists.items.update(list, { account_id, body: [{ ip: "192.0.2.1" }] }),
};

const transformer = { account_id, name: "a", code: "SELECT ClientIP FROM http_requests" };

const transformerCalls: Readonly<Record<string, SdkCall>> = {
  "GET /logpush/transformers": ({ client }) =>
    all(client.logpush.transformers.list({ account_id })),
  "POST /logpush/transformers": ({ client }) => client.logpush.transformers.create(transformer),
  "POST /logpush/transformers/preview": ({ client }) =>
    all(client.logpush.transformers.preview({ account_id, sql: transformer.code, input: {} })),
  "GET /logpush/transformers/:transformer": ({ client, transformer }) =>
    client.logpush.transformers.get(transformer, { account_id }),
  "PUT /logpush/transformers/:transformer": ({ client, transformer }) =>
    client.logpush.transformers.update(transformer, { account_id, name: "b" }),
  "DELETE /logpush/transformers/:transformer": ({ client, transformer }) =>
    client.logpush.transformers.delete(transformer, { account_id }),
  "GET /logpush/transformers/:transformer/content": ({ client, transformer }) =>
    client.logpush.transformers.content.get(transformer, { account_id }),
  "GET /logpush/transformers/:transformer/versions": ({ client, transformer }) =>
    all(client.logpush.transformers.versions.list(transformer, { account_id })),
};

/** Every call of the emulator, with the official client's own method where possible. */
export const calls: Readonly<Record<string, SdkCall>> = {
  "GET /user": ({ client }) => client.user.get(),
  "GET /user/tokens/verify": ({ client }) => client.user.tokens.verify(),
  "GET /zones": ({ client }) => all(client.zones.list()),
  "GET /accounts": ({ client }) => all(client.accounts.list()),
  "GET /accounts/:scope": ({ client }) => client.accounts.get({ account_id }),
  "POST /accounts/:scope/request-tracer/trace": ({ client }) =>
    client.requestTracers.traces.create({
      account_id,
      method: "GET",
      url: "https://shop.example.com/",
      context: { bot_score: 1, geoloc: { iso_code: "AT" } },
    }),
  // The client has no method for these two.
  "GET /filters/validate-expr": ({ client }) =>
    client.get("/filters/validate-expr", { query: { expression } }),
  "POST /filters/validate-expr": ({ client }) =>
    client.post("/filters/validate-expr", { body: { expression } }),
  ...under("/zones/:scope", { ...jobCalls, ...explorerCalls, ...zoneCalls, ...rulesetCalls }),
  ...under("/accounts/:scope", {
    ...jobCalls,
    ...explorerCalls,
    ...rulesetCalls,
    ...listCalls,
    ...transformerCalls,
  }),
};

function under(path: string, rows: Readonly<Record<string, SdkCall>>): Record<string, SdkCall> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, call]) => [name.replace(" ", ` ${path}`), call]),
  );
}

export async function prepared(client: Client, route: string): Promise<SdkContext> {
  const scope = route.includes("/accounts/") ? { account_id } : { zone_id };
  await client.logpush.jobs.create({ ...scope, destination_conf });
  const body = [{ expression }, { expression: "ssl" }];
  const [filter, spare] = await all(client.filters.create({ zone_id, body }));
  const { result } = await client.post(rulesPath(), {
    body: [{ action: "block", filter: { id: filter?.id } }],
  });
  const rules = [{ action: "block", expression }] as const;
  const put = client.rulesets.phases.update(phase, { ...scope, rules: [...rules] });
  const list = await client.rules.lists.create({ account_id, kind: "ip", name: "office" });
  const created = await client.logpush.transformers.create(transformer);
  const ruleset = (await put) as { id: string; rules: { id: string }[] };
  return {
    client,
    scope,
    filter: filter?.id ?? "",
    spare: spare?.id ?? "",
    rule: result[0]?.id ?? "",
    ruleset: ruleset.id,
    rulesetRule: ruleset.rules[0]?.id ?? "",
    list: list.id,
    transformer: created.id ?? 0,
  };
}
