import type { languageIds } from "./languages.ts";

const condition = (from: number): string =>
  `{ "key": "$${from}", "operator": "$${from + 1}", "value": "$${from + 2}" }`;

/** Templates. Placeholders with completions are empty, so that all completions are shown. */
export const starts: Readonly<Record<(typeof languageIds)[number], string>> = {
  lpfilter: `{
  "where": ${condition(1)}
}
`,
  lpjob: `{
  "name": "\${1:errors}",
  "dataset": "$2",
  "destination_conf": "$3",
  "enabled": true,
  "output_options": {
    "field_names": ["$4"],
    "timestamp_format": "rfc3339"
  },
  "filter": {
    "where": ${condition(5)}
  }
}
`,
  cfrule: `# @action $1
# @description \${2:What it is for}
$3
`,
};

/** Whether a text is empty, or a template in which nothing has been filled in. */
export function isUnfilled(text: string, language: string): boolean {
  const start = starts[language as keyof typeof starts]?.replace(/\$\{\d+:([^$}]*)\}|\$\d+/g, "$1");
  const written = text.replaceAll("\r\n", "\n").trim();
  return written === "" || written === start?.trim();
}
