import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { manualUrl, site } from "../../server/src/core/diagnostic.ts";
import { allCodes, defaultContext, languages } from "../../server/src/languages.ts";
import { bundledPaths } from "../../site/build/bundles.ts";
import { siteFiles } from "../../site/build/site.ts";
import { decodeShared } from "../../site/src/playground/share.ts";
import { pages as markdownPages } from "../docs/markdown.ts";

const root = join(import.meta.dirname, "../..");
const files = siteFiles(root);
const pages = [...files].filter(([path]) => path.endsWith(".html"));
/** Without the frames of the playground, which its views fill. */
const wholePages = pages.filter(([path]) => !/^playground\/(?:lab|form|trace)\.html$/.test(path));

interface Reference {
  readonly tag: string;
  readonly attribute: string;
  readonly value: string;
}

function referencesIn(html: string): Reference[] {
  return [...html.matchAll(/<([a-z]+)\b[^>]*>/g)].flatMap(([tag, name = ""]) =>
    [...tag.matchAll(/\s(href|src|data-index|srcset|action)="([^"]*)"/g)].map(
      ([, attribute = "", value = ""]) => ({ tag: name, attribute, value }),
    ),
  );
}

const anchors = new Map(
  pages.map(([path, html]) => [
    path,
    new Set([...html.matchAll(/\sid="([^"]+)"/g)].map((it) => it[1])),
  ]),
);

/** Why a reference is broken; undefined if it is valid. */
function problemOf(from: string, { value }: Reference): string | undefined {
  // External links are not checked, and inline images load nothing.
  if (/^https:\/\/|^data:image\//.test(value)) return undefined;
  if (/^[a-z]+:|^\//i.test(value)) return "is not relative";
  const [path = "", anchor] = value.split("#");
  const to = path === "" ? from : posix.normalize(posix.join(posix.dirname(from), path));
  const isThere =
    files.has(to) ||
    bundledPaths.includes(to) ||
    (to.startsWith("images/") && existsSync(join(root, to)));
  if (!isThere) return "has no target";
  // The fragment contains a text, which is tested below.
  if (to === "playground/index.html") return undefined;
  return anchor === undefined || anchors.get(to)?.has(anchor) ? undefined : "has no anchor";
}

describe("the pages of the site", () => {
  test("link to pages and anchors that exist, without absolute addresses", () => {
    const problems = pages.flatMap(([path, html]) =>
      referencesIn(html).flatMap((it) => {
        const problem = problemOf(path, it);
        return problem === undefined ? [] : [`${path}: '${it.value}' ${problem}`];
      }),
    );
    expect(problems).toEqual([]);
  });

  test("load nothing from elsewhere", () => {
    const remote = pages.flatMap(([path, html]) =>
      referencesIn(html)
        .filter(({ tag, value }) => tag !== "a" && /^([a-z]+:)?\/\//i.test(value))
        .map(({ value }) => `${path}: ${value}`),
    );
    expect(remote).toEqual([]);
    for (const [path, html] of pages) {
      expect(html, path).toContain("default-src 'none'; script-src 'self'");
      expect(html, path).not.toMatch(
        /unsafe-|<style|\sstyle="|\son[a-z]+="|<script(?![^>]*\s(src=|type="application\/json"))/,
      );
    }
  });

  test("have each anchor once, a title, a language and one main heading", () => {
    for (const [path, html] of wholePages) {
      const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map((it) => it[1]);
      expect(
        ids.filter((it, at) => ids.indexOf(it) !== at),
        path,
      ).toEqual([]);
      expect(html, path).toMatch(/<title>[^<]+<\/title>/);
      expect(html, path).toContain('<html lang="en">');
      expect(html.match(/<h1/g), path).toHaveLength(1);
    }
  });

  test("show no comments of their sources as text", () => {
    for (const [path, html] of pages)
      expect(html.replace(/<code>[\s\S]*?<\/code>/g, ""), path).not.toMatch(/<!--|&lt;!--/);
    // Text that looks like markup is still text.
    expect(files.get("docs/rule-fields.html")).toContain("Map&lt;Array&lt;String&gt;&gt;");
  });

  test("have a menu, the version, the repository and the headings", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    for (const [path, html] of wholePages) {
      expect(html, path).toContain("<summary>Menu</summary>");
      expect(html, path).toContain(`<small class="version">${version}</small>`);
      expect(html, path).toContain('<a href="https://github.com/weir-tools/weir">GitHub</a>');
    }
    const outline = /<nav class="outline"[\s\S]*?<\/nav>/.exec(
      files.get("docs/playground.html") ?? "",
    );
    expect(outline?.[0]).toContain('<li class="level-2"><a href="#share">Share</a></li>');
    expect(files.get("index.html")).toMatch(/<img src="images\/\w+\.png"[^>]* alt="[^"]+"/);
  });

  test("include every page of the documentation", () => {
    const docs = markdownPages.filter((it) => it.startsWith("docs/"));
    const missing = docs.filter((it) => !files.has(it.replace(/\.md$/, ".html")));
    expect(missing).toEqual([]);
    const index = files.get("index.html") ?? "";
    for (const it of docs) expect(index).toContain(`href="${it.replace(/\.md$/, ".html")}"`);
  });
});

describe("diagnostics", () => {
  test("have a page at the target of their links", () => {
    const places = allCodes.map((it) => manualUrl(it).replace(`${site}/`, ""));
    expect(places.filter((it) => !files.has(it))).toEqual([]);
  });

  test("have their own pages, and no other page is among them", () => {
    const made = [...files.keys()].filter((it) => it.startsWith("diagnostics/"));
    expect(made.sort()).toEqual(allCodes.map((it) => `diagnostics/${it}.html`).sort());
  });

  test("are explained with examples and fixes", () => {
    const page = files.get("diagnostics/unknown-operator.html") ?? "";
    expect(page).toContain('<h1 id="unknown-operator">unknown-operator</h1>');
    expect(page).toMatch(/<span class="error"> *\^+<span class="message">error: /);
    expect(page).toContain("Fixed:");
    expect(page).toContain("weir-ignore unknown-operator");
    expect(page).not.toContain("unknown-property</h");
  });

  test("open their examples in the playground, which shows them", async () => {
    const failed: string[] = [];
    let count = 0;
    for (const code of allCodes) {
      const page = files.get(`diagnostics/${code}.html`) ?? "";
      for (const [, fragment = ""] of page.matchAll(/playground\/index\.html#([^"]+)"/g)) {
        const { kind, text } = await decodeShared(fragment);
        const language = languages.find((it) => it.id === kind);
        const found = language?.analyze(text, defaultContext).diagnostics() ?? [];
        if (found.length === 0) failed.push(`${code}: ${text}`);
        count++;
      }
    }
    expect(failed).toEqual([]);
    expect(count).toBeGreaterThan(2 * allCodes.length);
  });

  test("are still found at the old URL of their section", () => {
    const overview = files.get("docs/diagnostics.html") ?? "";
    for (const code of allCodes) expect(overview).toContain(`id="${code}"`);
    expect(overview).toContain('href="../diagnostics/unknown-field.html"');
  });
});
