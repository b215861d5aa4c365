import { describe, expect, test } from "vitest";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { lpjob } from "../../server/src/lpjob/language.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { analyze } from "../support/check.ts";

/** Destinations with typical paste errors and typos. Secrets are variables, because `secret-in-file` has its own tests. */

const v = (name: string) => ["$", `{env:${name}}`].join("");

function job(destination: string): string {
  return JSON.stringify({ dataset: "http_requests", destination_conf: destination });
}

function found(destination: string, today?: string) {
  const text = job(destination);
  return analyze(lpjob, text, today ? { today } : {})
    .diagnostics()
    .map((it) => `${it.severity} ${it.code} ${text.slice(it.start, it.end)}`);
}

/** The destination after the first fix of that code. */
function fixed(destination: string, code: string): string | undefined {
  const text = job(destination);
  const fixes = analyze(lpjob, text)
    .diagnostics()
    .filter((it) => it.code === code)
    .flatMap((it) => it.fixes);
  for (const fix of fixes) expect(fix.guess, fix.title).toBe(true);
  return fixes[0] && JSON.parse(applyEdits(text, fixes[0].edits)).destination_conf;
}

const account = "0123456789abcdef0123456789abcdef";

describe("URLs of providers", () => {
  test.each([
    [
      `https://shop.blob.core.windows.net/logs/a?${v("S")}`,
      `azure://shop.blob.core.windows.net/logs/a?${v("S")}`,
    ],
    [
      `https://shop.blob.core.windows.net/logs?sp=w&sig=${v("S")}`,
      `azure://shop.blob.core.windows.net/logs?sp=w&sig=${v("S")}`,
    ],
    [
      `https://${v("ACCOUNT")}.blob.core.windows.net/logs?${v("S")}`,
      `azure://${v("ACCOUNT")}.blob.core.windows.net/logs?${v("S")}`,
    ],
    [
      `HTTP://shop.blob.core.windows.net/logs?${v("S")}`,
      `azure://shop.blob.core.windows.net/logs?${v("S")}`,
    ],
    [
      `shop.blob.core.windows.net/logs?${v("S")}`,
      `azure://shop.blob.core.windows.net/logs?${v("S")}`,
    ],
    ["https://b.s3.amazonaws.com/logs/{DATE}", "s3://b/logs/{DATE}"],
    ["https://b.s3.amazonaws.com/logs?region=eu-west-1", "s3://b/logs?region=eu-west-1"],
    [
      "https://my.dotted.bucket.s3.eu-west-1.amazonaws.com/x",
      "s3://my.dotted.bucket/x?region=eu-west-1",
    ],
    ["https://b.s3-eu-west-1.amazonaws.com", "s3://b?region=eu-west-1"],
    [
      "https://b.s3.dualstack.eu-west-1.amazonaws.com/x?sse=AES256",
      "s3://b/x?region=eu-west-1&sse=AES256",
    ],
    ["https://s3.eu-west-1.amazonaws.com/b/x", "s3://b/x?region=eu-west-1"],
    ["https://s3-eu-west-1.amazonaws.com/b/x?region=eu-west-1", "s3://b/x?region=eu-west-1"],
    ["https://s3.amazonaws.com/b/x", "s3://b/x"],
    ["s3://b.s3.eu-west-1.amazonaws.com/x?region=eu-west-1", "s3://b/x?region=eu-west-1"],
    [
      "https://eu-west-1.console.aws.amazon.com/s3/buckets/b?region=eu-west-1",
      "s3://b?region=eu-west-1",
    ],
    ["arn:aws:s3:::b/x", "s3://b/x"],
    [
      "https://b.fra1.digitaloceanspaces.com/x",
      "s3://b/x?region=fra1&endpoint=fra1.digitaloceanspaces.com",
    ],
    [
      "https://s3.eu-central-1.wasabisys.com/b",
      "s3://b?region=eu-central-1&endpoint=s3.eu-central-1.wasabisys.com",
    ],
    [`https://${account}.r2.cloudflarestorage.com/b/x`, `r2://b/x?account-id=${account}`],
    [`https://b.${account}.r2.cloudflarestorage.com/x`, `r2://b/x?account-id=${account}`],
    [
      `s3://${account}.r2.cloudflarestorage.com/b?region=auto`,
      `r2://b?account-id=${account}&region=auto`,
    ],
    ["https://storage.googleapis.com/b/x/{DATE}", "gs://b/x/{DATE}"],
    ["https://b.storage.googleapis.com/x", "gs://b/x"],
    ["https://storage.cloud.google.com/b/x", "gs://b/x"],
    ["https://console.cloud.google.com/storage/browser/b/x;tab=objects", "gs://b/x"],
    ["gs://storage.googleapis.com/b", "gs://b"],
    [
      `https://endpoint4.collection.us2.sumologic.com/receiver/v1/http/${v("C")}`,
      `sumo://endpoint4.collection.us2.sumologic.com/receiver/v1/http/${v("C")}`,
    ],
    [
      `https://http-intake.logs.datadoghq.eu/api/v2/logs?header_DD-API-KEY=${v("K")}`,
      `datadog://http-intake.logs.datadoghq.eu/api/v2/logs?header_DD-API-KEY=${v("K")}`,
    ],
    [
      `https://http-intake.logs.us5.datadoghq.com/v1/input/${v("K")}`,
      `datadog://http-intake.logs.us5.datadoghq.com/v1/input/${v("K")}`,
    ],
    [
      `https://http-inputs-shop.splunkcloud.com/services/collector/raw?header_Authorization=${v("T")}`,
      `splunk://http-inputs-shop.splunkcloud.com/services/collector/raw?header_Authorization=${v("T")}`,
    ],
    [
      `https://10.0.0.1:8088/services/collector/event?header_Authorization=${v("T")}`,
      `splunk://10.0.0.1:8088/services/collector/event?header_Authorization=${v("T")}`,
    ],
    [
      `https://ingest.us1.sentinelone.net/services/collector/raw?header_Authorization=${v("T")}`,
      `sentinelone://ingest.us1.sentinelone.net/services/collector/raw?header_Authorization=${v("T")}`,
    ],
    [
      `https://i.ingress.eu-de.logs.cloud.ibm.com/logs/v1/singles?ibm_api_key=${v("K")}`,
      `ibmcl://i.ingress.eu-de.logs.cloud.ibm.com/logs/v1/singles?ibm_api_key=${v("K")}`,
    ],
    ["arn:aws:kinesis:eu-west-1:123456789012:stream/logs", "kinesis://logs?region=eu-west-1"],
    [
      `https://bigquery.googleapis.com/bigquery/v2/projects/p/datasets/d/tables/t/insertAll?credentials=${v("K")}`,
      `bq://projects/p/datasets/d/tables/t?credentials=${v("K")}`,
    ],
  ])("%s", (pasted, meant) => expect(fixed(pasted, "destination-url")).toBe(meant));

  test.each([
    `https://${account}.eu.r2.cloudflarestorage.com/b`,
    "https://pub-1234.r2.dev/x",
    "https://kinesis.eu-west-1.amazonaws.com/",
    "https://shop.dfs.core.windows.net/logs",
    "https://s3.eu-west-1.amazonaws.com",
  ])("%s, which does not contain the whole destination", (pasted) => {
    expect(found(pasted).join()).toContain("warning destination-url https");
    expect(fixed(pasted, "destination-url")).toBeUndefined();
  });

  test("a JSON escape in the URL is kept", () =>
    expect(fixed('https://storage.googleapis.com/b/"x"\\', "destination-url")).toBe(
      'gs://b/"x"\\',
    ));

  test.each([
    "https://logs.example.com/in",
    "https://logs.example.com/blob.core.windows.net/in",
    "https://blob.core.windows.net.example.com/in",
    "https://logs.example.com/s3.amazonaws.com/b",
    "https://s3.example.com/b",
    "https://abc.execute-api.eu-west-1.amazonaws.com/prod",
    "https://abc.lambda-url.eu-west-1.on.aws/",
    "https://api.datadoghq.com/in",
    "https://sumologic.example.com/receiver/v1/http/in",
    "https://notsumologic.com/receiver/v1/http/in",
    "https://logs.example.com/services/collector/raw/in",
    `https://${v("HOST")}/in`,
    v("DESTINATION"),
    `azure://shop.blob.core.windows.net/logs?${v("SAS")}`,
    "s3://amazonaws.com-logs/x?region=eu-west-1",
    `s3://b/x?region=auto&endpoint=${account}.r2.cloudflarestorage.com&access-key-id=a&secret-access-key=${v("S")}`,
    `sentinelone://ingest.us1.sentinelone.net/services/collector/raw?header_Authorization=${v("T")}`,
    `datadog://http-intake.logs.datadoghq.com/api/v2/logs?header_DD-API-KEY=${v("K")}`,
    `https://log-api.newrelic.com/log/v1?Api-Key=${v("K")}&format=cloudflare`,
    `https://log-api.newrelic.com/log/v1?header_Api-Key=${v("K")}&format=cloudflare`,
  ])("not %s", (destination) => expect(found(destination)).toEqual([]));
});

