import { expect, test } from "vitest";
import { configurationIn, defaultContext, hostOfPath } from "../../../server/src/languages.ts";
import { rulesetsOf, traceOf } from "../../trace/support.ts";
import { memoryFiles } from "../terraform/memory-files.ts";

/** The spellings of tools for a block that is not there, in the order of the spellings below. */
const json = ["", "null", "[]", "{}", "[{}]", '[{ "a": null, "b": "", "c": [] }]'];
const yaml = ["", "null", "~", "[]", "{}", ""];

const rule = (more: string) =>
  `{ "ref": "a", "action": "block", "expression": "http.host eq \\"a.example\\""${more} },
   { "ref": "b", "action": "log", "expression": "http.host eq \\"a.example\\"" }`;
const jsonBody = (more: string) =>
  `{ "phase": "http_request_firewall_custom", "kind": "zone", "rules": [${rule(more)}] }`;
const plan = (more: string) =>
  `{ "format_version": "1.2", "resource_changes": [{ "address": "cloudflare_ruleset.waf", "mode": "managed", "type": "cloudflare_ruleset",
   "change": { "actions": ["update"], "before": ${jsonBody(more)}, "after": ${jsonBody(more)} } }] }`;
const hcl = (more: string) => `variable "on" { default = [] }
resource "cloudflare_ruleset" "waf" {
  phase = "http_request_firewall_custom"
  kind = "zone"
  rules {
    ref = "a"
    action = "block"
    expression = "http.host eq \\"a.example\\""
    ${more}
  }
  rules {
    ref = "b"
    action = "log"
    expression = "http.host eq \\"a.example\\""
  }
}`;
const octorules = (more: string) => `waf_custom_rules:
  - ref: a
    action: block
    expression: 'http.host eq "a.example"'
${more}
  - ref: b
    action: log
    expression: 'http.host eq "a.example"'
`;

const blocks = ["ratelimit", "exposed_credential_check", "action_parameters"];
const inJson = (name: string) => json.map((it) => (it === "" ? "" : `, "${name}": ${it}`));
const inHcl = (name: string) => [
  "",
  ...["null", "[]", "{}", "[{}]"].map((it) => `${name} = ${it}`),
  `${name} {}`,
  ...["[]", "{}", "toset([])", "false ? [1] : []", "[for it in [] : it]"].map(
    (it) => `dynamic "${name}" {\n for_each = ${it}\n content {\n period = 10\n }\n }`,
  ),
];
const inYaml = (name: string) => yaml.map((it, at) => (at === 0 ? "" : `    ${name}: ${it}`));

const cases = blocks.flatMap((name) => [
  ...inJson(name).flatMap((it) => [
    ["a.json", jsonBody(it)] as const,
    ["plan.json", plan(it)] as const,
    ["a.tf.json", `{ "resource": { "cloudflare_ruleset": { "waf": ${jsonBody(it)} } } }`] as const,
    ["a.yaml", `rulesets: [${jsonBody(it)}]`] as const,
  ]),
  ...inHcl(name).map((it) => ["a.tf", hcl(it)] as const),
  ...inYaml(name).map((it) => ["a.yaml", octorules(it)] as const),
]);

function read(path: string, text: string) {
  const terraform = { path: `/w/${path}`, files: memoryFiles({ [path]: text }), shown: String };
  return configurationIn(text, path, "after", path.includes(".tf") ? terraform : undefined);
}

test.each(cases)("an empty block is no block: %s %s", (path, text) => {
  const found = read(path, text);
  const [first] = found.rulesets[0]?.rules ?? [];
  expect(first).toMatchObject({
    ref: "a",
    parameters: {},
    credentialCheck: undefined,
    enabled: true,
  });
  expect(first?.ratelimit).toBeUndefined();
  expect(traceOf(found, "GET https://a.example/").outcome).toMatchObject({
    kind: "block",
    by: "a",
  });
  // Rulesets in YAML are read, and not checked.
  if (text.startsWith("rulesets:")) return;
  const files = memoryFiles({ [path]: text });
  const context = {
    ...defaultContext,
    ...(path.includes(".tf") && { terraform: { path: `/w/${path}`, files } }),
  };
  const codes = hostOfPath(path)?.analyze(text, context).diagnostics() ?? [];
  expect(codes.map((it) => it.code)).toContain("unreachable-rule");
});

