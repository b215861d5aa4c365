import { expect, test } from "vitest";
import { withSecretsMasked } from "../../server/src/cli/render/pretty.ts";
import { defaultContext, languageFor } from "../../server/src/languages.ts";
import { diagnosticsData } from "../../server/src/mcp/diagnostics.ts";
import { Folder, weir } from "../support/programs/cli.ts";

const secret = "0a1b2c3d4e5f6a7b8c9d";

/** Valid destinations, and some with typos that hide the secret from 'secret-in-file'. */
const destinations = [
  `s3://b/x?region=eu-central-1&secret-access-key=${secret}&bogus=1`,
  `s3://b/x?region=eu-central-1&secret_access_key=${secret}`,
  `s3://b/x?region=eu;secret-access-key=${secret}`,
  `s3://b/x?region=eu#secret-access-key=${secret}`,
  `s3://b/x?region=eu-central-1&sse=AES256;secret-access-key=${secret}`,
  `s3://b/x?region=eu-central-1&secret-access-key:${secret}`,
  `S3://b/x?secret-access-key=${secret}`,
  `s3//b/x?secret-access-key=${secret}`,
  `azure://a.blob.core.windows.net/b?SharedAccessSignature=${secret}`,
  `splunk://h.example/services?header_Authorization:Splunk ${secret}`,
  `splunk://h.example/services?header_Authorization=Bearer%20${secret}`,
  `https://${secret}@logs.example.com/a b`,
  `http://me:${secret}@logs.example.com`,
  `https://endpoint1.collection.sumologic.com/receiver/v1/http/${secret}`,
  `https://http-intake.logs.datadoghq.com/v1/input/${secret}`,
  `Bearer ${secret}`,
];

test.each(destinations)("'check' does not print the secret of %s", async (destination) => {
  const written = JSON.stringify(destination);
  using folder = new Folder({
    "a.lpjob": `{ "dataset": "http_request", "destination_conf": ${written}, "names": 1 }`,
    "b.lpjob": `{\n"dataset": "http_requests",\n"destination_conf":\n${written}, "name": 1\n}\n`,
    "c.tf": `resource "cloudflare_logpush_job" "a" {\n  dataset = "http_requests"\n  destination_conf = ${written}\n}\n`,
  });
  for (const format of ["pretty", "github", "sarif", "json"]) {
    const { out, err } = await weir(folder, ["check", "--format", format]);
    expect(out).toContain("a.lpjob");
    expect(out + err).not.toContain(secret);
  }
});

test("the line keeps its columns, and everything that is not secret", async () => {
  using folder = new Folder({
    "a.lpjob": `{ "dataset": "http_requests",
  "destination_conf": "s3://b/x?region=eu-central-1&access-key-id=\${env:ID}&secret-access-key=hunter2&bogus=1"
}`,
  });
  const { out } = await weir(folder, ["check"], "", { columns: 200 });
  expect(out).toContain(`
  2 │   "destination_conf": "s3://b/x?region=eu-central-1&access-key-id=\${env:ID}&secret-access-key=*******&bogus=*"
    │ ${" ".repeat(102)}^^^^^
`);
});

test.each([
  `http://me:${secret}@127.0.0.1:8787/client/v4`,
  `https://api.example/client/v4?token=${secret}`,
  `https://api.example/client/v4#${secret}`,
  `ftp://api.example/client/v4?token=${secret}`,
  `api.example?token=${secret}`,
])("nothing prints the token in the base URL %s", async (baseUrl) => {
  using folder = new Folder({
    "weir.json": JSON.stringify({ profiles: { p: { baseUrl, zone: "z" } }, unknown: 1 }),
    "a.cfrule": "# @action block\nssl\n",
  });
  for (const args of [
    ["check", "weir.json"],
    ["check", "weir.json", "--format", "sarif"],
    ["push", "a.cfrule", "--profile", "p"],
    ["verify", "--profile", "p"],
  ]) {
    const { out, err } = await weir(folder, args);
    expect(out + err).not.toBe("");
    expect(out + err).not.toContain(secret);
  }
});

test.each([
  ['"destination_conf": "s3://b?sig=abc"', '"destination_conf": "s3://b?sig=***"'],
  ["destination_conf = 's3://b?sig=abc'", "destination_conf = 's3://b?sig=***'"],
  ["destinationConf: s3://b?sig=abc", "destinationConf: s3://b?sig=***"],
  ['{\\"destination_conf\\":\\"s3://b?sig=abc\\"}', '{\\"destination_conf\\":\\"s3://b?sig=******'],
  ['"destination_conf": "",\n"a": 1', '"destination_conf": "",\n"a": 1'],
  ['"destination_conf": null', '"destination_conf": null'],
  ["destination_conf = var.destination", "destination_conf = var.destination"],
  [
    `destination_conf = "s3://b?secret-access-key=\${var.key}"`,
    `destination_conf = "s3://b?secret-access-key=\${var.key}"`,
  ],
])("%s", (text, shown) => {
  expect(withSecretsMasked(text, [])).toBe(shown);
});

test("the excerpts for assistants have no secrets", () => {
  const to = "https://logs.example.com/token/correcthorse?header_Authorization=correcthorse";
  const text = JSON.stringify({ dataset: "http_requests", destination_conf: to });
  const found = languageFor("job").analyze(text, defaultContext).diagnostics();
  const { diagnostics } = diagnosticsData(text, found);
  expect(diagnostics.map((it) => it.code)).toContain("secret-in-file");
  expect(JSON.stringify(diagnostics)).not.toContain("correcthorse");
});
