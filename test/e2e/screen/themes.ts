// Shows the window in every kind of theme.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { root } from "../../../scripts/root.mjs";
import type { Editor } from "./editor.ts";
import { soon } from "./waiting.ts";

/** One theme of each kind, by the name of its picture: its ID in the settings, and the class of the window. */
const kinds = {
  "Dark Modern": { id: "Default Dark Modern", window: "vs-dark" },
  "Dark High Contrast": { id: "Default High Contrast", window: "hc-black" },
  "Light High Contrast": { id: "Default High Contrast Light", window: "hc-light" },
  "Light Modern": { id: "Default Light Modern", window: "vs" },
} as const;

type Theme = keyof typeof kinds;

export const themes = Object.keys(kinds) as readonly Theme[];

/** Sets the theme of the folder until its files are replaced. A webview gets its colors after the window. */
export async function setTheme(editor: Editor, name: Theme, page?: Locator): Promise<void> {
  const { id, window } = kinds[name];
  const folder = join(editor.folder, ".vscode");
  mkdirSync(folder, { recursive: true });
  // Retries, because a watcher may miss a file that is written right after its folder is created.
  await editor.until(editor.page.locator(`.monaco-workbench.${window}`), async () => {
    writeFileSync(join(folder, "settings.json"), JSON.stringify({ "workbench.colorTheme": id }));
  });
  if (page) await soon(() => page.getAttribute("data-vscode-theme-id")).toBe(id);
}

/** Takes a picture in each theme, for `npm run pictures`. */
export async function takePictures(editor: Editor, name: string): Promise<void> {
  if (!process.env.WEIR_PICTURES) return;
  for (const it of themes) {
    await setTheme(editor, it);
    await editor.picture(`${name}-${it}`);
  }
}

/** Takes the picture of a walkthrough step, for `npm run pictures`. `show` returns what to show; it is called for each theme. */
export async function takeStep(
  editor: Editor,
  name: string,
  show: () => Promise<readonly Locator[]>,
): Promise<void> {
  if (!process.env.WEIR_PICTURES) return;
  for (const [kind, theme] of [
    ["dark", "Dark Modern"],
    ["light", "Light Modern"],
  ] as const) {
    await setTheme(editor, theme);
    const boxes = await Promise.all((await show()).map((it) => it.boundingBox()));
    const path = join(root, "walkthrough", `${name}-${kind}.png`);
    await editor.page.screenshot({ path, clip: around(boxes.filter((it) => it !== null)) });
  }
}

/** A part of the window, in pixels. */
interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest part with all boxes. A larger one would be too small to read in the walkthrough. */
function around(boxes: readonly Clip[]): Clip {
  const x = Math.min(...boxes.map((it) => it.x));
  const y = Math.min(...boxes.map((it) => it.y));
  const right = Math.max(...boxes.map((it) => it.x + it.width));
  const bottom = Math.max(...boxes.map((it) => it.y + it.height));
  const margin = 6;
  return {
    x: x - margin,
    y,
    width: Math.min(right - x, 600) + margin,
    height: Math.min(bottom - y, 290),
  };
}
