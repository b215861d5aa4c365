import { describe, expect, test } from "vitest";
import { lpjob } from "../../server/src/lpjob/language.ts";
import { analyze, checkAccept, checkComplete, completionsAt } from "../support/check.ts";
import { fillSnippet } from "../support/random/any-text.ts";

const labels = (marked: string, context = {}): string[] =>
  completionsAt(lpjob, marked, context).map((it) => it.label);

test("the most common datasets come first", () =>
  expect(labels(`{ "dataset": "<|>" }`).slice(0, 2)).toEqual(["http_requests", "firewall_events"]));

describe("the structure of a job", () => {
  test.each([
    ["an empty file", `<|>`, "job to S3"],
    ["a first word", `jo<|>`, "job to S3"],
    ["an empty job", `{ <|> }`, "destination_conf"],
    ["a job that is still open", `{ "na<|>`, "name"],
    ["an empty object of options", `{ "output_options": { <|> } }`, "field_names"],
    ["a flag", `{ "enabled": <|> }`, "true"],
    ["a Boolean that may be quoted", `{ "output_options": { "CVE-2021-44228": <|> } }`, "true"],
    ["a rate", `{ "output_options": { "sample_rate": <|> } }`, "0.1"],
    ["a limit", `{ "max_upload_bytes": <|> }`, "5000000"],
    ["a dataset", `{ "dataset": "<|>" }`, "http_requests"],
    ["a dataset that is half typed", `{ "dataset": "fire<|>, "name": "a" }`, "firewall_events"],
    ["a destination", `{ "destination_conf": "<|>" }`, "s3://"],
    ["a format", `{ "output_options": { "timestamp_format": "<|>" } }`, "rfc3339ms"],
    ["a kind", `{ "kind": <|> }`, "edge"],
    ["a filter", `{ "filter": <|> }`, "where"],
    ["a field", `{ "output_options": { "field_names": ["RayID", <|>] } }`, "ClientIP"],
    [
      "a field of the dataset",
      `{ "dataset": "dns_logs", "output_options": { "field_names": ["<|>`,
      "QueryName",
    ],
    ["a code", `// weir-ignore <|>`, "secret-in-file"],
    ["a code of the filter", `// weir-ignore <|>`, "prefer-in"],
    ["a directive", `// weir<|>`, "weir-ignore-file"],
  ])("offers in %s", (_, marked, label) => expect(labels(marked)).toContain(label));

  test.each([
    ["what is there already", `{ "name": "a", <|> }`, "name"],
    ["what the service writes", `{ <|> }`, "last_error"],
    ["options in the job", `{ <|> }`, "sample_rate"],
    ["a field that is listed", `{ "output_options": { "field_names": ["RayID", <|>] } }`, "RayID"],
  ])("leaves out %s", (_, marked, label) => expect(labels(marked)).not.toContain(label));

  test.each([
    ["behind a closing quote", `{ "dataset": "dns_logs"<|> }`],
    ["in an unknown object", `{ "x": { <|> } }`],
    ["in an unknown array", `{ "x": [ <|> ] }`],
    ["behind the job", `{ } <|>`],
    ["in a name of a job", `{ "name": "a<|>" }`],
  ])("offers nothing %s", (_, marked) => checkComplete(lpjob, marked, ""));

  test("puts deprecated properties last", () =>
    expect(labels(`{ <|> }`).slice(-2)).toEqual(["frequency", "logpull_options"]));
});

