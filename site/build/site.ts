import { viewNames } from "./bundles.ts";
import { shell } from "./layout.ts";
import { escapeHtml } from "./markdown.ts";
import { type Group, groupsOf, navigation, outline, overview } from "./navigation.ts";
import { documentation } from "./pages.ts";
import { playgroundPage, viewPage } from "./playground-page.ts";
import { searchIndex } from "./search-index.ts";

const about =
  "Weir is a linter, language server and reviewer for Cloudflare rules and Logpush filters, in Terraform, YAML, JSON, Markdown or files of their own. It is not affiliated with Cloudflare.";

/** The generated files of the site, by path, without bundles and copied files. */
export function siteFiles(root: string): Map<string, string> {
  const pages = documentation(root);
  const groups = groupsOf(pages);
  const files = new Map<string, string>();
  for (const page of pages) {
    const { path, title, description, html } = page;
    files.set(
      path,
      shell({
        path,
        title,
        description,
        pages: navigation(path, groups),
        outline: outline(page),
        body: above(path) + html,
      }),
    );
  }
  files.set("index.html", frontPage(groups));
  files.set("playground/index.html", playgroundPage(root, groups));
  for (const it of viewNames) files.set(`playground/${it}.html`, viewPage(it));
  const index = JSON.stringify(searchIndex(pages));
  files.set("search-index.js", `window.weirSearchIndex = ${index};\n`);
  return files;
}

function frontPage(groups: readonly Group[]): string {
  const path = "index.html";
  const body = `<h1>Weir</h1>
<p class="lead">${escapeHtml(about)}</p>
<p><a class="button" href="playground/index.html">Open the playground</a> <a class="button second" href="docs/editors.html">Install it</a></p>
<p>The playground checks, tries, compares and shortens filters, rules, jobs, Terraform files and rulesets in your browser. You install nothing, and nothing is sent anywhere.</p>
<p><a href="docs/lab.html"><img src="images/lab.png" width="1280" height="800" alt="VS Code with a filter, and beside it the log lines that the filter keeps: their share, over time, by condition and by value"></a></p>
<div id="documentation">
${overview(path, groups)}
</div>`;
  const pages = navigation(path, groups);
  return shell({ path, title: "Weir", description: about, pages, body, isWide: true });
}

/** A link from a diagnostic back to the list of all. */
function above(path: string): string {
  return path.startsWith("diagnostics/")
    ? '<p class="above"><a href="../docs/diagnostics.html">All diagnostics</a></p>\n'
    : "";
}