/** The second spelling of each pair is what version 4 of the provider writes into a plan. */
const shapes: readonly (readonly [phase: string, action: string, is: object, was: object])[] = [
  [
    "http_request_firewall_custom",
    "block",
    { response: { status_code: 418, content: "no", content_type: "text/plain" } },
    {
      response: [{ status_code: 418, content: "no", content_type: "text/plain" }],
      uri: [],
      headers: [],
      overrides: [],
      from_value: [],
      increment: 0,
      ruleset: "",
      phases: [],
      rules: {},
    },
  ],
  ["http_request_firewall_custom", "block", {}, { response: [{ status_code: 0, content: "" }] }],
  [
    "http_request_transform",
    "rewrite",
    { uri: { path: { value: "/x" }, query: { value: "" } } },
    {
      uri: [{ path: [{ value: "/x", expression: "" }], query: [{ value: "", expression: "" }] }],
      headers: [],
    },
  ],
  [
    "http_request_transform",
    "rewrite",
    { uri: { path: { expression: 'concat("/x", "y")' } } },
    { uri: [{ path: [{ value: "", expression: 'concat("/x", "y")' }], query: [] }] },
  ],
  [
    "http_request_late_transform",
    "rewrite",
    { headers: { a: { operation: "set", value: "1" }, b: { operation: "remove" } } },
    {
      headers: [
        { name: "a", operation: "set", value: "1", expression: "" },
        { name: "b", operation: "remove", value: "", expression: "" },
      ],
      uri: [],
    },
  ],
  [
    "http_request_dynamic_redirect",
    "redirect",
    { from_value: { status_code: 302, target_url: { value: "https://b.example/" } } },
    {
      from_list: [],
      from_value: [
        { status_code: 302, target_url: [{ value: "https://b.example/", expression: "" }] },
      ],
    },
  ],
  [
    "http_request_dynamic_redirect",
    "redirect",
    { from_value: { target_url: { value: "https://b.example/" } } },
    { from_value: [{ status_code: 0, target_url: [{ value: "https://b.example/" }] }] },
  ],
  [
    "http_request_cache_settings",
    "set_cache_settings",
    { cache: true, edge_ttl: { mode: "override_origin", default: 0 } },
    {
      cache: true,
      edge_ttl: [{ mode: "override_origin", default: 0, status_code_ttl: [] }],
      browser_ttl: [],
      cache_key: [],
    },
  ],
  [
    "http_request_origin",
    "route",
    { host_header: "o.example", origin: { port: 8443 } },
    { host_header: "o.example", origin: [{ host: "", port: 8443 }], sni: [] },
  ],
  [
    "http_request_firewall_managed",
    "execute",
    { id: "m", overrides: { rules: [{ id: "r", enabled: false }] } },
    {
      id: "m",
      version: "",
      matched_data: [],
      overrides: [
        {
          action: "",
          categories: [],
          enabled: null,
          rules: [{ id: "r", action: "", status: "disabled", score_threshold: 0 }],
        },
      ],
    },
  ],
  [
    "http_log_custom_fields",
    "log_custom_field",
    { cookie_fields: [{ name: "a" }] },
    { cookie_fields: ["a"], request_fields: [] },
  ],
];

test.each(shapes)("%s %s of version 4 reads like version 5: %j", (phase, action, is, was) => {
  const body = (parameters: object) => ({
    phase,
    kind: "zone",
    rules: [
      {
        ref: "a",
        action,
        expression: "true",
        action_parameters: parameters,
      },
    ],
  });
  const version4 = { ...body({}).rules[0], action_parameters: [was], ratelimit: [] };
  const [one, other] = [rulesetsOf(body(is)), rulesetsOf({ ...body({}), rules: [version4] })];
  const plain = (it: typeof one) => it.rulesets[0]?.rules.map(({ place: _, ...rest }) => rest);
  expect(plain(other)).toEqual(plain(one));
});

test.each([
  ["ratelimit", '"ratelimit": { "period": 10 }'],
  ["ratelimit", '"ratelimit": [{ "period": 10, "counting_expression": "" }]'],
])("a block with settings stays: %s", (_, more) => {
  const [first] = read("a.json", jsonBody(`, ${more}`)).rulesets[0]?.rules ?? [];
  expect(first?.ratelimit).toEqual({ period: 10 });
});

test("a block that other values make may be there", () => {
  const text = hcl('dynamic "ratelimit" {\n for_each = var.on\n content {\n period = 10\n }\n }');
  const [first] = read("a.tf", text).rulesets[0]?.rules ?? [];
  expect(first).toMatchObject({ defaults: ["var.on"] });
  const terraform = { path: "/w/a.tf", files: memoryFiles({ "a.tf": text }) };
  const found = hostOfPath("a.tf")?.analyze(text, { ...defaultContext, terraform });
  expect(found?.diagnostics().map((it) => it.code)).not.toContain("unreachable-rule");
});

test.each(["ratelimit", "exposed_credential_check"])(
  "whether a rule has '%s' is not known: the request may be blocked",
  (name) => {
    const block = `dynamic "${name}" {\n for_each = var.unknown\n content {\n period = 10\n }\n }`;
    const read = configurationIn(`variable "unknown" {}\n${hcl(block)}`, "main.tf");
    const traced = traceOf(read, "GET https://a.example/");
    expect(traced.outcome).toMatchObject({ kind: "unknown" });
    expect(traced.outcome.assuming).toBeUndefined();
  },
);
