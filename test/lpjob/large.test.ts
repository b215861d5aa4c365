import { expect, test } from "vitest";
import { parseJson } from "../../server/src/json/syntax/parse.ts";
import { lpjob } from "../../server/src/lpjob/language.ts";
import { readJob } from "../../server/src/lpjob/syntax/job.ts";
import { variablesIn } from "../../server/src/text/variables.ts";
import { analyze } from "../support/check.ts";

const codes = (text: string) =>
  analyze(lpjob, text)
    .diagnostics()
    .map((it) => it.code);
const job = (destination: string) =>
  `{ "dataset": "http_requests", "destination_conf": "${destination}" }`;

test("a destination far over the limit is not parsed, and nothing is reported as missing", () => {
  const long = `s3://logs/{DATE}?${"sse=AES256&".repeat(30_000)}`;
  const { destination } = readJob(parseJson(job(`${long}region=eu`)));
  const last = destination?.parameters.at(-1);
  expect(destination?.parameters.length).toBeLessThan(6_000);
  expect([last?.name.text, last?.value?.text]).toEqual(["sse", "AES256"]);
  const found = analyze(lpjob, job(long)).diagnostics();
  // The second 'sse' is a duplicate, which is reported once.
  expect(found.map((it) => it.code)).toEqual(["text-too-long", "destination-parameter"]);
  expect(found[1]?.message).toBe("Duplicate parameter 'sse'. Remove one.");
  expect(codes(job("s3://logs/{DATE}?sse=AES256"))).toEqual(["destination-parameter"]);
});

test("characters are counted like the service", () => {
  const found = (name: string) =>
    analyze(
      lpjob,
      `{ "name": "${name}", "dataset": "http_requests", "destination_conf": "gs://a/{DATE}" }`,
    )
      .diagnostics()
      .map((it) => it.message)
      .join();
  expect(found("\u{1f600}".repeat(512))).toBe("");
  expect(found("\u{1f600}".repeat(513))).toContain("'name' is 513 characters");
  expect(found(`${"\ud83d".repeat(300)}${"a".repeat(300)}`)).toContain("'name' is 600 characters");
  expect(found(`${"a".repeat(512)}\${env:STAGE}\${}`)).toBe("");
});

test.each([
  ["plain text", ""],
  [`\${env:A}`, "0-8 A"],
  [`a\${env:A}b\${env:B_2}`, "1-9 A, 10-20 B_2"],
  [`\${}`, "0-3 -"],
  [`\${env:}\${ENV:A}`, "0-7 -, 7-15 -"],
  [`\${env:A`, "0-7 open"],
  [`\${env:A\${env:B}`, "0-8 open"],
  [`\${\${`, "0-3 open"],
  [`\${a{b}c}`, "0-3 open"],
  [`$\${env:A}}`, ""],
  [`$$\${env:A}\${env:B}`, "10-18 B"],
  [`\${env:1}`, "0-8 -"],
])("variables in '%s'", (content, expected) => {
  const shown = [...variablesIn(content)].map(
    ({ start, end, name, closed }) => `${start}-${end} ${closed ? (name ?? "-") : "open"}`,
  );
  expect(shown.join(", ")).toBe(expected);
});
