import { datasetNamed } from "../../server/src/lpfilter/catalog/datasets.ts";
import { filterOfSize } from "./corpus.ts";

const fields = (datasetNamed("http_requests")?.fields ?? [])
  .filter((it) => !it.deprecated)
  .map((it) => it.name);

/**
 * A realistic job of about that many bytes, without problems except its size: every field of its dataset, headers for
 * the destination and a template that use a third of the text, and a filter that uses the rest.
 */
export function jobOfSize(bytes: number): string {
  const share = bytes / 6;
  return `// Requests, for those who search them.
{
  "name": "requests-${bytes}",
  "dataset": "http_requests",
  "enabled": true,
  "max_upload_bytes": 5000000,
  "max_upload_records": 1000,
  "destination_conf": "https://logs.example.com/in?tags=host:www,team:web${headers(share)}",
  "output_options": {
    "field_names": [${fields.map((it) => `"${it}"`).join(", ")}],
    "output_type": "ndjson",
    "timestamp_format": "rfc3339",
    "sample_rate": 0.5,
    "record_template": "${template(share)}"
  },
  "filter": ${filterOfSize(share * 4)
    .replace(/^\/\/.*\n/, "")
    .trimEnd()}
}
`;
}

function headers(bytes: number): string {
  const one = (index: number) => `&header_X-Log-${index}=${"v".repeat(index % 20)}%20w`;
  return upTo(bytes, one);
}

function template(bytes: number): string {
  return upTo(bytes, (index) => `{{.${fields[index % fields.length]}}}\\t`);
}

function upTo(bytes: number, one: (index: number) => string): string {
  const parts: string[] = [];
  for (let index = 0, size = 0; size < bytes; index++) {
    const part = one(index);
    parts.push(part);
    size += part.length;
  }
  return parts.join("");
}

/** Hostile input to repeat in place of JSON. */
const pieces = [
  ...["[", "{", "}{", ",", ":", '"', "\\", "a", "\n", "\0", '{"a":', '"a" ', '\\"', '"":0,'],
  ...['"name":1,', '"a":"b",', '"filter":{},', '"output_options":{},', '"dataset":"x",'],
  ...['"RayID",', '"RayId",', '{"key":"ClientCountry","operator":"eq","value":"de"},'],
];

const places: readonly Around[] = [
  ["{", '"dataset":"http_requests"}'],
  ['{"output_options":{', '"sample_rate":1}}'],
  ['{"output_options":{"field_names":[', '"RayID"]}}'],
  ['{"filter":{"where":{"and":[', "]}}}"],
];

/** Hostile input to repeat inside strings that are parsed. */
const piecesInStrings = [
  ...[
    "{{",
    "{{.RayID}}",
    "{{RayID}}",
    "{{.A}}",
    '{{\\"',
    "{{/*",
    "&",
    "=",
    "?",
    "/",
    "://",
    "&a=b",
  ],
  ...[
    "&a=${",
    "${",
    `\${env:A}`,
    "${env",
    `\${}`,
    "{DATE}",
    "<a>",
    "%zz",
    "&header_A=b",
    "&region=",
  ],
  ...["\\u0041", "a", '{\\"and\\":[', '{\\"key\\":\\"X\\"},'],
];

const strings: readonly Around[] = [
  ['{"destination_conf":"s3://', '"}'],
  ['{"destination_conf":"https://a.example/?a=b', '"}'],
  ['{"output_options":{"field_names":["RayID"],"record_template":"', '"}}'],
  ['{"filter":"{\\"where\\":{\\"and\\":[', ']}}"}'],
  ['{"logpull_options":"fields=', '"}'],
];

type Around = readonly [before: string, after: string];

/** Each of these, repeated up to a megabyte, in each position where it may be slow. Yields few texts at once: they are long. */
export function* hostileJobs(): Generator<string[]> {
  for (const piece of pieces) yield megabytes(piece, places);
  for (const piece of piecesInStrings) yield megabytes(piece, strings);
}

function megabytes(piece: string, around: readonly Around[]): string[] {
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
  return around.map(([before, after]) => before + text + after);
}
