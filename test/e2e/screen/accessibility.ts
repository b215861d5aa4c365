// An automated accessibility check.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** The accessibility violations of a page, without its frames. A change of theme only needs the color rules. */
export async function accessibilityViolations(
  page: Frame,
  rules: "all" | "colors" = "all",
): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const options = JSON.stringify({
    iframes: false,
    // The report has no descriptions of passes.
    resultTypes: ["violations"],
    ...(rules === "colors" && { runOnly: ["color-contrast", "link-in-text-block"] }),
  });
  const run = `axe.run(${options}).then((it) => it.violations)`;
  const found = (await page.evaluate(run)) as Violation[];
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Controls without a visible focus indicator. Press a key first, so that the browser shows keyboard focus. */
export async function withoutVisibleFocus(page: Frame): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const before = document.activeElement;
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "var(--vscode-focusBorder)";
    const expected = getComputedStyle(probe).color;
    probe.remove();
    const controls = document.querySelectorAll("button:enabled, input, textarea, select, summary, [tabindex='0']");
    const hidden = [...controls].filter((it) => it.checkVisibility()).filter((it) => {
      it.focus({ preventScroll: true });
      const { outlineStyle, outlineColor } = getComputedStyle(it);
      return outlineStyle !== "solid" || outlineColor !== expected;
    });
    before?.focus({ preventScroll: true });
    return hidden.map((it) => it.outerHTML.slice(0, 200));
  })()`);
}
