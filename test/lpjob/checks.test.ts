import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext, type FileContext } from "../../server/src/languages.ts";
import { jobProperties } from "../../server/src/lpjob/catalog/job-properties.ts";
import { outputOptions } from "../../server/src/lpjob/catalog/output-options.ts";
import { providers } from "../../server/src/lpjob/catalog/providers.ts";
import { lpjob } from "../../server/src/lpjob/language.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { variable } from "../../server/src/text/variables.ts";
import { analyze, checkDiagnostics, checkFix } from "../support/check.ts";
import { times } from "../support/long.ts";

/** A valid job, with the given properties added. */
function job(more: string, dataset = "http_requests"): string {
  return `{ "dataset": "${dataset}", "destination_conf": "gs://logs/{DATE}", ${more} }`;
}

function to(destination: string): string {
  return `{ "dataset": "http_requests", "destination_conf": ${JSON.stringify(destination)} }`;
}

/** Each diagnostic with the text of its range. */
function findings(text: string, context: Partial<FileContext> = {}): string[] {
  return analyze(lpjob, text, context)
    .diagnostics()
    .map((it) => `${it.severity} ${it.code} ${text.slice(it.start, it.end)}`);
}

describe("nothing is found in", () => {
  test.each(providers.map((it) => [it.name, it.form]))("a destination at %s", (_, form) =>
    expect(
      findings(to(form.replace("<account>", "0".repeat(32)).replace(/<([^>]*)>/g, "$1"))),
    ).toEqual([]),
  );

  test.each([
    [
      "the sample of the manual",
      `{
      "name": "shop-errors",
      "dataset": "http_requests",
      "destination_conf": "s3://logs/shop/{DATE}?region=eu-central-1",
      "output_options": { "field_names": ["RayID", "ClientIP", "EdgeResponseStatus"], "sample_rate": 1, "timestamp_format": "rfc3339" },
      "filter": "./shop-errors.lpfilter"
    }`,
    ],
    [
      "a filter on a field that is not pushed",
      job(`"output_options": { "field_names": ["RayID"] },
      "filter": { "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }`),
    ],
    [
      "merged subrequests in either place",
      job(`"merge_subrequests": true, "output_options": { "merge_subrequests": true }`),
    ],
    ["a flag in quotes", job(`"output_options": { "CVE-2021-44228": "false" }`)],
    [
      "values that may be null",
      job(
        `"name": null, "filter": null, "output_options": null, "max_upload_bytes": null, "transformer_id": null`,
      ),
    ],
    [
      "deprecated properties that are not set",
      job(
        `"logpull_options": null, "frequency": null, "output_options": { "field_names": ["RayID"] }`,
      ),
    ],
    [
      "a small file for IBM",
      `{ "dataset": "http_requests", "max_upload_bytes": 2000000,
      "destination_conf": "ibmcl://i.ingress.eu-de.logs.cloud.ibm.com/logs/v1/singles?ibm_api_key=\${env:K}" }`,
    ],
    ["the query of another's address", to("https://logs.example.com/in?stream=a&regoin=b")],
    [
      "headers of an HTTP destination",
      to("https://logs.example.com/?header_X-Stream=a&header_Content-Type=b"),
    ],
    [
      "a port and a path",
      to(
        `splunk://logs.example.com:443/services/collector/raw?channel=c&header_Authorization=\${env:T}`,
      ),
    ],
    [
      "an EU endpoint",
      to(`https://log-api.eu.newrelic.com/log/v1?Api-Key=\${env:K}&format=cloudflare`),
    ],
    [
      "keys in place of a role",
      to(`kinesis://s?region=eu-west-1&access-key-id=a&secret-access-key=\${env:S}`),
    ],
    [
      "a template with trimmed space",
      job(`"output_options": { "field_names": ["RayID"], "record_template": "{{- .RayID -}}" }`),
    ],
    [
      "a template without a list of fields",
      job(`"output_options": { "record_template": "{{.RayID}}" }`),
    ],
    [
      "braces that are not ours in another text",
      job(`"output_options": { "batch_prefix": "\${x} {{y}} <z>" }`),
    ],
    [
      "a dataset from the environment",
      job(`"output_options": { "field_names": ["RayID"] }`, `\${env:DATASET}`),
    ],
    [
      "a path that the list of files cannot cover",
      job(`"filter": "../../else/where.lpfilter"`),
      { files: [] },
    ],
    [
      "a path that is known",
      job(`"filter": "../filters/./a.lpfilter"`),
      { files: ["../filters/a.lpfilter"] },
    ],
    [
      "a suppressed line",
      `{ "dataset": "http_requests",
      // weir-ignore secret-in-file
      "destination_conf": "https://logs.example.com/?header_Authorization=abc" }`,
    ],
    [
      "a suppressed line of the filter",
      `{ "dataset": "http_requests", "destination_conf": "gs://a",
      "filter": {
        // weir-ignore unknown-field
        "where": { "key": "Nope", "operator": "eq", "value": "a" } } }`,
    ],
  ])("%s", (_, text, context: Partial<FileContext> = {}) =>
    expect(findings(text, context)).toEqual([]),
  );
});

