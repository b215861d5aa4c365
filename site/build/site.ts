import { shell } from "./layout.ts";
import { escapeHtml } from "./markdown.ts";
import { groupsOf, navigation, overview } from "./navigation.ts";
import { documentation } from "./pages.ts";
import { playgroundPage } from "./playground-page.ts";
import { searchIndex } from "./search-index.ts";

const about =
  "Catch broken log push filters and firewall rules before they ship. Weir checks, formats, compares and pushes filters, jobs and rules for Cloudflare Logpush and the Cloudflare Rules language, and is not affiliated with Cloudflare.";

/** The generated files of the site, by path, without bundles and copied files. */
export function siteFiles(root: string): Map<string, string> {
  const pages = documentation(root);
  const groups = groupsOf(pages);
  const files = new Map<string, string>();
  for (const { path, title, description, html } of pages) {
    const aside = navigation(path, groups);
    files.set(path, shell({ path, title, description, aside, body: above(path) + html }));
  }
  const body = `<h1>Weir</h1>
<p class="lead">${escapeHtml(about)}</p>
<p><a class="button" href="playground/index.html">Open the playground</a></p>
<p>The playground checks, tries, compares and shortens filters, rules and jobs in your browser. You install nothing, and nothing is sent anywhere.</p>
<div id="documentation">
${overview("index.html", groups)}
</div>`;
  files.set("index.html", shell({ path: "index.html", title: "Weir", description: about, body }));
  files.set("playground/index.html", playgroundPage(root));
  const index = JSON.stringify(searchIndex(pages));
  files.set("search-index.js", `window.weirSearchIndex = ${index};\n`);
  return files;
}

/** A link from a diagnostic back to the list of all. */
function above(path: string): string {
  return path.startsWith("diagnostics/")
    ? '<p class="above"><a href="../docs/diagnostics.html">All diagnostics</a></p>\n'
    : "";
}
