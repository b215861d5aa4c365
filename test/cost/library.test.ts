import { expect, test } from "vitest";
import { cost, TextError } from "../../server/src/library/library.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import { httpRequestLines } from "../support/random/log-lines.ts";

/** `cost` of the library, and of assistants. */

const job = JSON.stringify({
  dataset: "http_requests",
  destination_conf: "s3://acme-logs/x?region=eu-central-1",
  output_options: { field_names: ["ClientRequestPath", "EdgeResponseStatus", "BotTags"] },
});
const keep = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 400 } }';
const lines = [...httpRequestLines(400)].map((it) => `${it}\n`).join("");

test("gives the answer of the command", async () => {
  using folder = new Folder({ "a.lpjob": job, "keep.lpfilter": keep, "a.ndjson": lines });
  const args = ["cost", "a.lpjob", "--logs", "a.ndjson", "--keep", "keep.lpfilter"];
  const { out } = await weir(folder, [...args, "--format", "json"]);
  const { jobs, logs } = JSON.parse(out);
  const found = cost(job, lines, { path: "a.lpjob", keep: [keep] });
  expect(found.logs).toEqual(logs);
  const plain = (it: { fields: { used: boolean }[]; together?: object }) => ({
    ...it,
    // The command knows the workspace.
    fields: it.fields.map((field) => ({ ...field, used: false })),
    together: { ...it.together, keeps: [] },
  });
  expect(JSON.parse(JSON.stringify(found.jobs.map(plain as never)))).toEqual(jobs.map(plain));
  expect(found.jobs[0]?.suggestions.length).toBeGreaterThan(0);
});

test.each([
  ["ssl", { language: "cfrule" }, "The text has no job or filter."],
  ["{", { language: "lpjob" }, "Unclosed '{'."],
  [job, { language: "lpjob", keep: ["{"] }, "The filter of lines that must stay is not valid."],
] as const)("%s", (text, options, message) => {
  expect(() => cost(text, lines, options)).toThrow(TextError);
  expect(() => cost(text, lines, options)).toThrow(message);
});

test.each([
  [{ target: 2 }, "Expected a number above 0 and at most 1 as 'target'."],
  [{ keep: "a" }, "Expected an array of texts as 'keep'."],
])("wrong arguments: %j", (options, message) => {
  const wrong = { language: "lpjob", ...options } as never;
  expect(() => cost(job, lines, wrong)).toThrow(new TypeError(message));
});
