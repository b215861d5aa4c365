import { commands, SnippetString, window, workspace } from "vscode";
import type { languageIds } from "../languages.ts";

/** What a new file starts with: something that is right as it stands, with the parts selected that are to be changed. */
export const starts: Readonly<Record<(typeof languageIds)[number], string>> = {
  lpfilter: `{
  "where": { "key": "\${1:EdgeResponseStatus}", "operator": "\${2:geq}", "value": \${3:500} }
}
`,
  lpjob: `{
  "name": "\${1:errors}",
  "dataset": "\${2:http_requests}",
  "destination_conf": "\${3:s3://logs/errors/{DATE\\}?region=eu-central-1}",
  "enabled": \${4:true},
  "output_options": {
    "field_names": ["RayID", "ClientIP", "ClientRequestHost", "EdgeResponseStatus"],
    "timestamp_format": "rfc3339"
  },
  "filter": {
    "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
  }
}
`,
  cfrule: `# @action \${1:managed_challenge}
# @description \${2:Logins}
\${3:http.request.uri.path} \${4:eq} "\${5:/login}"
`,
};

/** Opens a file that has no name yet, with the cursor in its first part and the list of what fits there. */
export async function newFile(language: (typeof languageIds)[number]): Promise<void> {
  const document = await workspace.openTextDocument({ language });
  const editor = await window.showTextDocument(document);
  await editor.insertSnippet(new SnippetString(starts[language]));
  await commands.executeCommand("editor.action.triggerSuggest");
}
