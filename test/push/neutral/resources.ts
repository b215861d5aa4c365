import fc from "fast-check";
import type { Job } from "../../../server/src/emulator/state/state.ts";
import { jobProperties, ruleActions, ruleProducts } from "../../../server/src/languages.ts";
import type { Harness } from "../harness.ts";

/** Random resources, as a service may have them. */

/** Texts that are hard to write: line ends, quotes, escapes, comments, directives, variables. */
export const anyText = fc
  .string({
    unit: fc.oneof(
      { arbitrary: fc.constantFrom(..."abc 012"), weight: 6 },
      fc.constantFrom(
        "\t",
        "\n",
        "\r\n",
        '"',
        "\\",
        "'",
        "#",
        "@",
        "//",
        "{",
        "}",
        ":",
        "=",
        "\\n",
      ),
      fc.constantFrom("é", "日", "😀", "\u2028", "\u0085", "\u00a0", "\ufeff", "\u0000", "\ud800"),
      fc.constantFrom(`\${env:HOME}`, `$\${env:X}`, "{{.RayID}}", "# @action log", "*/"),
    ),
    minLength: 1,
    maxLength: 12,
  })
  .map((it) => it.slice(0, 300));

const expressions = [
  "ssl",
  '(http.host eq "a.example")',
  'http.request.uri.path contains "/admin" and not cf.client.bot',
  '(ip.src in {192.0.2.0/24 2001:db8::/32} and http.user_agent contains "#") or ssl',
  'http.request.uri.path matches r#"^/a"b$"#',
  'any(http.request.headers["x"][*] contains "a\\"b")',
  'http.host eq "a"\nand\n  ssl',
];
const expression = fc.constantFrom(...expressions);
const maybe = <Value>(it: fc.Arbitrary<Value>) => fc.option(it, { nil: undefined });

const filters = [
  '{"where":{"key":"ClientRequestHost","operator":"eq","value":"a.example"}}',
  '{ "where": { "value": 500, "operator": "geq", "key": "EdgeResponseStatus" } }',
  `{"where":{"or":[{"key":"ClientRequestURI","operator":"contains","value":"\${env:HOME}"},{"key":"ClientCountry","operator":"in","value":["de","fr"]}]}}`,
];

const destinations = [
  "s3://logs/shop/{DATE}?region=eu-central-1",
  "r2://b/{DATE}?account-id=a&access-key-id=k3yk3yk3y&secret-access-key=s3crets3cret",
  "gs://logs/a",
  "azure://logs/{DATE}?sv=2022&sig=abc%2Fdef&se=2031-01-31",
  "splunk://h.example:8088/services/collector/raw?channel=c&insecure-skip-verify=false&sourcetype=s&header_Authorization=Splunk%20t0ken",
  "datadog://h.example/api?header_DD-API-KEY=k3y&ddsource=cloudflare&service=s&ddtags=env:a",
  "https://me:pw@logs.example.com/in/0a1b2c3d4e5f6a7b8c9d?header_X=a%20b&tags=x",
  "sumo://e.example/receiver/v1/http/Zm9vYmFy",
  `https://logs.example.com/\${env:HOME}/$\${x}?header_A=\${env:PATH}`,
];

const optionValues: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  field_names: fc.subarray(["RayID", "ClientIP", "EdgeResponseStatus", "ClientCountry"], {
    minLength: 1,
  }),
  timestamp_format: fc.constantFrom("unixnano", "unix", "rfc3339"),
  sample_rate: fc.constantFrom(0, 0.1, 1),
  output_type: fc.constantFrom("ndjson", "csv"),
  "CVE-2021-44228": fc.boolean(),
  unknown_option: fc.constantFrom(1, "a", [1], { a: { b: [] } }, null),
};

const output = fc.record(
  {
    ...optionValues,
    ...Object.fromEntries(
      ["batch_prefix", "batch_suffix", "record_prefix", "record_suffix", "field_delimiter"].map(
        (it) => [it, fc.oneof(anyText, fc.constant(""))],
      ),
    ),
  },
  { requiredKeys: [] },
);

export const job: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc
  .record(
    {
      name: fc.oneof(anyText, fc.constant(null), fc.constant("")),
      dataset: fc.constantFrom("http_requests", "firewall_events"),
      destination_conf: fc.constantFrom(...destinations),
      enabled: fc.boolean(),
      kind: fc.constantFrom("", "edge"),
      output_options: fc.option(output),
      filter: fc.oneof(fc.constantFrom(...filters), fc.constant(""), fc.constant(null)),
      frequency: fc.constantFrom("high", "low"),
      logpull_options: fc.oneof(anyText, fc.constant("fields=RayID&timestamps=rfc3339")),
      max_upload_bytes: fc.constantFrom(0, 5_000_000, null),
      max_upload_records: fc.constantFrom(0, 1000),
      max_upload_interval_seconds: fc.constantFrom(0, 30),
      transformer_id: maybe(fc.nat()),
      last_complete: fc.constant("2026-01-01T00:00:00Z"),
      last_error: fc.constant(null),
      error_message: anyText,
      brand_new: fc.constantFrom("a", 1, false, { deep: [`\${env:HOME}`] }, []),
    },
    { requiredKeys: ["dataset", "destination_conf"] },
  )
  .map(({ transformer_id, filter, output_options, ...it }) => {
    if (transformer_id !== undefined) return { ...it, transformer_id };
    return it.dataset === "http_requests"
      ? { ...it, filter, output_options }
      : { ...it, ...(filter === null && { filter }) };
  });