describe("problems are found in", () => {
  test.each([
    ["a word in place of a flag", job(`"enabled": "maybe"`), [`error value-type "maybe"`]],
    ["null where there is no null", job(`"enabled": null`), ["error value-type null"]],
    ["a filter of another kind", job(`"filter": 5`), ["error value-type 5"]],
    [
      "a filter file of another kind",
      job(`"filter": "errors.json"`),
      [`error value-type "errors.json"`],
    ],
    [
      "a name that is no string",
      job(`"output_options": { "field_names": ["RayID", 5] }`),
      ["error value-type 5"],
    ],
    [
      "a kind for another endpoint",
      job(`"kind": "instant-logs"`),
      [`error unknown-value "instant-logs"`],
    ],
    [
      "a field that one page names",
      job(`"output_options": { "field_names": ["ResponseFields"] }`),
      [`hint unknown-field "ResponseFields"`],
    ],
    [
      "a property of the job among the options",
      job(`"output_options": { "name": "a" }`),
      [`error unknown-property "name"`],
    ],
    ["a near name", job(`"enabeld": true`), [`error unknown-property "enabeld"`]],
    [
      "a missing digit",
      job(`"output_options": { "cve_2021_4428": true }`),
      [`error unknown-property "cve_2021_4428"`],
    ],
    [
      "a list in place of a filter",
      job(`"filter": [{ "key": "RayID", "operator": "eq", "value": "a" }]`),
      ["error missing-where ["],
    ],
    [
      "a filter beside a transformer",
      job(
        `"transformer_id": 1, "filter": { "where": { "key": "RayID", "operator": "eq", "value": "a" } }`,
      ),
      [`error filter-and-transformer "transformer_id"`],
    ],
    [
      "a limit of the filter",
      job(
        `"filter": { "where": { "key": "RayID", "operator": "eq", "value": "${"a".repeat(1000)}" } }`,
      ),
      [`error filter-too-large "where"`],
    ],
    [
      "a missing secret beside a key",
      to("s3://a?region=b&access-key-id=c"),
      ["error destination-parameter s3"],
    ],
    [
      "missing keys of another storage",
      to("s3://a?region=b&endpoint=c"),
      ["error destination-parameter s3", "error destination-parameter s3"],
    ],
    ["a parameter without a value", to("s3://a?region="), ["error destination-parameter region="]],
    [
      "a region in China",
      to("s3://a?region=cn-north-1"),
      ["error destination-parameter cn-north-1"],
    ],
    [
      "a signature for more than objects",
      to(`azure://c?srt=sco&sig=\${env:S}`),
      ["warning destination-parameter sco"],
    ],
    [
      "a signature in the file",
      to("azure://c?srt=o&sig=abc%3D"),
      ["warning secret-in-file abc%3D"],
    ],
    [
      "credentials in the file",
      to("bq://projects/a/datasets/b/tables/c?credentials=base64:abc"),
      ["warning secret-in-file abc"],
    ],
    [
      "a key in a header",
      to("https://a.example/?header_X-Api-Key=abc"),
      ["warning secret-in-file abc"],
    ],
    ["a secret from which nothing is left", to("https://a.example/?header_X-Api-Key=xxxx"), []],
    ["a secret that was removed", to("https://a.example/?header_X-Api-Key=REDACTED"), []],
    [
      "a variable of a shell",
      to("https://a.example/?header_X-Api-Key=$API_KEY"),
      ["warning placeholder $API_KEY"],
    ],
    ["a region from a shell", to("s3://b?region=$REGION"), ["warning placeholder $REGION"]],
    ["a destination from PowerShell", to("$env:DEST"), ["warning placeholder $env:DEST"]],
    ["a destination of make", to("$(DEST)"), ["warning placeholder $(DEST)"]],
    ["a destination from a template", to("{{ dest }}"), ["warning placeholder {{ dest }}"]],
    ["a container of Azure", to("gs://$logs/%2FA%2F{DATE}"), []],
    [
      "the code of a collector",
      to("sumo://a.example/receiver/v1/http/abc"),
      ["warning secret-in-file abc"],
    ],
    [
      "a user name and password from variables",
      to(`https://${variable("LOG_LOGIN")}@a.example/`),
      [],
    ],
    [
      "a password after a variable",
      to(`https://${variable("LOG_USER")}:hunter2@a.example/`),
      ["warning secret-in-file hunter2"],
    ],
    [
      "another path of a collector",
      to("splunk://a.example:8088/services/collector/event?channel=c&header_Authorization=x"),
      ["warning destination-path a.example:8088/services/collector/event"],
    ],
    ["plain http", to("http://a.example/"), ["error destination-scheme http"]],
    ["a scheme of another tool", to("gcs://a/{DATE}"), ["error destination-scheme gcs"]],
    [
      "an edge job of another dataset",
      job(`"kind": "edge"`, "dns_logs"),
      [`error edge-job "dns_logs"`],
    ],
    [
      "a file in other letter case",
      job(`"filter": "./Errors.lpfilter"`),
      [`warning unknown-file "./Errors.lpfilter"`],
      { files: ["errors.lpfilter"] },
    ],
    [
      "a file beside one that is known",
      job(`"filter": "../f/b.lpfilter"`),
      [`error unknown-file "../f/b.lpfilter"`],
      { files: ["../f/a.lpfilter"] },
    ],
  ])("%s", (_, text, expected, context: Partial<FileContext> = {}) =>
    expect(findings(text, context)).toEqual(expected),
  );

  test("a secret, without showing it", () => {
    const text = to(
      "https://ops:hunter2@a.example/?header_Authorization=Basic+aHVudGVyMg==&header_X-Token=hunter3",
    );
    const shown = analyze(lpjob, text).diagnostics();
    expect(shown).toHaveLength(3);
    for (const { message, fixes } of shown) {
      expect(message + fixes.map((it) => it.title).join()).not.toMatch(/hunter|aHVu/);
    }
  });

  test("the problems of a filter, at their position in the job", () =>
    checkDiagnostics(
      lpjob,
      `
{
  "dataset": "gateway_dns",
  "destination_conf": "gs://logs/{DATE}",
  "filter": {
    "where": {
      "and": [
        { "key": "ClientRequestPath", "operator": "contains", "value": "/static" },
                 ^^^^^^^^^^^^^^^^^^^ error: 'gateway_dns' has no field 'ClientRequestPath'. Found in datasets 'http_requests', 'firewall_events', 'websocket_analytics'.
        { "key": "QueryName", "operator": "equals", "value": "a.example" }
                                          ^^^^^^^^ error: Unknown operator 'equals'. Use 'eq'.
      ]
    }
  }
}
`,
    ));
});

