import { afterEach, expect, test } from "vitest";
import { viewHtml, viewOptions } from "../../client/src/webview.ts";
import { l10n, Uri } from "./fakes/fake-vscode.ts";

const extension = Uri.parse("file:///ext") as never;
const webview = {
  cspSource: "https://local.example",
  asWebviewUri: (it: Uri) => `webview:${it.path}`,
} as never;

afterEach(() => {
  l10n.bundle = undefined;
});

test("a view runs its own script and loads nothing from elsewhere", () => {
  const html = viewHtml(webview, extension, "lab", "Lab");
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
  const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1];
  expect(policy.split("; ")).toEqual([
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src https://local.example",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(html.match(/<script[^>]*>/g)).toEqual([
    `<script nonce="${nonce}" src="webview:/ext/dist/lab.js">`,
  ]);
  expect(viewHtml(webview, extension, "lab", "Lab")).not.toContain(nonce);
  expect(viewOptions(extension).localResourceRoots?.map(String)).toEqual(["file:///ext/dist"]);
});

test("texts in the page are escaped", () => {
  l10n.bundle = { '"<script>': "&" };
  const html = viewHtml(webview, extension, "lab", '"><script>alert(1)</script>');
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).toContain("<title>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>");
  expect(html).toContain('data-texts="{&quot;\\&quot;&lt;script&gt;&quot;:&quot;&amp;&quot;}"');
});
