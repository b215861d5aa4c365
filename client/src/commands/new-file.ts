import { commands, SnippetString, window, workspace } from "vscode";
import type { languageIds } from "../languages.ts";

const condition = (from: number): string =>
  `{ "key": "$${from}", "operator": "$${from + 1}", "value": "$${from + 2}" }`;

/** What a new file starts with. Where there is a list of what fits, the place is empty, so that the list is seen whole. */
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

/** Opens a file that has no name yet, with the cursor in its first place and the list of what fits there. */
export async function newFile(language: (typeof languageIds)[number]): Promise<void> {
  const document = await workspace.openTextDocument({ language });
  const editor = await window.showTextDocument(document);
  await editor.insertSnippet(new SnippetString(starts[language]));
  // As if the editor had asked by itself, so that it is silent where there is nothing to choose from.
  await commands.executeCommand("editor.action.triggerSuggest", { auto: true });
}
