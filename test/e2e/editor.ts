// VS Code as a person sees it: what is on the screen, and the keys and buttons that lead from one thing to the next.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { takePicture } from "./artefacts.ts";

/** How long anything on the screen may take, on a machine that is busy. */
export const patience = 30_000;

/** Asks until the answer is the expected one. */
export function soon<Answer>(ask: () => Answer | Promise<Answer>) {
  return expect.poll(ask, { timeout: patience, interval: 100 });
}

export class Editor {
  readonly squiggles: Record<"error" | "warning", Locator>;
  readonly lenses: Locator;
  readonly hover: Locator;
  readonly suggestions: Locator;
  readonly dialog: Locator;
  readonly notifications: Locator;
  readonly statusBar: Locator;
  private readonly quickInput: Locator;
  private readonly menu: Locator;

  constructor(
    readonly page: Page,
    readonly folder: string,
  ) {
    const at = (selector: string) => page.locator(selector);
    this.squiggles = { error: at(".squiggly-error"), warning: at(".squiggly-warning") };
    this.lenses = at(".codelens-decoration");
    this.hover = at(".monaco-hover:not(.hidden) .monaco-hover-content");
    this.suggestions = at(".suggest-widget.visible .monaco-list-row");
    this.dialog = at(".monaco-dialog-box");
    this.notifications = at(".notifications-toasts .notification-list-item");
    this.statusBar = at(".statusbar");
    this.quickInput = at(".quick-input-widget:visible");
    this.menu = at(".action-widget .monaco-list-row.action");
  }

  /** Waits until the window shows the folder and knows of the extension. */
  async ready(): Promise<void> {
    await this.page.locator(".explorer-folders-view .monaco-list-row").first().waitFor();
    await this.page.getByRole("tab", { name: "Weir" }).first().waitFor();
  }

  /** Opens a file by its path inside the folder. */
  async open(file: string): Promise<void> {
    await this.press("Control+P");
    await this.type(join(this.folder, file));
    await this.pick(file.replace(/.*\//, ""));
    await this.page.locator(".tab.active", { hasText: file.replace(/.*\//, "") }).waitFor();
    await this.page.locator(".editor-instance .view-line").first().waitFor();
  }

  press(...keys: readonly string[]): Promise<void> {
    return keys.reduce((before, it) => before.then(() => this.page.keyboard.press(it)), wait);
  }

  /** A command by its title in the palette. */
  async run(title: string): Promise<void> {
    await this.press("F1");
    await this.type(`>${title}`);
    await this.pick(title);
  }

  /** Fills the box that asks for something at the top of the window. */
  async type(text: string): Promise<void> {
    await this.quickInput.locator("input").first().fill(text);
  }

  /** Takes an answer in the list under that box. */
  async pick(text: string): Promise<void> {
    await this.quickInput.locator(".monaco-list-row", { hasText: text }).first().click();
  }

  /** The answers that the list offers. */
  choices(): Promise<string[]> {
    return this.quickInput.locator(".monaco-list-row .label-name").allInnerTexts();
  }

  /** Puts the cursor at a line and a column, both counted from one. */
  async goTo(line: number, column: number): Promise<void> {
    await this.press("Control+G");
    await this.type(`:${line}:${column}`);
    await this.press("Enter");
    await this.statusBar.getByText(`Ln ${line}, Col ${column}`).waitFor();
  }

  /** A piece of the text in the editor, to point at or to select. */
  word(text: string): Locator {
    return this.page.locator(".editor-instance .view-line span > span", { hasText: text }).first();
  }

  /** The messages of one file in the list of problems. */
  async problems(file: string): Promise<string[]> {
    const panel = this.page.locator(".markers-panel");
    if (!(await panel.isVisible())) await this.press("Control+Shift+M");
    await this.page.getByLabel("Filter Problems").fill(file);
    return panel.locator(".marker-message").allInnerTexts();
  }

  /** Opens the menu of fixes at the cursor, once there are any, and takes one. */
  async fix(title: string): Promise<void> {
    await this.page.locator(".lightBulbWidget").waitFor();
    await this.press("Control+.");
    const action = this.menu.filter({ hasText: title }).first();
    // The menu takes no clicks before the mouse has moved.
    await action.hover({ force: true });
    await action.click();
  }

  /** Presses a button of the dialog that is in the way. */
  async answer(button: string): Promise<void> {
    await this.dialog.getByRole("button", { name: button, exact: true }).click();
  }

  /** Presses a button of a notification. */
  async answerNotification(button: string): Promise<void> {
    await this.notifications.getByRole("button", { name: button, exact: true }).click();
  }

  /** Saves the file in front. It takes a moment until it is on the disk. */
  save(): Promise<void> {
    return this.press("Control+S");
  }

  /** What a file has on the disk. */
  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  /** Keeps a picture of the window. */
  picture(name: string): Promise<void> {
    return takePicture(this.page, name);
  }
}

const wait = Promise.resolve();
