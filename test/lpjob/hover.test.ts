import { describe, expect, test } from "vitest";
import { lpjob } from "../../server/src/lpjob/language.ts";
import { analyze, checkHover } from "../support/check.ts";
import { readCursor } from "../support/marks.ts";

/** The text in the range of the hover at the cursor. */
function hovered(marked: string): string | undefined {
  const { text, offset } = readCursor(marked);
  const hover = analyze(lpjob, text).hover(offset);
  return hover && text.slice(hover.start, hover.end);
}

describe("hover shows", () => {
  test.each([
    [
      "what a property is",
      `{ "ena<|>bled": true }`,
      ["**enabled** · Boolean", "default for new jobs", "Default: `false`"],
    ],
    ["what an option is", `{ "output_options": { "CVE-2021<|>-44228": true } }`, ["`x{`"]],
    [
      "the limits of a number",
      `{ "max_upload<|>_records": 0 }`,
      ["1,000 to 1,000,000 lines, or 0"],
    ],
    ["what took its place", `{ "freq<|>uency": "low" }`, ["Deprecated. Use 'max\\_upload"]],
    [
      "whom it is for",
      `{ "filter_<|>attack_traffic": true }`,
      ["For `http_requests`, `firewall_events`"],
    ],
    ["what a dataset is", `{ "dataset": "gateway<|>_dns" }`, ["Scope: account"]],
    [
      "what a field is",
      `{ "output_options": { "field_names": ["Ray<|>ID"] } }`,
      ["**RayID** · string · `http_requests`"],
    ],
    [
      "what a field of another dataset is",
      `{ "dataset": "dns_logs", "output_options": { "field_names": ["Query<|>Name"] } }`,
      ["`dns_logs`"],
    ],
    [
      "what a word means",
      `{ "output_options": { "timestamp_format": "rfc<|>3339" } }`,
      ["2025-11-12T13:00:00Z"],
    ],
    [
      "what a destination is",
      `{ "destination_conf": "gs://lo<|>gs" }`,
      ["**Google Cloud Storage**", "requires an `ownership_challenge`"],
    ],
    [
      "what a parameter is",
      `{ "destination_conf": "s3://logs?re<|>gion=a" }`,
      ["**region** · S3 · required"],
    ],
    [
      "that a parameter is a secret",
      `{ "destination_conf": "s3://logs?secret-access-<|>key=a" }`,
      ["env:AWS_SECRET_ACCESS_KEY"],
    ],
    [
      "what becomes a header",
      `{ "destination_conf": "https://a.example/?header_X-<|>A=b" }`,
      ["the `X-A` header"],
    ],
    ["what becomes the day", `{ "destination_conf": "gs://logs/{DA<|>TE}" }`, ["`20251112`"]],
    ["what a variable is", `{ "name": "a-\${env:ST<|>AGE}" }`, ["Environment variable `STAGE`"]],
    ["what an escape is", `{ "name": "a-$<|>\${env:STAGE}" }`, ["Sent as `${`"]],
    [
      "what a field in a template is",
      `{ "output_options": { "record_template": "\\"{{.Ray<|>ID}}" } }`,
      ["**RayID**"],
    ],
    ["what a path is", `{ "filter": "./a<|>.lpfilter" }`, ["The file with the filter"]],
    [
      "what a filter keeps",
      `{ "filter": { "whe<|>re": { "key": "RayID", "operator": "eq", "value": "a" } } }`,
      [`Keeps lines where RayID is "a"`],
    ],
    [
      "what an escaped filter keeps",
      String.raw`{ "filter": "{\"whe<|>re\":{\"key\":\"RayID\",\"operator\":\"eq\",\"value\":\"a\"}}" }`,
      [`Keeps lines where RayID is "a"`],
    ],
    ["what a code is", `// weir-ignore secret-<|>in-file\n{}`, ["The file contains a secret."]],
    ["what a code of the filter is", `// weir-ignore prefer<|>-in\n{}`, ["`in`"]],
  ])("%s", (_, marked, parts) => checkHover(lpjob, marked, ...parts));

  test.each([
    ["an unknown property", `{ "x<|>": 1 }`],
    ["a name in an unknown object", `{ "x": { "enabled<|>": 1 } }`],
    ["a number", `{ "max_upload_bytes": 1<|>0 }`],
    ["an unknown dataset", `{ "dataset": "no<|>pe" }`],
    ["a comment", `{ /* a <|> */ }`],
    ["an empty file", `<|>`],
  ])("nothing about %s", (_, marked) => checkHover(lpjob, marked));
});

test.each([
  [`{ "destination_conf": "s3:\\/\\/logs\\/{DATE}?region=a&s<|>se=AES256" }`, "sse=AES256"],
  [`{ "destination_conf": "s3:\\/\\/lo<|>gs" }`, `"s3:\\/\\/logs"`],
  [`{ "name": "\\n\${env:A<|>}" }`, `\${env:A}`],
  [`{ "output_options": { "record_template": "\\"{{.RayI<|>D}}\\"" } }`, "RayID"],
])("has exactly this range: %s", (marked, about) => expect(hovered(marked)).toBe(about));
