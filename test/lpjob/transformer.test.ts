/** A transformer selects lines with SQL that only the service has. */

import assert from "node:assert/strict";
import { expect, test } from "vitest";
import { compareMeanings } from "../../server/src/core/meaning/meaning.ts";
import { defaultContext, hostOfPath, languageOfPath } from "../../server/src/languages.ts";
import { dialects } from "../../server/src/sql/dialects.ts";
import { translateFilter } from "../../server/src/sql/translate.ts";

const reason = "A transformer selects the lines, with SQL that only the service has.";

function analyze(text: string, path = "a.lpjob") {
  const language = languageOfPath(path) ?? hostOfPath(path);
  const analysis = language?.analyze(text, defaultContext);
  assert.ok(analysis);
  return analysis;
}

const job = (id: string) =>
  `{ "dataset": "http_requests", "destination_conf": "gs://a/b", "transformer_id": ${id} }`;

test("no lines are claimed to be kept", () => {
  const [found] = analyze(job("42")).trials?.() ?? [];
  expect(found).toMatchObject({ error: reason });
  expect(found).not.toHaveProperty("trial");
  const [without] = analyze(job("null")).trials?.() ?? [];
  expect(without).toHaveProperty("trial");
});

test("there is no SQL for it", () => {
  const text = job("42");
  const filter = analyze(text).logFilter?.();
  assert.ok(filter);
  const options = { dialect: dialects.duckdb, where: true };
  expect(translateFilter(filter, options)).toEqual({ error: reason, at: text.indexOf("42") });
});

test.each([
  ["42", "42", "equal"],
  ["42", "43", "unknown"],
  ["42", "null", "unknown"],
])("jobs with the transformers %s and %s are %s", (first, second, name) => {
  const [a, b] = [first, second].map((it) => analyze(job(it)).meaning?.());
  assert.ok(a && b);
  expect(compareMeanings(a, b).name).toBe(name);
});

test("a job in Terraform has one, too", () => {
  const text = `resource "cloudflare_logpush_job" "j" {
  dataset          = "http_requests"
  destination_conf = "gs://a/b"
  transformer_id   = 42
  output_options   = { output_type = "csv" }
}
`;
  const analysis = analyze(text, "a.tf");
  expect(analysis.diagnostics().map((it) => it.code)).toEqual(["transformer-output"]);
  expect(analysis.trials?.()).toMatchObject([{ error: reason }]);
});