describe("a fix", () => {
  test("of a field may change the dataset of the job", () =>
    checkFix(
      lpjob,
      `{ "dataset": "gateway_dns", "destination_conf": "gs://a", "filter": { "where": { "key": "RayID<|>", "operator": "eq", "value": "a" } } }`,
      `{ "dataset": "http_requests", "destination_conf": "gs://a", "filter": { "where": { "key": "RayID", "operator": "eq", "value": "a" } } }`,
    ));

  test("keeps the line endings of a filter that it unescapes", () =>
    checkFix(
      lpjob,
      `{\r\n  "filter": "<|>{\\"where\\":{}}"\r\n}`,
      `{\r\n  "filter": {\r\n    "where": {}\r\n  }\r\n}`,
      { code: "escaped-filter" },
    ));

  test("creates the options for an option", () =>
    checkFix(lpjob, job(`"sample_rate<|>": 0.5`), job(`"output_options": { "sample_rate": 0.5 }`)));

  test("lists every field in place of '*'", () => {
    const text = job(`"output_options": { "field_names": ["*"] }`, "magic_bgp_logs");
    const [found] = analyze(lpjob, text).diagnostics();
    const after = applyEdits(text, found?.fixes[0]?.edits ?? []);
    expect(findings(after)).toEqual([]);
  });

  test("may be applied with all others", () =>
    expect(
      fixAll(
        lpjob,
        `{ "Dataset": "Http-Requests", "destination": "S3://a?region=b", "sample_rate": "0.5", "id": 5 }`,
        defaultContext,
        { style: true },
      ),
    ).toBe(
      `{ "dataset": "http_requests", "destination_conf": "s3://a?region=b", "output_options": { "sample_rate": 0.5 } }`,
    ));
});

