/** The locations of expressions in settings of the service. Terraform, JSON bodies and YAML files use the same names. */

type Role = "rule" | "value";

/** A map, because names in files may be `constructor` or another property of every object. */
function mapOf<Value>(rows: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(rows));
}

/** A trie of paths, so that a rule is searched in one pass. */
export interface Branch {
  /** Set if there is a text at this path. */
  readonly role?: Role;
  /** The path from the rule, or from the root if there is no list of rules. */
  readonly path: string;
  readonly children: Map<string, Branch>;
}

export interface ResourceShape {
  /** The list that contains the rules, if any. */
  readonly list?: string;
  readonly texts: Branch;
  /** Set if the actions are actions of rules. Other lists have unknown actions. */
  readonly hasActions?: true;
}

/** `*` matches any name. */
function texts(paths: Readonly<Record<string, Role>>): Branch {
  const root: Branch = { path: "", children: new Map() };
  for (const [path, role] of Object.entries(paths)) {
    let branch = root;
    const names = path.split(".");
    for (const [index, name] of names.entries()) {
      const here = names.slice(0, index + 1).join(".");
      const known = branch.children.get(name);
      const next = known ?? { path: here, children: new Map(), ...(here === path ? { role } : {}) };
      branch.children.set(name, next);
      branch = next;
    }
  }
  return root;
}

/** Version 4 of the provider uses blocks `headers { name = … }`, version 5 objects by name. */
export const ruleSet: ResourceShape = {
  list: "rules",
  hasActions: true,
  texts: texts({
    expression: "rule",
    "ratelimit.counting_expression": "rule",
    "action_parameters.expression": "value",
    "action_parameters.uri.path.expression": "value",
    "action_parameters.uri.query.expression": "value",
    "action_parameters.headers.expression": "value",
    "action_parameters.headers.*.expression": "value",
    "action_parameters.from_value.target_url.expression": "value",
    "action_parameters.from_list.key": "value",
    "exposed_credential_check.username_expression": "value",
    "exposed_credential_check.password_expression": "value",
  }),
};

const oneExpression: ResourceShape = { texts: texts({ expression: "rule" }) };
const rulesWithExpression: ResourceShape = { ...oneExpression, list: "rules" };

/** The provider's resources that contain rules. Expressions of other resources use unknown fields. */
export const resources: ReadonlyMap<string, ResourceShape> = mapOf({
  cloudflare_ruleset: ruleSet,
  // The body is the list of filters that version 5 creates.
  cloudflare_filter: { texts: texts({ expression: "rule", "body.expression": "rule" }) },
  cloudflare_firewall_rule: { texts: texts({ "filter.expression": "rule" }), hasActions: true },
  cloudflare_waiting_room_rules: rulesWithExpression,
  cloudflare_snippet_rules: rulesWithExpression,
  cloudflare_cloud_connector_rules: rulesWithExpression,
  cloudflare_page_shield_policy: oneExpression,
  cloudflare_token_validation_rules: oneExpression,
  cloudflare_load_balancer: { list: "rules", texts: texts({ condition: "rule" }) },
});

export const jobResource = "cloudflare_logpush_job";

/** A list that rules may name. */
export const listResource = "cloudflare_list";

/** Resources that rules depend on, without texts of ours. */
export const zoneResources: ReadonlySet<string> = new Set([
  "cloudflare_zone",
  "cloudflare_url_normalization_settings",
]);

/** The properties of a job, in the provider's spelling. Others, such as `count`, belong to Terraform. */
export const jobProperties: ReadonlySet<string> = new Set([
  "dataset",
  "destination_conf",
  "enabled",
  "filter",
  "frequency",
  "kind",
  "logpull_options",
  "max_upload_bytes",
  "max_upload_interval_seconds",
  "max_upload_records",
  "name",
  "output_options",
  "ownership_challenge",
  "transformer_id",
]);

/** Job properties that are spelled differently. */
export const jobSpellings: ReadonlyMap<string, string> = mapOf({
  cve_2021_44228: "CVE-2021-44228",
  cve20214428: "CVE-2021-44228",
});

/** The keys of an octorules file, and the phase of each. */
export const octorulesPhases: ReadonlyMap<string, string> = mapOf({
  redirect_rules: "http_request_dynamic_redirect",
  url_rewrite_rules: "http_request_transform",
  request_header_rules: "http_request_late_transform",
  response_header_rules: "http_response_headers_transform",
  config_rules: "http_config_settings",
  origin_rules: "http_request_origin",
  cache_rules: "http_request_cache_settings",
  compression_rules: "http_response_compression",
  custom_error_rules: "http_custom_errors",
  waf_custom_rules: "http_request_firewall_custom",
  waf_managed_rules: "http_request_firewall_managed",
  rate_limiting_rules: "http_ratelimit",
  bot_fight_rules: "http_request_sbfm",
  sensitive_data_detection: "http_response_firewall_managed",
  http_ddos_rules: "ddos_l7",
  bulk_redirect_rules: "http_request_redirect",
  log_custom_fields: "http_log_custom_fields",
  network_ddos_rules: "ddos_l4",
  network_firewall_rules: "magic_transit",
  network_firewall_managed: "magic_transit_managed",
  network_firewall_ratelimit: "magic_transit_ratelimit",
  network_firewall_ids: "magic_transit_ids_managed",
  url_normalization: "http_request_sanitize",
});
