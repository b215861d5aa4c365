import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { allCodes } from "../../server/src/languages.ts";
import { type Rendered, render, type Token } from "./markdown.ts";
import { playgroundScheme, withPlaygroundLinks } from "./playground-links.ts";
import { repository } from "./release.ts";

/** A page, with its path in the site. */
export interface Page extends Rendered {
  readonly path: string;
}

const codes: ReadonlySet<string> = new Set(allCodes);

/** The pages of `docs/`, with one for each diagnostic. */
export function documentation(root: string): Page[] {
  const names = readdirSync(join(root, "docs")).filter((it) => it.endsWith(".md"));
  return names.sort().flatMap((name) => {
    const source = `docs/${name}`;
    const text = readFileSync(join(root, source), "utf8").replaceAll("\r\n", "\n");
    return name === "diagnostics.md" ? diagnosticPages(source, text) : [pageOf(source, text)];
  });
}

function pageOf(source: string, text: string, path = placeOf(source)): Page {
  const anchored = new Set<string>();
  const rewrite = (token: Token, attribute: "href" | "src") => {
    const target = token.attrGet(attribute) ?? "";
    token.attrSet(attribute, linkFrom(path, source, target));
    const code = target.startsWith("#") ? target.slice(1) : "";
    // Older versions of Weir link to a section for each code, so its row in the table gets that anchor.
    if (!codes.has(code) || anchored.has(code)) return;
    anchored.add(code);
    token.attrSet("id", code);
  };
  return { ...render(text, rewrite), path };
}

/** Splits the diagnostics into an overview with the tables and a page for each diagnostic. */
function diagnosticPages(source: string, text: string): Page[] {
  const [overview = "", ...parts] = text.split(/^(?=## )/m);
  const codeOf = (part: string) => /^## (.*)\n/.exec(part)?.[1] ?? "";
  const tables = parts.filter((it) => !codes.has(codeOf(it)));
  const sections = parts.filter((it) => codes.has(codeOf(it)));
  return [
    pageOf(source, [overview, ...tables].join("")),
    ...sections.map((it) =>
      pageOf(source, withPlaygroundLinks(it.slice(1)), diagnosticPlace(codeOf(it))),
    ),
  ];
}

function diagnosticPlace(code: string): string {
  return `diagnostics/${code}.html`;
}

function placeOf(source: string): string {
  return source.replace(/\.md$/, ".html");
}

/** Converts a link of a Markdown file to a link of its page. */
function linkFrom(path: string, source: string, target: string): string {
  if (target.startsWith(playgroundScheme))
    return `${relativeTo(path, "playground/index.html")}#${target.slice(playgroundScheme.length)}`;
  if (/^[a-z]+:/i.test(target)) return target;
  const [file = "", anchor = ""] = target.split("#");
  const to = file === "" ? source : posix.normalize(posix.join(posix.dirname(source), file));
  const hash = anchor === "" ? "" : `#${anchor}`;
  if (to === "docs/diagnostics.md" && codes.has(anchor))
    return relativeTo(path, diagnosticPlace(anchor));
  if (to === source && placeOf(source) === path) return hash;
  if (to === "README.md") return relativeTo(path, "index.html");
  if (/^docs\/[^/]+\.md$/.test(to)) return `${relativeTo(path, placeOf(to))}${hash}`;
  return to.startsWith("images/") ? relativeTo(path, to) : `${repository}/blob/main/${to}${hash}`;
}

/** The relative URL from one page to another, so that the site works at any base URL. */
export function relativeTo(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to);
}
