import { escapeHtml } from "./markdown.ts";
import { type Page, relativeTo } from "./pages.ts";

/** The order of the documentation. Other pages follow at the end. */
const groups: Readonly<Record<string, readonly string[]>> = {
  Start: "playground editors command-line review trace policies ci".split(" "),
  Write: ["filters", "jobs", "rules", "rule-order", "terraform", "hosts", "settings"],
  Use: [
    ..."try try-jobs try-rules cost logs engines lab form testing compare shrink sql".split(" "),
    ..."push-tutorial push drift profiles push-internals library assistants".split(" "),
  ],
  "Look up":
    "diagnostics log-fields rule-fields json changes-for-programs language-server glossary".split(
      " ",
    ),
  Trust: ["trust", "conformance", "performance", "security", "platforms"],
};

export interface Group {
  readonly title: string;
  readonly pages: readonly Page[];
}

export function groupsOf(pages: readonly Page[]): Group[] {
  const docs = new Map(
    pages.flatMap((it) => {
      const name = /^docs\/(.*)\.html$/.exec(it.path)?.[1];
      return name === undefined ? [] : [[name, it] as const];
    }),
  );
  const named = Object.entries(groups).map(([title, names]) => ({
    title,
    pages: names.flatMap((it) => docs.get(it) ?? []),
  }));
  const known = new Set(Object.values(groups).flat());
  const others = [...docs].filter(([name]) => !known.has(name)).map(([, page]) => page);
  return [...named, { title: "More", pages: others }].filter((it) => it.pages.length > 0);
}

/** The list of pages beside a page, or in a menu. */
export function navigation(from: string, all: readonly Group[]): string {
  const lists = all.map(({ title, pages }) => {
    const items = pages.map((it) => {
      const current = isWithin(from, it.path) ? ' aria-current="page"' : "";
      return `<li><a href="${relativeTo(from, it.path)}"${current}>${escapeHtml(it.title)}</a></li>`;
    });
    return `<h2>${title}</h2>\n<ul>\n${items.join("\n")}\n</ul>`;
  });
  return `<nav class="pages" aria-label="Documentation">
<details>
<summary>Menu</summary>
<div>
${lists.join("\n")}
</div>
</details>
</nav>`;
}

/** The headings of a page, if there are several. */
export function outline({ sections }: Page): string {
  const parts = sections.filter(({ level }) => level === 2 || level === 3);
  if (parts.length < 2) return "";
  const items = parts.map(
    ({ id, title, level }) =>
      `<li class="level-${level}"><a href="#${id}">${escapeHtml(title)}</a></li>`,
  );
  return `<nav class="outline" aria-label="On this page">
<details>
<summary>On this page</summary>
<ul>
${items.join("\n")}
</ul>
</details>
</nav>`;
}

function isWithin(page: string, item: string): boolean {
  return page === item || (page.startsWith("diagnostics/") && item === "docs/diagnostics.html");
}

/** A list of all pages, with a sentence about each. */
export function overview(from: string, all: readonly Group[]): string {
  return all
    .map(({ title, pages }) => {
      const items = pages.map(
        (it) =>
          `<li><a href="${relativeTo(from, it.path)}">${escapeHtml(it.title)}</a> ${escapeHtml(firstSentence(it.description))}</li>`,
      );
      return `<h2>${title}</h2>\n<ul class="overview">\n${items.join("\n")}\n</ul>`;
    })
    .join("\n");
}

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
}