const splunk = "splunk://a.example:8088/services/collector/raw";
const datadog = "datadog://a.example";

describe("typos", () => {
  test.each<[string, string[]]>([
    [`https://a.example/?Authorization=${v("T")}`, ["warning destination-parameter Authorization"]],
    [
      `https://a.example/?Header_Authorization=${v("T")}`,
      ["warning destination-parameter Header_Authorization"],
    ],
    [`https://a.example/?headers_X-Key=${v("T")}`, ["warning destination-parameter headers_X-Key"]],
    [`https://a.example/?header-X-Stream=a`, ["warning destination-parameter header-X-Stream"]],
    [`https://a.example/?X-Api-Key=${v("T")}`, ["warning destination-parameter X-Api-Key"]],
    [
      `${splunk}?channel=c&header-Authorization=${v("T")}`,
      ["error destination-parameter header-Authorization"],
    ],
    [`${splunk}?channel=c&Authorization=${v("T")}`, ["error destination-parameter Authorization"]],
    [
      `${splunk}?channel=c&header_Authorisation=${v("T")}`,
      ["error destination-parameter header_Authorisation"],
    ],
    [`${datadog}?DD-API-KEY=${v("K")}`, ["error destination-parameter DD-API-KEY"]],
    [`${datadog}?header_DD_API_KEY=${v("K")}`, ["error destination-parameter header_DD_API_KEY"]],
    [
      `${splunk}?channel=c&header_Authorization=Bearer%20${v("T")}`,
      ["warning destination-authorization Bearer"],
    ],
    [
      `${splunk}?channel=c&header_Authorization=bearer+${v("T")}`,
      ["warning destination-authorization bearer"],
    ],
    [
      `${splunk}?channel=c&header_Authorization=Splunk ${v("T")}`,
      ["warning destination-encoding  "],
    ],
    [
      `${splunk}?channel=a&amp;header_Authorization=${v("T")}`,
      ["error destination-encoding &amp;"],
    ],
    [
      `${splunk}?channel=a&#38;sourcetype=b&header_Authorization=${v("T")}`,
      ["warning destination-encoding &#38;"],
    ],
    [`https://a.example/?a=1&amp;b=2`, ["warning destination-encoding &amp;"]],
    ["s3://b/x? region=eu-west-1", ["error destination-encoding  "]],
    ["s3://b/x?sse=AES256&region =eu-west-1", ["warning destination-encoding  "]],
    [" s3://b/x?region=eu-west-1", ["warning destination-encoding  "]],
    ["s3://my logs/x?region=eu-west-1", ["warning destination-encoding  "]],
    ["gs://b/my logs", ["hint destination-encoding  "]],
    [`azure://b/x??sp=w&sig=${v("S")}`, ["warning destination-encoding ?"]],
    ["s3://b?region=eu-west-1&foo=1", ["warning destination-parameter foo"]],
    ["s3://b?region=eu-west-1&regoin=eu-west-1", ["warning destination-parameter regoin"]],
    ["s3://b?region=eu-west-1&region=eu-west-2", ["warning destination-parameter region"]],
    [`https://a.example/?header_X=1&header_x=2`, ["warning destination-parameter header_x"]],
    [
      `${splunk}?channel=c&tail=1&header_Authorization=${v("T")}`,
      ["hint destination-parameter tail"],
    ],
    ["s3://b?region=eu_central_1", ["warning destination-parameter eu_central_1"]],
    ["s3://b?region=EU-Central-1", ["warning destination-parameter EU-Central-1"]],
    ["s3://b?region=eucentral1", ["warning destination-parameter eucentral1"]],
    ["s3://b?region=eu-central-1a", ["warning destination-parameter eu-central-1a"]],
    ["s3://b?region=Frankfurt", ["warning destination-parameter Frankfurt"]],
    [
      "s3://b?region=s3.eu-central-1.amazonaws.com",
      ["warning destination-parameter s3.eu-central-1.amazonaws.com"],
    ],
    ["s3://b?region=eu-centrel-1", ["hint destination-parameter eu-centrel-1"]],
    ["s3://b?region=eu-central-9", ["hint destination-parameter eu-central-9"]],
    [
      `kinesis://s?region=EU_WEST_1&sts-assume-role-arn=r`,
      ["warning destination-parameter EU_WEST_1"],
    ],
    [
      `https://log-api.newrelic.com/log/v1?Api-Key=${v("K")}`,
      ["warning destination-parameter https"],
    ],
    [
      `https://log-api.newrelic.com/?Api-Key=${v("K")}&format=cloudflare`,
      ["warning destination-path log-api.newrelic.com/"],
    ],
    [`azure://c?ss=bfqt&sig=${v("S")}`, ["warning destination-signature bfqt"]],
    [`azure://c?ss=f&sig=${v("S")}`, ["warning destination-signature f"]],
    [`azure://c?sp=rl&sig=${v("S")}`, ["warning destination-signature rl"]],
  ])("%s", (destination, expected) => expect(found(destination)).toEqual(expected));

  test.each([
    `${splunk}?channel=c&header_authorization=Splunk%20${v("T")}`,
    `${splunk}?channel=c&header_Authorization=Splunk+${v("T")}`,
    `${splunk}?channel=c&header_Authorization=Basic%20${v("T")}`,
    `${splunk}?channel=c&header_Authorization=${v("T")}&header_X-Trace=a`,
    `sentinelone://a.example/services/collector/raw?header_Authorization=Bearer%20${v("T")}`,
    `https://a.example/?header_Authorization=Bearer%20${v("T")}&auth=1&a=1&a=2&header=b`,
    "https://a.example/?q=a?region=b&amplitude=1",
    `s3://b?region=${v("REGION")}&${v("REST")}`,
    `s3://${v("BUCKET")}/${v("PATH")}?region=eu-west-1`,
    `s3://b?region=nyc3&endpoint=nyc3.digitaloceanspaces.com&access-key-id=a&secret-access-key=${v("S")}`,
    `s3://b?region=US&endpoint=s3.example.com&access-key-id=a&secret-access-key=${v("S")}`,
    "s3://b?region=us-gov-west-1",
    "s3://b?region=ap-southeast-7",
    `azure://c?sv=2024-11-04&sr=c&sp=w&spr=https&skoid=a&sig=${v("S")}`,
    `azure://c?ss=${v("SS")}&sp=${v("SP")}&se=${v("SE")}&sig=${v("S")}`,
  ])("not %s", (destination) => expect(found(destination)).toEqual([]));

  test.each([
    ["2026-11-14T23:59:59Z", true],
    ["2026-11-14", true],
    ["2026-11-14T23%3A59%3A59Z", true],
    ["2026-11-15T00:00:00Z", false],
    ["2031-01-01", false],
    ["soon", false],
  ])("a signature until %s", (end, isOver) => {
    const destination = `azure://c?se=${end}&sp=w&sig=${v("S")}`;
    expect(found(destination, "2026-11-15")).toEqual(
      isOver ? [`warning destination-signature ${end}`] : [],
    );
    expect(found(destination)).toEqual([]);
  });

  test("a secret in place of a name is not shown", () => {
    const messages = analyze(
      lpjob,
      job("s3://b?region=eu-west-1&hunter2hunter2hunter2hunter2hunter2="),
    )
      .diagnostics()
      .concat(analyze(lpjob, job("s3://b?region=eu-west-1&hunter2")).diagnostics())
      .map((it) => it.message);
    expect(messages).toHaveLength(2);
    expect(messages.join()).not.toContain("hunter2");
  });
});

