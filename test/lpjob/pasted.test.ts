/** Other kinds of text instead of a job: reported once, with advice on what to keep, and never changed by a safe fix. */
import { describe, expect, test } from "vitest";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { lpjob } from "../../server/src/lpjob/language.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { analyze } from "../support/check.ts";

const plain = { dataset: "http_requests", destination_conf: "gs://logs/{DATE}" };
const job = JSON.stringify(plain);
const where = { key: "ClientIP", operator: "eq", value: "192.0.2.1" };
const fence = "```";

describe.each<[name: string, text: string, start: string, kept: unknown]>([
  ["a response", `{"result":${job},"success":true}`, "This is an API response.", plain],
  ["a response with a list", `{"errors":[],"result":[${job}]}`, "This is an API response", plain],
  ["curl", `curl https://example.com --json '${job}'`, "This is a curl command. Keep only", plain],
  ["percents", encodeURIComponent(job), "This is percent-encoded. Decode it.", plain],
  ["Markdown", `${fence}\n${job}\n${fence}`, "This is a Markdown code block.", plain],
  [
    "a filter with open quotes",
    `{"filter":"${JSON.stringify({ where })}",${job.slice(1)}`,
    "The quotes in this string are not escaped. Use an object",
    { filter: { where }, ...plain },
  ],
  [
    "a filter with open quotes at the end",
    `${job.slice(0, -1)},\n"filter": "${JSON.stringify({ where })}"\n}`,
    "The quotes in this string are not escaped. Use an object",
    { filter: { where }, ...plain },
  ],
])("%s", (_, text, start, kept) => {
  const found = analyze(lpjob, text).diagnostics();

  test("is reported once", () => {
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain(start);
    expect(fixAll(lpjob, text, defaultContext, { style: true })).toBe(text);
  });

  test("keeps the job", () => {
    const fix = found[0]?.fixes[0];
    expect(fix?.guess).toBe(true);
    expect(fix && JSON.parse(applyEdits(text, fix.edits))).toEqual(kept);
  });
});

test.each([
  ["several jobs", `{"success":true,"result":[${job},${job}]}`, "Keep only one job of 'result'."],
  ["SQL", "SELECT * FROM logs", "This is an SQL query. A job is JSON"],
  ["a rule", 'http.host eq "a"', "This is a rule expression. Move it to a '.cfrule' file."],
  ["YAML", "dataset: http_requests\ndestination_conf: gs://logs\n", "This is YAML. A job is JSON"],
])("%s", (_, text, start) => {
  const found = analyze(lpjob, text).diagnostics();
  expect(found).toHaveLength(1);
  expect(found[0]?.message).toContain(start);
  expect(found[0]?.fixes).toEqual([]);
});

test.each([
  ["max_upload_records", "1e5", 100_000],
  ["max_upload_interval_seconds", "30.0", 30],
])("'%s' may be written as %s", (name, written, value) => {
  const text = `${job.slice(0, -1)},"${name}":${written}}`;
  const analysis = analyze(lpjob, text);
  expect(analysis.diagnostics()).toEqual([]);
  expect(JSON.parse(analysis.pushed() ?? "")).toMatchObject({ [name]: value });
});
