import type { languageIds } from "./languages.ts";

const condition = (from: number): string =>
  `{ "key": "$${from}", "operator": "$${from + 1}", "value": "$${from + 2}" }`;

const job = (name: string, dataset: string, filter: string): string => `{
  "name": "\${1:${name}}",
  "dataset": "${dataset}",
  "destination_conf": "$3",
  "enabled": true,
  "output_options": {
    "field_names": ["$4"],
    "timestamp_format": "rfc3339"
  },
  "filter": ${filter}
}
`;

/** Templates. Placeholders with completions are empty, so that all completions are shown. */
export const starts: Readonly<Record<(typeof languageIds)[number], string>> = {
  lpfilter: `{
  "where": ${condition(1)}
}
`,
  lpjob: job(
    "errors",
    "$2",
    `{
    "where": ${condition(5)}
  }`,
  ),
  cfrule: `# @action $1
# @description \${2:What it is for}
$3
`,
};

/** The template of a job with the filter of a file, whose name the job gets. The dataset is empty if it is not known. */
export function jobFor(file: string, dataset: string): string {
  const escaped = (it: string) => JSON.stringify(it).replace(/[\\$}]/g, "\\$&");
  const within = (it: string) => escaped(it).slice(1, -1);
  const name = within(file.replace(/\.lpfilter$/, ""));
  // No placeholder if it is known: at one with a text, Tab would accept a completion.
  return job(name, within(dataset) || "$2", escaped(`./${file}`));
}

/** Whether a text is empty, or a template in which nothing has been filled in. */
export function isUnfilled(text: string, language: string): boolean {
  const written = text.replaceAll("\r\n", "\n").trim();
  const [, dataset = ""] = /"dataset": "([^"\\]*)"/.exec(written) ?? [];
  const [, file] = /"filter": "\.\/([^"\\]*)"/.exec(written) ?? [];
  const start =
    file === undefined ? starts[language as keyof typeof starts] : jobFor(file, dataset);
  return written === "" || written === start?.replace(/\$\{\d+:([^$}]*)\}|\$\d+/g, "$1").trim();
}