test.each([
  "s3://b?region={{ region }}&sse={{sse}}",
  "s3://b/{{ path }}?{{ query }}",
  "s3://<bucket>/x?region=<region>",
  "https://{{ account }}.example.com/?header_Authorization=Bearer%20{{ token }}",
])("a placeholder is reported as such, with no other diagnostic:%s", (destination) => {
  const holes = destination.match(/\{\{.*?\}\}|<.*?>/g) ?? [];
  expect(found(destination)).toEqual(holes.map((it) => `warning placeholder ${it}`));
});

test.each([
  { destination_conf: "gs://b", output_options: { enabled: true } },
  { destination_conf: "gs://b", active: true },
  { destination_conf: "gs://b", logpull_options: "fields=RayID", output: { sample_rate: 1 } },
  { destination_conf: "gs://b", logpull_options: "fields=RayID", sample_rate: 1 },
])("no safe fix enables a job or changes its fields:%j", (given) => {
  const text = JSON.stringify({ dataset: "http_requests", ...given });
  expect(analyze(lpjob, text).diagnostics()).not.toEqual([]);
  expect(fixAll(lpjob, text, defaultContext, { style: true })).toBe(text);
});

test("a field in a template keeps its trim markers", () => {
  const text = (template: string) =>
    JSON.stringify({ destination_conf: "gs://b", output_options: { record_template: template } });
  expect(fixAll(lpjob, text("a {{- RayID -}} b{{RayID}}"), defaultContext, { style: true })).toBe(
    text("a {{- .RayID -}} b{{.RayID}}"),
  );
});

