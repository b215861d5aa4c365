import { camelCase, withEntry, withImport } from "./words.mjs";

/**
 * @param {string} name
 * @returns {import("../new.mjs").NewFiles}
 */
export function datasetFiles(name) {
  const file = name.replaceAll("_", "-");
  const variable = camelCase(name);
  const title = name.replaceAll("_", " ").replace(/^./, (it) => it.toUpperCase());
  return {
    files: {
      [`server/src/lpfilter/catalog/datasets/${file}.ts`]: `import type { DatasetSource } from "../dataset.ts";

// TODO: the fields of Cloudflare's documentation, sorted by name. 'Field' in ../dataset.ts lists what a row may say.
export const ${variable}: DatasetSource = {
  name: "${name}",
  title: "${title}",
  about: "TODO: what one log line represents.",
  scopes: ["account"],
  fields: () => [
    { name: "Timestamp", type: "int or string", doc: "TODO: when it happened." },
    { name: "UserID", type: "string", doc: "TODO: one sentence." },
  ],
};
`,
      [`test/lpfilter/datasets/${name}.test.ts`]: `import { expect, test } from "vitest";
import { check } from "../../../server/src/library/library.ts";

const codes = (key: string) =>
  check(JSON.stringify({ where: { key, operator: "eq", value: "a1" } }), {
    language: "lpfilter",
    dataset: "${name}",
  }).map((it) => it.code);

// TODO: a filter that people write for this dataset.
test("its fields are known", () => {
  expect(codes("UserID")).toEqual([]);
  expect(codes("UserIDs")).toEqual(["unknown-field"]);
});
`,
    },
    list: "server/src/lpfilter/catalog/datasets.ts",
    register: (text) =>
      withEntry(
        withImport(text, variable, `./datasets/${file}.ts`),
        /const sources.* = \[\n(?: {2}.+\n)*? {2}\w+,(?=\n\];)/,
        variable,
        (other) => other > variable,
      ),
    tests: [
      `test/lpfilter/datasets/${name}.test.ts`,
      "test/lpfilter",
      "test/catalog-order.test.ts",
    ],
  };
}
