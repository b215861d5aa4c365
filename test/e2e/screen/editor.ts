// VS Code as a person sees it: what is on the screen, and the keys and buttons that lead from one thing to the next.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { Terminal } from "../stage/terminal.ts";
import { takeFrame, takePicture } from "./artefacts.ts";
import { attempt, escaped, patience, soon, succeeds } from "./waiting.ts";

export class Editor {
  readonly squiggles: Record<"error" | "warning", Locator>;
  readonly lenses: Locator;
  readonly hover: Locator;
  readonly suggestions: Locator;
  readonly dialog: Locator;
  readonly notifications: Locator;
  readonly statusBar: Locator;
  readonly tabs: Locator;
  /** Of whichever view is open at the side. */
  readonly rows: Locator;
  /** Of the Changes section of the Weir view. */
  readonly changes: Locator;
  /** Whom the window has talked to besides this machine. */
  readonly abroad = new Set<string>();
  /** The box at the top of the window that asks for something. */
  readonly quickInput: Locator;
  private readonly menu: Locator;

  constructor(
    readonly page: Page,
    readonly folder: string,
    private readonly terminal?: Terminal,
  ) {
    page.on("request", (it) => {
      const { protocol, hostname, origin } = new URL(it.url());
      // VS Code itself answers what a webview loads from this host.
      const isLocal =
        hostname === "127.0.0.1" || hostname.endsWith(".vscode-resource.vscode-cdn.net");
      if (/^http/.test(protocol) && !isLocal) this.abroad.add(origin);
    });
    const at = (selector: string) => page.locator(selector);
    this.squiggles = { error: at(".squiggly-error"), warning: at(".squiggly-warning") };
    this.lenses = at(".codelens-decoration");
    this.hover = at(".monaco-hover:not(.hidden) .monaco-hover-content");
    this.suggestions = at(".suggest-widget.visible .monaco-list-row");
    this.dialog = at(".monaco-dialog-box");
    this.notifications = at(".notifications-toasts .notification-list-item");
    this.statusBar = at(".statusbar");
    this.tabs = at(".tabs-container .tab");
    // Of the Weir view, those of the service.
    const changes = '.pane:has(> .pane-header[aria-label^="Changes"])';
    this.rows = at(`.sidebar .pane:not(${changes}) .monaco-list-row`);
    this.changes = at(`.sidebar ${changes} .monaco-list-row`);
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
    const { terminal } = this;
    if (!terminal) throw new Error("This window has no terminal.");
    const path = join(this.folder, file);
    const text = this.page
      .locator(".editor-instance:not(:has(.monaco-diff-editor))")
      .locator(`.monaco-editor.focused[data-uri$="${encodeURI(path)}"] .view-line`)
      .first();
    // If it is in front already, nothing would show when the window has answered and moved the focus.
    if (await text.isVisible()) return;
    // Once only, for the same reason.
    await soon(() => succeeds(terminal.open(path))).toBe(true);
    await text.waitFor();
  }

  /** Closes one editor. */
  async closeTab(name: string): Promise<void> {
    const tab = this.tabs.filter({ hasText: name });
    await tab.getByRole("button", { name: /^Close/ }).click();
    await soon(() => tab.count()).toBe(0);
  }

  /** Closes all editors, and drops what is not saved in them. */
  async closeEditors(): Promise<void> {
    if ((await this.tabs.count()) === 0) return;
    const closed = this.page.locator(".editor-group-container.empty");
    // A page of ours that has the focus and is about to close may take the keys with it.
    await this.until(this.dialog.or(closed), () => this.press("Control+K", "Control+W"));
    if (await this.dialog.isVisible()) await this.answer("Don't Save");
    await soon(() => this.tabs.count()).toBe(0);
  }

  /** As a new window would be: no question is open, no file, no notification, and the files at the side. */
  async tidy(): Promise<void> {
    await this.press("Escape", "Escape");
    await this.closeEditors();
    await this.clearNotices();
    const panel = this.page.locator(".part.panel");
    if (await panel.isVisible()) await this.press("Control+J");
    await panel.waitFor({ state: "hidden" });
    // A click on the tab of a view that is open would close it.
    const explorer = this.page.locator(".sidebar .composite.title", { hasText: "Explorer" });
    if (!(await explorer.isVisible())) await this.press("Control+Shift+E");
    await explorer.waitFor();
  }

  press(...keys: readonly string[]): Promise<void> {
    return keys.reduce((before, it) => before.then(() => this.page.keyboard.press(it)), wait);
  }

  /**
   * A command by its title in the palette. What is offered there is settled when it opens, so it may be opened too early, and a page
   * that is still loading ignores the key.
   */
  async run(title: string): Promise<void> {
    const exact = new RegExp(`^${escaped(title)}…?$`);
    const label = this.page.locator(".label-name", { hasText: exact });
    const row = this.quickInput.locator(".monaco-list-row").filter({ has: label }).first();
    await soon(async () => {
      await this.press("F1");
      const isChosen = await succeeds(
        this.type(`>${title}`, attempt).then(() => row.click({ timeout: attempt })),
      );
      if (!isChosen) await this.press("Escape");
      return isChosen;
    }).toBe(true);
  }

