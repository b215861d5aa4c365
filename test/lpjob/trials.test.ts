import { expect, test } from "vitest";
import type { LogRow } from "../../server/src/core/trial.ts";
import { defaultContext, languageOfPath } from "../../server/src/languages.ts";

function trialOf(job: object | string) {
  const text = typeof job === "string" ? job : JSON.stringify(job);
  return languageOfPath("a.lpjob")?.analyze(text, defaultContext).trials?.()[0];
}

/** A line of JSON text, so that numbers keep their digits. */
function row(fields: Readonly<Record<string, string>>): LogRow {
  return {
    get: (name) => (fields[name] === undefined ? undefined : JSON.parse(fields[name])),
    raw: (name) => fields[name],
    names: () => Object.keys(fields),
  };
}

const line = row({
  RayID: '"8a1"',
  ClientIP: '"192.0.2.7"',
  EdgeStartTimestamp: "1762952400123456789",
  EdgeResponseStatus: "200",
  ClientRequestUserAgent: String.raw`"a,\"b\" ${"$"}{jndi}"`,
  BotTags: '["x","y"]',
});

function output(output_options: object, on = line): string | undefined {
  return trialOf({ dataset: "http_requests", output_options })?.output?.line(on);
}

test.each([
  ["unixnano", "1762952400123456789"],
  ["unix", "1762952400"],
  ["rfc3339", '"2025-11-12T13:00:00Z"'],
  ["rfc3339ms", '"2025-11-12T13:00:00.123Z"'],
  ["rfc3339ns", '"2025-11-12T13:00:00.123456789Z"'],
])("the timestamp format %s, truncated and not rounded", (timestamp_format, written) => {
  const options = { field_names: ["EdgeStartTimestamp"], timestamp_format };
  expect(output(options)).toBe(`{"EdgeStartTimestamp":${written}}\n`);
});

test.each([
  ["seconds", "1762952400", "1762952400000000000"],
  ["milliseconds", "1762952400999", "1762952400999000000"],
  ["microseconds", "1762952400999999", "1762952400999999000"],
  ["a string of digits", '"1762952400"', "1762952400000000000"],
  ["RFC 3339", '"2025-11-12T13:00:00.9999999999Z"', "1762952400999999999"],
  ["another zone", '"2025-11-12T14:00:00+01:00"', "1762952400000000000"],
  ["before 1970", '"1969-12-31T23:59:59.5Z"', "-500000000"],
  ["what is not a time", '"soon"', '"soon"'],
])("timestamps are parsed from %s", (_, written, expected) => {
  const on = row({ EdgeStartTimestamp: written });
  expect(output({ field_names: ["EdgeStartTimestamp"] }, on)).toBe(
    `{"EdgeStartTimestamp":${expected}}\n`,
  );
});

test("seconds before 1970 are truncated, too", () => {
  const on = row({ EdgeStartTimestamp: '"1969-12-31T23:59:59.5Z"' });
  const options = { field_names: ["EdgeStartTimestamp"], timestamp_format: "unix" };
  expect(output(options, on)).toBe('{"EdgeStartTimestamp":-1}\n');
});

test("fields are in the order of 'field_names', and a missing one has the empty value of its type", () => {
  const field_names = ["RayID", "BotScore", "ClientIP", "BotTags", "CacheReserveUsed", "ZoneName"];
  expect(output({ field_names })).toBe(
    '{"RayID":"8a1","BotScore":0,"ClientIP":"192.0.2.7","BotTags":["x","y"],"CacheReserveUsed":false,"ZoneName":""}\n',
  );
});

const documented = row({
  ClientIP: '"89.163.242.206"',
  EdgeStartTimestamp: "1506702504433000200",
  RayID: '"3a6050bcbe121a87"',
});
const documentedFields = ["ClientIP", "EdgeStartTimestamp", "RayID"];

test.each([
  [
    {},
    '{"ClientIP":"89.163.242.206","EdgeStartTimestamp":1506702504433000200,"RayID":"3a6050bcbe121a87"}\n',
  ],
  [{ output_type: "csv" }, '"89.163.242.206",1506702504433000200,"3a6050bcbe121a87"\n'],
  [
    { output_type: "CSV", field_delimiter: "\t", timestamp_format: "rfc3339" },
    '"89.163.242.206"\t"2017-09-29T16:28:24Z"\t"3a6050bcbe121a87"\n',
  ],
  [
    {
      record_template:
        '"client-ip":{{.ClientIP}},"timestamp":{{.EdgeStartTimestamp}},"ray-id":{{.RayID}}',
    },
    '{"client-ip":"89.163.242.206","timestamp":1506702504433000200,"ray-id":"3a6050bcbe121a87"}\n',
  ],
])(
  "strings have quotes in every format, as in the examples of the service: %j",
  (options, sent) => {
    expect(output({ field_names: documentedFields, ...options }, documented)).toBe(sent);
  },
);

const values = row({
  RayID: '""',
  ClientRequestUserAgent: String.raw`"a\n\"b\""`,
  EdgeResponseStatus: "200",
  CacheReserveUsed: "true",
  BotTags: '["x","y"]',
  BotDetectionIDs: "[1,2]",
  JA4Signals: '{"h2h3_ratio_1h":0.5}',
  Odd: "null",
});
const valueFields = values.names();

