/** Options outside of 'output_options' are all moved into it, and everything else is kept. */
import { describe, expect, test } from "vitest";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { minify } from "../../server/src/json/format/minify.ts";
import { parseJson } from "../../server/src/json/syntax/parse.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { lpjob } from "../../server/src/lpjob/language.ts";

function fixed(text: string): unknown {
  const after = fixAll(lpjob, text, defaultContext, { style: true });
  const { root } = parseJson(after);
  return JSON.parse((root && minify(root, after)) ?? "");
}

const job = { dataset: "http_requests", destination_conf: "gs://logs/{DATE}" };
const options = { field_names: ["RayID"], timestamp_format: "rfc3339", sample_rate: 0.5 };

describe("options of a job that has no 'output_options'", () => {
  test.each([
    ["side by side", { ...job, ...options }],
    ["first", { ...options, ...job }],
    [
      "here and there",
      { sample_rate: 0.5, ...job, field_names: ["RayID"], name: "a", timestamp_format: "rfc3339" },
    ],
  ])("%s", (_, value) => {
    for (const space of [0, 2]) {
      const after = fixed(JSON.stringify(value, null, space)) as Record<string, unknown>;
      expect(after).toMatchObject(job);
      expect(after).toMatchObject({ output_options: options });
      expect(Object.keys(after).filter((it) => it in options)).toEqual([]);
    }
  });

  test("with comments between them", () =>
    expect(
      fixed(
        `{ "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}", "sample_rate": 0.5, // half\n "field_names": ["RayID"], /* when */ "timestamp_format": "rfc3339" }`,
      ),
    ).toEqual({ ...job, output_options: options }));
});

test("options beside existing ones", () =>
  expect(
    fixed(
      JSON.stringify({
        ...job,
        sample_rate: 0.5,
        output_options: { field_names: ["RayID"] },
        timestamp_format: "rfc3339",
      }),
    ),
  ).toEqual({ ...job, output_options: options }));

test.each([
  [
    "an option that is there twice",
    { ...job, sample_rate: 1, output_options: { sample_rate: 0.5 } },
  ],
  ["'output_options' of another kind", { ...job, sample_rate: 1, output_options: null }],
  ["the old 'logpull_options'", { ...job, sample_rate: 1, logpull_options: "fields=RayID" }],
  [
    "two names for one property",
    { dataset: "http_requests", destination: "gs://a/{DATE}", destination_url: "gs://b/{DATE}" },
  ],
])("%s is not changed", (_, value) => expect(fixed(JSON.stringify(value))).toEqual(value));

describe("comments move with the option that they belong to", () => {
  const moved = (text: string) => fixAll(lpjob, text, defaultContext, { style: true });
  const head = `{
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}",`;

  test("into new 'output_options'", () =>
    expect(
      moved(`${head}
  // a tenth
  "sample_rate": 0.1, // for now
  "name": "a", // keep
  /* the names */
  "field_names": [
    "RayID"
  ] // only one
}
`),
    ).toBe(`${head}
  "output_options": {
    // a tenth
    "sample_rate": 0.1, // for now
    /* the names */
    "field_names": [
      "RayID"
    ] // only one
  },
  "name": "a" // keep
}
`));

  test("into existing ones, in source order", () =>
    expect(
      moved(`${head}
  "sample_rate": 0.1, // for now
  "output_options": { // all of them
    // the names
    "field_names": ["RayID"]
  },
  // when
  "timestamp_format": "rfc3339",
}
`),
    ).toBe(`${head}
  "output_options": { // all of them
    "sample_rate": 0.1, // for now
    // when
    "timestamp_format": "rfc3339",
    // the names
    "field_names": ["RayID"]
  }
}
`));

  test("on one line", () =>
    expect(
      moved(
        `{ "dataset": "http_requests", "destination_conf": "gs://a/{DATE}", "sample_rate": 1, /* b */ "output_options": {}, /* c */ "timestamp_format": "unix" }`,
      ),
    ).toBe(
      `{ "dataset": "http_requests", "destination_conf": "gs://a/{DATE}", /* b */ "output_options": { "sample_rate": 1, /* c */ "timestamp_format": "unix" } }`,
    ));
});