  /** Fills the box that asks for something at the top of the window. */
  async type(text: string, timeout = patience): Promise<void> {
    await this.quickInput.locator("input").first().fill(text, { timeout });
  }

  /** Takes an answer in the list under that box. */
  async pick(text: string): Promise<void> {
    await this.quickInput.locator(".monaco-list-row", { hasText: text }).first().click();
  }

  /** Says what a file that has no name yet is called, when the editor asks for it. */
  async nameFile(name: string): Promise<void> {
    await this.nameIn("Save As", name);
    await this.page.locator(".tab.active", { hasText: name }).waitFor();
  }

  /** Enters a file into a dialog, which shows a folder when it is ready. */
  async nameIn(dialog: string, name: string): Promise<void> {
    const ask = this.quickInput.filter({ hasText: dialog });
    await ask.locator(".monaco-list-row").first().waitFor();
    const path = join(this.folder, name);
    await this.type(path);
    await soon(() => ask.locator("input").first().inputValue()).toBe(path);
    // The dialog ignores keys while it reads a folder.
    await soon(async () => {
      await this.press("Enter");
      return succeeds(ask.waitFor({ state: "hidden", timeout: attempt }));
    }).toBe(true);
  }

  /** The answers that the list offers. */
  choices(): Promise<string[]> {
    return this.quickInput.locator(".monaco-list-row .label-name").allInnerTexts();
  }

  /** Puts the cursor at a line and a column, both counted from one. The box closes if something takes the focus meanwhile. */
  async goTo(line: number, column: number): Promise<void> {
    const there = this.statusBar.getByText(`Ln ${line}, Col ${column}`, { exact: true });
    await this.until(there, async () => {
      await this.press("Control+G");
      await this.type(`:${line}:${column}`, attempt);
      await this.press("Enter");
    });
  }

  /** Opens one of the views at the side. */
  async view(name: string): Promise<void> {
    // The tabs of editors may have such a name too.
    await this.page.locator(".activitybar").getByRole("tab", { name }).first().click();
    await this.page.locator(".sidebar .composite.title", { hasText: name }).waitFor();
  }

  /** Opens our view, which reads the service again: it may have changed since a test before. */
  async service(): Promise<void> {
    await this.view("Weir");
    await this.run("Weir: Refresh");
  }

  /**
   * Clicks on a row, or on one of its buttons, until something shows: while a list is drawn again, a click may fall between the old
   * row and the new one.
   */
  async click(
    row: Locator,
    {
      shows,
      button,
      mouse = "left",
    }: {
      readonly shows: Locator;
      readonly button?: string | RegExp;
      readonly mouse?: "left" | "right";
    },
  ): Promise<void> {
    await this.until(shows, async () => {
      await row.hover({ timeout: attempt });
      const clicked = button === undefined ? row : row.getByRole("button", { name: button });
      await clicked.click({ button: mouse, timeout: attempt });
    });
  }

  /** Does something again until something shows. If that is only slow, doing it again may fail. */
  async until(shows: Locator, act: () => Promise<void>): Promise<void> {
    await soon(async () => {
      await succeeds(act());
      return succeeds(shows.first().waitFor({ timeout: attempt }));
    }).toBe(true);
  }

  /** The rows of the tree view, each with its description. */
  async listed(): Promise<string[]> {
    const names = await this.rows.locator(".monaco-icon-label-container").all();
    const parts = names.map((it) => it.locator(".label-name, .label-description").allInnerTexts());
    return (await Promise.all(parts)).map((it) => it.filter((part) => part !== "").join(": "));
  }

  /** Unfolds a row at the side. While the list is drawn again, a click may fall between the old row and the new one. */
  async unfold(row: string): Promise<void> {
    const found = this.rows.filter({ hasText: row }).first();
    const open = found.and(this.page.locator('[aria-expanded="true"]'));
    await found.waitFor();
    if (await open.isVisible()) return;
    await this.until(open, async () => {
      await found.click({ timeout: attempt });
      // A second click would fold a row that is only slow; this key never does.
      if (!(await open.isVisible())) await this.press("ArrowRight");
    });
  }

  /** Chooses from the menu of a row at the side. */
  async choose(row: string, item: string): Promise<void> {
    const wanted = this.page.locator(".monaco-menu .action-item", { hasText: item }).first();
    await this.click(this.rows.filter({ hasText: row }).first(), { mouse: "right", shows: wanted });
    // A menu takes no clicks while it is opening.
    await wanted.hover();
    await this.press("Enter");
  }

  /** Presses a lens above the text. */
  async pressLens(title: string): Promise<void> {
    await this.lenses.locator("a", { hasText: title }).first().click();
  }

  /** A piece of the text in the editor, to point at or to select. */
  word(text: string): Locator {
    return this.page.locator(".editor-instance .view-line span > span", { hasText: text }).first();
  }