test("values of each type in CSV", () => {
  expect(output({ field_names: valueFields, output_type: "csv" }, values)).toBe(
    '"","a\n""b""",200,true,"[""x"",""y""]","[1,2]","{""h2h3_ratio_1h"":0.5}",null\n',
  );
  const options = { output_type: "csv", field_delimiter: "|" };
  expect(output({ field_names: ["BotDetectionIDs", "BotTags"], ...options }, values)).toBe(
    '[1,2]|"[""x"",""y""]"\n',
  );
  const names = ["RayID", "EdgeResponseStatus", "ClientIP"];
  expect(output({ field_names: names, ...options, field_delimiter: "" })).toBe(
    '"8a1"200"192.0.2.7"\n',
  );
});

test("values of each type in a template are those of JSON", () => {
  const record_template = valueFields.map((it) => `{{.${it}}}`).join(" ");
  const options = { field_names: valueFields, record_template, record_prefix: "" };
  expect(output({ ...options, record_suffix: "" }, values)).toBe(
    String.raw`"" "a\n\"b\"" 200 true ["x","y"] [1,2] {"h2h3_ratio_1h":0.5} null`,
  );
});

test("prefixes, suffixes and delimiters", () => {
  const text = trialOf({
    output_options: {
      field_names: ["RayID"],
      record_prefix: '{"info":{',
      record_suffix: "}}",
      record_delimiter: ",",
      batch_prefix: "[",
      batch_suffix: "]\n",
    },
  });
  expect(text?.output).toMatchObject({ start: "[", between: ",", end: "]\n" });
  expect(text?.output?.line(line)).toBe('{"info":{"RayID":"8a1"}}');
});

test("templates: fields, constants, comments and trimmed whitespace", () => {
  const record_template =
    'ray={{.RayID}} {{/* a }} comment */}}{{"\\t\\x41"}}{{`{{x}}`}}  {{- .EdgeResponseStatus -}}  ! {{.ClientIP}}';
  const options = { field_names: ["RayID", "EdgeResponseStatus"], record_template };
  expect(output({ ...options, record_prefix: "", record_suffix: "\n" })).toBe(
    'ray="8a1" \tA{{x}}200! null\n',
  );
  expect(output({ ...options, record_template: "{{.RayID}}", output_type: "csv" })).toBe('"8a1"\n');
});

test("CVE-2021-44228 also replaces an escaped dollar sign", () => {
  const field_names = ["ClientRequestUserAgent"];
  expect(output({ field_names, "CVE-2021-44228": true })).toBe(
    '{"ClientRequestUserAgent":"a,\\"b\\" x{jndi}"}\n',
  );
  const escaped = row({ ClientRequestUserAgent: String.raw`"\u0024{x}"` });
  expect(output({ field_names, "CVE-2021-44228": "true" }, escaped)).toBe(
    '{"ClientRequestUserAgent":"x{x}"}\n',
  );
  const csv = { field_names, output_type: "csv", "CVE-2021-44228": true };
  expect(output(csv)).toBe('"a,""b"" x{jndi}"\n');
  const record_template = "{{.ClientRequestUserAgent}}";
  expect(output({ ...csv, record_template })).toBe('"a,\\"b\\" x{jndi}"\n');
});

test("older jobs use 'logpull_options' instead", () => {
  const text = trialOf({ logpull_options: "fields=RayID,ClientIP&timestamps=rfc3339&sample=0.5" });
  expect(text?.output?.fields).toEqual(["RayID", "ClientIP"]);
  expect(text?.output?.sampleRate).toBe(0.5);
});

test("strings from CSV logs get the type of their field", () => {
  const on = row({ EdgeResponseStatus: '"200"', CacheReserveUsed: '"true"', RayID: '"12"' });
  expect(output({ field_names: ["EdgeResponseStatus", "CacheReserveUsed", "RayID"] }, on)).toBe(
    '{"EdgeResponseStatus":200,"CacheReserveUsed":true,"RayID":"12"}\n',
  );
});

const where = { where: { key: "EdgeResponseStatus", operator: "eq", value: 200 } };

test.each([
  ["an object", where, true],
  ["the escaped string", JSON.stringify(where), true],
  ["an empty string", "", true],
  ["null", null, true],
])("the filter of a job as %s", (_, filter, expected) => {
  expect(trialOf({ filter })?.trial?.outcome(line)).toBe(expected);
});

test("the conditions of an escaped filter have positions in the job", () => {
  const job = JSON.stringify({ filter: JSON.stringify(where) });
  const [condition] = trialOf(job)?.trial?.conditions ?? [];
  expect(job.slice(condition?.start, condition?.end)).toBe(
    JSON.stringify(JSON.stringify(where.where)).slice(1, -1),
  );
});

test("the filter in another file is reported", () => {
  expect(trialOf({ filter: "./a/../shop.lpfilter" })?.filterFile).toBe("shop.lpfilter");
});

test.each([
  ["a job that is not JSON", "{ filter"],
  ["a filter that cannot be read", { filter: { where: { key: "ClientIP" } } }],
])("%s has an error", (_, job) => {
  expect(trialOf(job)?.error).toEqual(expect.any(String));
  expect(trialOf(job)?.trial).toBeUndefined();
});