const products = fc.subarray([...ruleProducts], { minLength: 1 });

export const legacyRule = fc
  .record({
    expression,
    action: fc.constantFrom(...ruleActions["firewall-rules"]),
    paused: fc.boolean(),
    priority: fc.option(fc.nat(1000)),
    description: maybe(anyText),
    ref: maybe(anyText.map((it) => it.replaceAll("\ud800", "").slice(0, 20))),
    products,
    filterPaused: fc.boolean(),
    filterDescription: maybe(anyText),
    isShared: fc.boolean(),
  })
  .map(({ products: some, ...it }) => (it.action === "bypass" ? { ...it, products: some } : it));

const skips = fc.oneof(
  fc.constant({ ruleset: "current" }),
  fc.record({ products, phase: fc.constant("current") }, { requiredKeys: ["products"] }),
  fc.constant({ phases: ["http_ratelimit", "http_request_sbfm"] }),
  fc.constant({ rules: { "0123": ["4567", "89ab"] } }),
  fc.constant({ rulesets: ["0123"], brand_new: { a: 1 } }),
);
const parameters = fc.constantFrom(
  undefined,
  {},
  { response: { status_code: 403, content: 'a\n"b"', content_type: "text/plain" } },
  { brand_new: [1, { a: `\${env:HOME}` }] },
);

export const rulesetRule = fc
  .record({
    expression,
    action: fc.constantFrom(...ruleActions.rulesets),
    enabled: fc.boolean(),
    description: maybe(anyText),
    ref: maybe(anyText.map((it) => it.replaceAll("\ud800", "").slice(0, 20))),
    parameters,
    skips,
    logging: maybe(fc.record({ enabled: fc.boolean() })),
    exposed_credential_check: maybe(
      fc.constant({ username_expression: "a", password_expression: "b" }),
    ),
    ratelimit: maybe(
      fc.constant({ characteristics: ["ip.src"], period: 60, requests_per_period: 10 }),
    ),
    categories: maybe(fc.constant(["a"])),
    brand_new: maybe(fc.constantFrom("a", 1, { deep: [null] })),
  })
  .map(({ parameters: some, skips: skip, ratelimit, ...it }) =>
    withoutUndefined(
      it.action === "skip"
        ? { ...it, action_parameters: skip }
        : { ...it, ratelimit, action_parameters: some },
    ),
  );

function withoutUndefined(record: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([, it]) => it !== undefined));
}

const id = (kind: string, index: number) => `${kind}${String(index).padStart(30, "0")}`;

export function addJobs(h: Harness, jobs: readonly Readonly<Record<string, unknown>>[]): void {
  jobs.forEach((it, i) => {
    h.zone.jobs.set(i + 1, { ...it, id: i + 1 } as Job);
  });
  h.emulator.state.nextJob = jobs.length + 1;
}

type LegacyRule = typeof legacyRule extends fc.Arbitrary<infer Value> ? Value : never;

export function addLegacyRules(h: Harness, rules: readonly LegacyRule[]): void {
  rules.forEach(({ expression, filterPaused, filterDescription, isShared, ...rule }, i) => {
    const filter = {
      id: id("f", isShared ? 0 : i + 1),
      expression,
      paused: filterPaused,
      ...(filterDescription !== undefined && { description: filterDescription }),
    };
    if (!h.zone.filters.has(filter.id)) h.zone.filters.set(filter.id, filter);
    h.zone.rules.set(id("a", i), {
      id: id("a", i),
      ...(withoutUndefined(rule) as unknown as LegacyRule),
      filter: filter.id,
    } as never);
  });
}

export function addRulesetRules(
  h: Harness,
  rules: readonly Readonly<Record<string, unknown>>[],
): void {
  const last_updated = "2026-01-01T00:00:00Z";
  const all = rules.map((it, i) => {
    return { ref: id("b", i), ...it, id: id("b", i), version: "1", last_updated };
  });
  const add = (phase: string, index: number, own: readonly object[]) =>
    own.length > 0 &&
    h.zone.rulesets.set(id("e", index), {
      id: id("e", index),
      name: "zone",
      description: "",
      kind: "zone",
      phase,
      version: "1",
      last_updated,
      rules: own as never,
    });
  const isLimit = (it: object) => "ratelimit" in it;
  add(
    "http_request_firewall_custom",
    0,
    all.filter((it) => !isLimit(it)),
  );
  add("http_ratelimit", 1, all.filter(isLimit));
}

export const shownJobProperties = jobProperties("job").map((it) => it.name);