  /** Selects a word. On a slow machine, a double click may become two clicks. */
  async select(word: string): Promise<void> {
    const selected = this.statusBar.getByText(`(${word.length} selected)`);
    await this.until(selected, () => this.word(word).dblclick({ timeout: attempt }));
  }

  /** What a hover over a piece of the text says. Asked again, it opens again: a provider may start after the first one. */
  async hovered(text: string): Promise<string[]> {
    await this.page.mouse.move(0, 0);
    await this.word(text).hover();
    await succeeds(this.hover.first().waitFor({ timeout: attempt / 2 }));
    return this.hover.allInnerTexts();
  }

  /** What the window shows of the text, line by line. */
  async lines(): Promise<string[]> {
    const shown = await this.page.locator(".editor-instance .view-line").allInnerTexts();
    return shown.map((it) => it.replaceAll("\u00a0", " "));
  }

  /** The messages of one file in the list of problems. */
  async problems(file: string): Promise<string[]> {
    const panel = this.page.locator(".markers-panel");
    if (!(await panel.isVisible())) await this.press("Control+Shift+M");
    const box = this.page.getByLabel("Filter Problems");
    // The list is filtered after a pause in typing, and asking again must not restart that pause.
    if ((await box.inputValue()) !== file) await box.fill(file);
    return panel.locator(".marker-message").allInnerTexts();
  }

  /** Opens the menu of fixes at the cursor, again if there were none yet, and takes one. */
  async fix(title: string): Promise<void> {
    const action = this.menu.filter({ hasText: title }).first();
    await soon(async () => {
      // The menu takes no clicks before the mouse has moved.
      await this.page.mouse.move(0, 0);
      await this.press("Escape", "Control+.");
      return succeeds(this.takeAction(action));
    }).toBe(true);
  }

  /** The menu closes if something takes the focus. */
  private async takeAction(action: Locator): Promise<void> {
    const timeout = attempt / 2;
    await action.waitFor({ timeout });
    await action.hover({ force: true, timeout });
    await action.and(this.page.locator(".focused")).waitFor({ timeout });
    // A key rather than a click: on a slow machine, Playwright may report a click as failed although the page received it.
    await this.press("Enter");
  }

  /** Presses a button of the dialog that is in the way. */
  async answer(button: string): Promise<void> {
    await this.dialog.getByRole("button", { name: button, exact: true }).click();
  }

  /** What a command asks before it changes anything, in its notification. */
  question(text: string | RegExp): Promise<string> {
    return this.notice(text);
  }

  /** Answers that question with a button in the title of what it is about. */
  async agree(button: string): Promise<void> {
    const title = this.page.locator(".editor-actions");
    const answer = title.getByRole("button", { name: button, exact: true });
    await answer.waitFor();
    // A title that is redrawn during the click loses it. With the answer, the tab closes.
    await soon(async () => {
      await succeeds(answer.click({ timeout: attempt }));
      return succeeds(answer.waitFor({ state: "hidden", timeout: attempt }));
    }).toBe(true);
  }

  /** Presses a button of a notification. */
  async answerNotification(button: string): Promise<void> {
    await this.notifications.getByRole("button", { name: button, exact: true }).click();
  }

  /** Waits for a notification, and gives its text in one line. */
  async notice(text: string | RegExp): Promise<string> {
    const found = this.notifications.filter({ hasText: text }).first();
    return found.locator(".notification-list-item-message").innerText();
  }

  /** One after the other: a command that clears all might start late, and cancel what has begun meanwhile. */
  async clearNotices(): Promise<void> {
    // The button is hidden until the mouse is over it. Progress has none, and ends by itself.
    const name = /^Clear Notification/;
    const clear = this.notifications.getByRole("button", { name, includeHidden: true }).first();
    await soon(async () => {
      if ((await clear.count()) > 0)
        await succeeds(clear.dispatchEvent("click", {}, { timeout: attempt }));
      return this.notifications.count();
    }).toBe(0);
  }

  /** Puts a text on the clipboard. If a frame had the focus, the page itself has to get it back first. */
  async copy(text: string): Promise<void> {
    const write = `(window.focus(), navigator.clipboard.writeText(${JSON.stringify(text)}))`;
    await soon(async () => {
      const isWritten = await succeeds(this.page.evaluate(write));
      if (!isWritten) await this.page.locator(".sidebar .composite.title").click();
      return isWritten;
    }).toBe(true);
  }

  /** What was copied last. */
  clipboard(): Promise<string> {
    return this.page.evaluate("navigator.clipboard.readText()");
  }

  /** Saves the file in front. It takes a moment until it is on the disk. */
  save(): Promise<void> {
    return this.press("Control+S");
  }

  /** What a file has on the disk. */
  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  /** Adds what the window shows to a scene of the recording in the README. */
  frame(scene: string, duration = 900): Promise<void> {
    return takeFrame(this.page, scene, duration);
  }

  /** Keeps a picture of the window, for `npm run pictures`. */
  picture(name: string): Promise<void> {
    return takePicture(this.page, name);
  }
}

const wait = Promise.resolve();
