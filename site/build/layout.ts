import { noticesPath } from "./bundles.ts";
import { escapeHtml } from "./markdown.ts";
import { relativeTo } from "./pages.ts";
import { repository, version } from "./release.ts";

export interface Shell {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The list of pages: beside the content, or a menu on narrow screens. */
  readonly pages: string;
  /** The headings of the page. */
  readonly outline?: string;
  readonly body: string;
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  /** The URL of the page's own icon, if it has one. */
  readonly icon?: string;
  /** Further directives of the content security policy. Default: images and styles of the site. */
  readonly policy?: readonly string[];
  /** The list of pages is a menu on every screen. */
  readonly isWide?: true;
}

/** The content security policy of every page: only scripts of the site, and no network access. */
export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** A complete page around the content. All URLs in it are relative. */
export function shell(page: Shell): string {
  const { path, title, pages, outline = "", body, styles = [], scripts = [] } = page;
  const to = (target: string) => relativeTo(path, target) || ".";
  const sources = [...policy, ...(page.policy ?? ["img-src 'self'", "style-src 'self'"])].join(
    "; ",
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${sources}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(page.description)}">
<title>${escapeHtml(title === "Weir" ? title : `${title} · Weir`)}</title>
<link rel="icon" href="${page.icon ?? to("images/icon.png")}">
${["style.css", ...styles].map((it) => `<link rel="stylesheet" href="${to(it)}">`).join("\n")}
${["page.js", ...scripts].map((it) => `<script defer src="${to(it)}"></script>`).join("\n")}
</head>
<body${page.isWide ? ' class="wide"' : ""}>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="home" href="${to("index.html")}">Weir</a> <small class="version">${version}</small>
<nav aria-label="Site">
<a href="${to("playground/index.html")}">Playground</a>
<a href="${to("index.html")}#documentation">Docs</a>
<a href="${to("docs/diagnostics.html")}">Diagnostics</a>
<a href="${repository}">GitHub</a>
</nav>
<search>
<input id="search" type="search" placeholder="Search" aria-label="Search" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" data-index="${to("search-index.js")}" data-root="${to("index.html").replace(/index\.html$/, "")}">
<ul id="found" role="listbox" aria-label="Search results" hidden></ul>
</search>
</header>
<div class="page">
${pages}
${outline}
<main id="content" tabindex="-1">
${body}
</main>
</div>
<footer>
<p>Weir ${version} · <a href="${repository}">GitHub</a> · <a href="${repository}/blob/main/CHANGELOG.md">Changelog</a> · <a href="${to(noticesPath)}">Licenses</a></p>
</footer>
</body>
</html>
`;
}
