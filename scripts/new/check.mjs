import { camelCase, withEntry, withImport } from "./words.mjs";

/** The template of a new check of each language: it reports one value, `wrong.example`, so that its examples pass. */
export const checkLanguages = {
  cfrule: {
    type: "RuleCheck",
    on: "comparison",
    run: `run(comparison, report, { text }) {
    // TODO: what is wrong. 'Nodes' in check.ts lists what a check can run on.
    const { start, end } = comparison.right;
    if (text.slice(start, end) !== '"wrong.example"') return;
    report(comparison.right, message);
  },`,
    wrong: `http.host eq "wrong.example"
             ^^^^^^^^^^^^^^^`,
    right: `http.host eq "right.example"`,
  },
  lpfilter: {
    type: "FilterCheck",
    on: "condition",
    run: `run({ value }, report, { text }) {
    // TODO: what is wrong. 'Nodes' in check.ts lists what a check can run on.
    if (!value?.value) return;
    const { start, end } = value.value;
    if (text.slice(start, end) === '"wrong.example"') report(value.value, message);
  },`,
    wrong: `{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "wrong.example" } }
                                                                    ^^^^^^^^^^^^^^^`,
    right: `{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "right.example" } }`,
  },
  lpjob: {
    type: "JobCheck",
    on: "property",
    run: `run({ property }, report, { text }) {
    // TODO: what is wrong. 'Nodes' in check.ts lists what a check can run on.
    if (!property.value) return;
    const { start, end } = property.value;
    if (text.slice(start, end) === '"wrong.example"') report(property.value, message);
  },`,
    wrong: `{ "name": "wrong.example", "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}" }
          ^^^^^^^^^^^^^^^`,
    right: `{ "name": "right-name", "dataset": "http_requests", "destination_conf": "gs://logs/{DATE}" }`,
  },
};

/**
 * @param {string} name
 * @param {keyof typeof checkLanguages} language
 * @returns {import("../new.mjs").NewFiles}
 */
export function checkFiles(name, language) {
  const { type, on, run, wrong, right } = checkLanguages[language];
  // No two new checks report the same value.
  const value = `${name}.example`;
  const filled = (/** @type {string} */ text) =>
    text.replaceAll("wrong.example", value).replace(/\^+/, "^".repeat(value.length + 2));
  const folder = `server/src/${language}/checks`;
  const variable = camelCase(name);
  return {
    files: {
      [`${folder}/${name}.ts`]: `import type { ${type} } from "./check.ts";

// TODO: what is wrong, with the user's text in single quotes; then what to do.
const message = "TODO.";

export const ${variable}: ${type}<"${on}"> = {
  code: "${name}",
  // TODO: 'error' if the service refuses it, 'warning' if it does not do what it seems to do.
  severity: "warning",
  summary: "TODO: what it reports, in one sentence.",
  why: "TODO: why that matters, and what to do.",
  on: "${on}",
  ${filled(run)}
  // These are its tests, and its section of docs/diagnostics.md. The second is a text without the problem.
  examples: \`
${filled(wrong)} warning: TODO.
---
${right}
\`,
};
`,
    },
    list: `${folder}/all.ts`,
    register: (text) =>
      withEntry(
        withImport(text, variable, `./${name}.ts`),
        /export const checks.* = \[\n(?: {2}.+\n)*? {2}\w+,(?=\n\];)/,
        variable,
      ),
    tests: ["test/checks.test.ts", "-t", name],
  };
}
