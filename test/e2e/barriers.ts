// An automated accessibility check.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What it finds in a page that keeps people out. Another theme may only change what depends on colors. */
export async function barriersIn(
  page: Frame,
  rules: "all" | "colors" = "all",
): Promise<readonly string[]> {
  await page.evaluate(axe);
  const options = JSON.stringify(
    rules === "all" ? {} : { runOnly: ["color-contrast", "link-in-text-block"] },
  );
  const run = `axe.run(${options}).then((it) => it.violations)`;
  const found = (await page.evaluate(run)) as Violation[];
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
