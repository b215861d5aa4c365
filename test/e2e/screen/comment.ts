// Shows Markdown as a comment on a pull request looks.
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

type Parser = new (options: object) => { render(text: string): string };

const Markdown = createRequire(import.meta.url)("markdown-it") as Parser;

const style = `
  body { margin: 0; padding: 16px; width: 860px; background: #fff; }
  article { border: 1px solid #d0d7de; border-radius: 6px; font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; color: #1f2328; }
  header { padding: 8px 16px; border-bottom: 1px solid #d0d7de; border-radius: 6px 6px 0 0; background: #f6f8fa; color: #59636e; }
  header b { color: #1f2328; }
  section { padding: 0 16px 12px; }
  h3 { font-size: 1.25em; margin: 16px 0; }
  h4 { font-size: 1em; margin: 16px 0; }
  table { border-collapse: collapse; margin-bottom: 16px; }
  th, td { padding: 6px 13px; border: 1px solid #d0d7de; text-align: left; }
  code { padding: 0.2em 0.4em; border-radius: 6px; background: #818b981f; font: 85% ui-monospace, "Noto Sans Mono", monospace; overflow-wrap: anywhere; }
  ul { padding-left: 2em; }
`;

/** Takes a picture of a comment. Whatever a text has as HTML, apart from folded parts and comments, is no part of it. */
export async function pictureOfComment(page: Page, markdown: string, path: string): Promise<void> {
  const html = new Markdown({ html: true }).render(markdown);
  await page.setContent(
    `<!doctype html><style>${style}</style><article><header><b>github-actions</b> bot commented</header><section>${html}</section></article>`,
  );
  await page.locator("article").screenshot({ path, scale: "css" });
}