test("a safe fix keeps the destination", () => {
  const places = [
    "b/{date}",
    "b/my logs",
    " b/x ",
    "https://b.s3.amazonaws.com/x",
    "b.s3.amazonaws.com/{day}",
  ];
  const queries = [
    "",
    "?region=EU_Central_1",
    "?regoin=eu-west-1&amp;sse=AES256",
    "?region=eu-west-1&region=eu-west-2",
    "? a=b&Authorization=c",
  ];
  for (const scheme of ["s3", "gs", "azure", "r2", "https", "splunk"]) {
    for (const place of places) {
      for (const query of queries) {
        const text = job(`${scheme}://${place}${query}`);
        const isHost = /https|splunk/.test(scheme);
        // A URL after the scheme of a host is a single host with two schemes.
        if (isHost && place.startsWith("https:")) continue;
        expect(fixAll(lpjob, text, defaultContext, { style: true })).toBe(text);
      }
    }
  }
});

const key = `access-key-id=a&secret-access-key=${v("K")}`;
test.each([
  [
    "s3://Bucket_Name/{DATE}?region=eu-central-1",
    "Bucket 'Bucket_Name' needs lowercase letters and digits, with dots and hyphens between them.",
  ],
  ["s3://bucket.name-1/{DATE}?region=eu-central-1", undefined],
  [`s3://$BUCKET/{DATE}?region=eu-central-1`, undefined],
  ["s3://123456/{DATE}?region=eu-central-1", undefined],
  ...["a..b", "-a", "a.", "192.0.2.1"].map((it): [string, string] => [
    `s3://${it}/{DATE}?region=eu-central-1`,
    `Bucket '${it}' needs lowercase letters and digits, with dots and hyphens between them.`,
  ]),
  ["gs://bucket_name/{DATE}", undefined],
  [
    "gs://Bucket/{DATE}",
    "Bucket 'Bucket' needs lowercase letters and digits, with dots, hyphens and underscores between them.",
  ],
  [
    `r2://b.c/{DATE}?account-id=${account}&${key}`,
    "Bucket 'b.c' needs lowercase letters and digits, with hyphens between them.",
  ],
  [`r2://b/{DATE}?account-id=abc&${key}`, "'account-id' needs 32 hexadecimal digits, found 'abc'."],
  [`r2://b/{DATE}?account-id=${account}&${key}`, undefined],
  [`r2://b/{DATE}?account-id=${v("A")}&${key}`, undefined],
  [
    `${splunk}?header_Authorization=Splunk%20${v("T")}`,
    "Missing Splunk parameter 'channel'. Add it.",
  ],
  [
    `splunk://a.example/services/collector/raw?channel=c&header_Authorization=Splunk%20${v("T")}`,
    "Host 'a.example' needs the port 443 or 8088.",
  ],
  [
    `splunk://zQ8f3c91b2d7e.a.example/services/collector/raw?channel=c&header_Authorization=Splunk%20${v("T")}`,
    "Host '….a.example' needs the port 443 or 8088.",
  ],
  [
    `splunk://a.example:80/services/collector/raw?channel=c&header_Authorization=Splunk%20${v("T")}`,
    "Host 'a.example:80' needs the port 443 or 8088.",
  ],
  [
    `${splunk}?channel=c&insecure-skip-verify=true&header_Authorization=Splunk%20${v("T")}`,
    "'insecure-skip-verify=true' skips the check of certificates. Anyone between can read the token and the lines. Use 'false'.",
  ],
  [
    `${splunk}?channel=c&insecure-skip-verify=false&header_Authorization=Splunk%20${v("T")}`,
    undefined,
  ],
])("what a destination needs: %s", (conf, message) => {
  const text = JSON.stringify({ dataset: "http_requests", destination_conf: conf });
  const found = analyze(lpjob, text)
    .diagnostics()
    .filter((it) => it.code.startsWith("destination"));
  expect(found.map((it) => it.message)).toEqual(message === undefined ? [] : [message]);
});
