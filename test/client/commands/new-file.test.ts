import { expect, test } from "vitest";
import { isUnfilled, jobFor, starts } from "../../../client/src/templates.ts";
import { defaultContext, languages } from "../../../server/src/languages.ts";

const condition = ["EdgeResponseStatus", "geq", "500"];

const place = /\$\{?(\d)(?::[^}]*\})?/g;

/** Possible values for each placeholder. */
const filledIn: Readonly<Record<keyof typeof starts, readonly string[]>> = {
  lpfilter: condition,
  lpjob: ["errors", "http_requests", "s3://logs/{DATE}?region=eu-central-1", "RayID", ...condition],
  cfrule: ["block", "Logins", 'http.request.uri.path eq "/login"'],
};

test.each(Object.entries(starts))("a new %s is valid once it is filled in", (id, snippet) => {
  const language = languages.find((it) => it.id === id);
  const words = filledIn[id as keyof typeof starts];
  expect([...snippet.matchAll(place)].map(([, it]) => Number(it))).toEqual(
    words.map((_, i) => i + 1),
  );
  const text = snippet.replace(place, (_, it: string) => words[Number(it) - 1] ?? "");
  const read = language?.analyze(text, defaultContext);
  const serious = read?.diagnostics().filter((it) => /^(error|warning)$/.test(it.severity));
  expect(serious?.map((it) => `${it.code} ${it.message}`)).toEqual([]);
  expect(read?.pushed()).toBeDefined();
});

test.each([
  ["errors.lpfilter", ""],
  ["errors.lpfilter", "dns_logs"],
  ["a $1 } \\ b.lpfilter", "http_requests"],
])("a new job with the filter '%s' of dataset '%s'", (file, dataset) => {
  const written = jobFor(file, dataset)
    .replaceAll(/\$\{\d:((?:\\.|[^}\\])*)\}/g, "$1")
    .replaceAll(/(?<!\\)\$\d/g, "")
    .replaceAll(/\\([\\$}])/g, "$1");
  expect(JSON.parse(written)).toMatchObject({
    name: file.replace(".lpfilter", ""),
    dataset,
    filter: `./${file}`,
  });
  const isPlain = file === "errors.lpfilter";
  expect(isUnfilled(written, "lpjob")).toBe(isPlain);
  expect(isUnfilled(written.replace('_conf": ""', '_conf": "x"'), "lpjob")).toBe(false);
});
