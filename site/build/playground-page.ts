import { readFileSync } from "node:fs";
import { join } from "node:path";
import { datasetNames, defaultDataset } from "../../server/src/languages.ts";
import { policy, shell } from "./layout.ts";
import { type Group, navigation } from "./navigation.ts";

/** The nonce of the style sheets that the editor adds at run time. Scripts are only loaded from files. */
const nonce = "weir-editor";

/** The page of the playground, which its script fills. */
export function playgroundPage(root: string, groups: readonly Group[]): string {
  const path = "playground/index.html";
  // Inlined, because a browser would load the icon again whenever the fragment of the URL changes.
  const icon = readFileSync(join(root, "images", "icon.png"), "base64");
  const facts = JSON.stringify({ datasets: datasetNames, defaultDataset, nonce });
  return shell({
    path,
    title: "Playground",
    description:
      "Write a filter, a rule, a job, a Terraform file or a ruleset, and see its problems, which log lines it keeps, how it differs from another one, a shorter version, and SQL. Everything runs in your browser.",
    styles: ["playground/playground.css"],
    scripts: ["playground/first-text.js", "playground/playground.js"],
    icon: `data:image/png;base64,${icon}`,
    policy: [
      "img-src data:",
      `style-src 'self' 'nonce-${nonce}'`,
      "worker-src 'self'",
      "frame-src 'self'",
    ],
    pages: navigation(path, groups),
    isWide: true,
    body: `<h1>Playground</h1>
<noscript><p>The playground needs JavaScript.</p></noscript>
<script type="application/json" id="facts">${facts}</script>
<div id="playground">
<textarea aria-label="Text" rows="12" spellcheck="false"></textarea>
<p role="status">Loading the editor…</p>
</div>
<p>Everything runs in this page. <a href="../docs/playground.html">How to use the playground</a></p>`,
  });
}

/** The page around a view of the extension, in a frame of the playground. */
export function viewPage(name: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${[...policy, "style-src 'self'"].join("; ")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<link rel="stylesheet" href="frame-theme.css">
<link rel="stylesheet" href="${name}.css">
</head>
<body>
<script src="frame.js"></script>
<script src="${name}.js"></script>
</body>
</html>
`;
}