describe("the catalog", () => {
  test("has each name once", () => {
    for (const rows of [jobProperties, outputOptions]) {
      const names = rows.flatMap((it) => [it.name, ...(it.alsoWritten ?? [])]);
      expect(names).toEqual([...new Set(names)]);
    }
  });

  test.each(providers.map((it) => [it.name, it] as const))(
    "has a row for every parameter of %s",
    (_, { needs, parameters }) => {
      const names = parameters.map((it) => it.name);
      for (const { oneOf, when } of needs) {
        expect(names).toEqual(expect.arrayContaining([...oneOf]));
        if (when !== undefined) expect(names).toContain(when);
      }
    },
  );
});

/** Texts with the structure of a job and arbitrary errors. */
function almostJobs(): fc.Arbitrary<unknown> {
  const word = fc.constantFrom(
    ...["http_requests", "dns_logs", "nope", "", " ", "*", "RayID", "rayid", "RayID,ClientIP"],
    ...["s3://a?region=b", "S3://a", "gs://", "https://u:p@h/?header_Authorization=Bearer%20x"],
    ...["ftp://x", "azure://c?sig=a&srt=x", `gs://\${A}/{date}/<b>/\${env:`, "kinesis://s?", "://"],
    ...["{{.RayID}}{{x}}{{.Y", "./a.lpfilter", '{"where":{}}', '"{\\"where\\":1}"', "a.json"],
    ...["rfc3339", "RFC3339", "csv", "edge", "true", "yes", "0.5", "fields=RayID&sample=0.1"],
  );
  const scalar = fc.oneof(
    { weight: 4, arbitrary: word },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, 10, 0.5, -1, 1e20, true, false, null) },
  );
  const name = fc.constantFrom(
    ...[...jobProperties, ...outputOptions].map((it) => it.name),
    ...["where", "Name", "destination", "fields", "sample", "zone_id", "note", ""],
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      scalar,
      fc.array(tie("tree"), { maxLength: 4 }),
      fc.dictionary(name, tie("tree"), { maxKeys: 5 }),
    ),
  }));
  return fc.dictionary(name, fc.oneof(scalar, tree), { maxKeys: 8 });
}

test("any almost-valid job is checked without an exception, and every fix is a valid edit", () => {
  fc.assert(
    fc.property(almostJobs(), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      for (const { start, end, message, fixes } of analyze(lpjob, text).diagnostics()) {
        assert(0 <= start && start <= end && end <= text.length, `${start} to ${end}`);
        assert.match(message, /[.?]$/);
        for (const { edits } of fixes) {
          const fixed = applyEdits(text, edits);
          assert.notEqual(fixed, text);
          assert.doesNotThrow(() => JSON.parse(fixed), fixed);
        }
      }
    }),
    { seed: 7, numRuns: times(50) },
  );
});

describe("diagnostics stay few and fast however large the text is", () => {
  test.each([
    ["properties", `{${Array.from({ length: 20_000 }, (_, i) => `"p${i}": 1`).join(",")}}`],
    ["the same property", `{${Array.from({ length: 20_000 }, () => `"name": 1`).join(",")}}`],
    [
      "fields",
      job(
        `"output_options": { "field_names": [${Array.from({ length: 50_000 }, () => `"x"`).join(",")}] }`,
      ),
    ],
    ["parameters", to(`s3://a?${"regoin=&".repeat(50_000)}`)],
    ["variables", to(`s3://${"${a".repeat(100_000)}`)],
    ["actions", job(`"output_options": { "record_template": "${"{{x}}\\n".repeat(50_000)}" }`)],
    ["dates", to(`gs://a/${"{date}".repeat(50_000)}`)],
  ])("%s", (_, text) => {
    const found = analyze(lpjob, text).diagnostics();
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(2002);
  });
});