describe("accepting", () => {
  test.each([
    ["a property", `{ <|> }`, "enabled", `{ "enabled": \${1} }`],
    [
      "a property after another",
      `{ "name": "a" <|> }`,
      "enabled",
      `{ "name": "a", "enabled": \${1} }`,
    ],
    ["a name alone", `{ "ena<|>": true }`, "enabled", `{ "enabled": true }`],
    ["a dataset", `{ "dataset": <|> }`, "dns_logs", `{ "dataset": "dns_logs" }`],
    [
      "a destination",
      `{ "destination_conf": "s<|>" }`,
      "gs://",
      `{ "destination_conf": "gs://\${1:bucket}/\${2:path}/{DATE}" }`,
    ],
    [
      "a secret of a destination",
      `{ "destination_conf": <|> }`,
      "sumo://",
      `{ "destination_conf": "sumo://\${1:endpoint}/receiver/v1/http/\\\${env:SUMO_COLLECTOR_CODE}" }`,
    ],
    [
      "a parameter",
      `{ "destination_conf": "s3://a?<|>" }`,
      "region",
      `{ "destination_conf": "s3://a?region=" }`,
    ],
    [
      "a parameter that has its value",
      `{ "destination_conf": "s3://a?reg<|>=b" }`,
      "region",
      `{ "destination_conf": "s3://a?region=b" }`,
    ],
    [
      "a second parameter",
      `{ "destination_conf": "s3://a?region=b&ss<|>" }`,
      "sse",
      `{ "destination_conf": "s3://a?region=b&sse=" }`,
    ],
    [
      "the value of a parameter",
      `{ "destination_conf": "s3://a?sse=<|>" }`,
      "AES256",
      `{ "destination_conf": "s3://a?sse=AES256" }`,
    ],
    [
      "a secret from the environment",
      `{ "destination_conf": "datadog://a?header_DD-API-KEY=$<|>" }`,
      `\${env:DD_API_KEY}`,
      `{ "destination_conf": "datadog://a?header_DD-API-KEY=\${env:DD_API_KEY}" }`,
    ],
    [
      "a variable that is half typed",
      `{ "destination_conf": "s3://\${env<|>}/a" }`,
      `\${env:NAME}`,
      `{ "destination_conf": "s3://\${env:NAME}/a" }`,
    ],
    [
      "the day",
      `{ "destination_conf": "gs://a/<|>" }`,
      "{DATE}",
      `{ "destination_conf": "gs://a/{DATE}" }`,
    ],
    [
      "the day, half typed",
      `{ "destination_conf": "gs://a/{D<|>" }`,
      "{DATE}",
      `{ "destination_conf": "gs://a/{DATE}" }`,
    ],
    [
      "a field of a template",
      `{ "output_options": { "field_names": ["RayID"], "record_template": "{{<|>" } }`,
      "RayID",
      `{ "output_options": { "field_names": ["RayID"], "record_template": "{{.RayID}}" } }`,
    ],
    [
      "a field of a closed template",
      `{ "output_options": { "field_names": ["RayID"], "record_template": "\\"{{.R<|>a}}" } }`,
      "RayID",
      `{ "output_options": { "field_names": ["RayID"], "record_template": "\\"{{.RayID}}" } }`,
    ],
    [
      "a field in the filter",
      `{ "dataset": "dns_logs", "filter": { "where": { "key": "<|>" } } }`,
      "QueryName",
      `{ "dataset": "dns_logs", "filter": { "where": { "key": "QueryName" } } }`,
    ],
    [
      "a field in the filter, without its quote",
      `{ "dataset": "dns_logs", "filter": { "where": { "key": "Qu<|>, "operator": "eq" } } }`,
      "QueryName",
      `{ "dataset": "dns_logs", "filter": { "where": { "key": "QueryName", "operator": "eq" } } }`,
    ],
    [
      "the start of a filter",
      `{ "filter": { <|> } }`,
      "where",
      `{ "filter": { "where": { \${1} } } }`,
    ],
  ])("%s", (_, marked, label, after) => checkAccept(lpjob, marked, label, after));
});

describe("the path of a filter", () => {
  const files = ["shop-errors.lpfilter", "../gateway/blocked.lpfilter"];

  test("is offered if the files are known", () =>
    checkComplete(
      lpjob,
      `{ "filter": "<|>" }`,
      `./shop-errors.lpfilter, ../gateway/blocked.lpfilter, where, ""`,
      { files },
    ));

  test("is offered as a placeholder if they are not", () =>
    checkComplete(lpjob, `{ "filter": <|> }`, `where, ./….lpfilter, ""`));
});

test("every offered job template has no problems", () => {
  for (const item of completionsAt(lpjob, "<|>")) {
    const chosen = item.edit.newText
      .replace(/("dataset": ")\$\{2\}/, "$1http_requests")
      .replace(/(\[")\$\{3\}/, "$1RayID");
    const account = `account-id=${"0".repeat(32)}`;
    const text = fillSnippet(chosen).replace("account-id=account", account);
    const found = analyze(lpjob, text).diagnostics();
    expect(
      found.map((it) => it.message),
      text,
    ).toEqual([]);
  }
});

test("text inside an escape is left unchanged", () =>
  expect(labels(String.raw`{ "destination_conf": "gs:\/\<|>/a" }`)).toEqual([]));
