import { expect, test } from "vitest";
import type { LogRow } from "../../server/src/core/trial.ts";
import { defaultContext, languageOfPath } from "../../server/src/languages.ts";

function trialOf(job: object | string) {
  const text = typeof job === "string" ? job : JSON.stringify(job);
  return languageOfPath("a.lpjob")?.analyse(text, defaultContext).trials?.()[0];
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

test("CSV quotes what needs it", () => {
  const field_names = ["RayID", "ClientRequestUserAgent", "BotTags"];
  expect(output({ field_names, output_type: "csv" })).toBe(
    `8a1,"a,""b"" ${"$"}{jndi}","[""x"",""y""]"\n`,
  );
  expect(
    output({ field_names: ["RayID", "ClientIP"], output_type: "csv", field_delimiter: "|" }),
  ).toBe("8a1|192.0.2.7\n");
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
    "ray=8a1 \tA{{x}}200! null\n",
  );
  expect(output({ ...options, record_template: "{{.RayID}}", output_type: "csv" })).toBe("8a1\n");
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

test("the filter in another file is named", () => {
  expect(trialOf({ filter: "./a/../shop.lpfilter" })?.filterFile).toBe("shop.lpfilter");
});

test.each([
  ["a job that is not JSON", "{ filter"],
  ["a filter that cannot be read", { filter: { where: { key: "ClientIP" } } }],
])("%s has an error", (_, job) => {
  expect(trialOf(job)?.error).toEqual(expect.any(String));
  expect(trialOf(job)?.trial).toBeUndefined();
});
