// Reads and operates the VS Code window, as a user does.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { Terminal } from "../stage/terminal.ts";
import { takeFrame, takePicture } from "./artifacts.ts";
import { Notifications } from "./notifications.ts";
import { attempt, escapeRegExp, patience, soon, succeeds } from "./waiting.ts";

export class Editor {
  readonly squiggles: Record<"error" | "warning", Locator>;
  readonly lenses: Locator;
  readonly hover: Locator;
  readonly suggestions: Locator;
  readonly dialog: Locator;
  readonly notifications: Notifications;
  readonly statusBar: Locator;
  readonly tabs: Locator;
  /** The rows of the view that is open in the side bar. */
  readonly rows: Locator;
  /** The rows in the Changes section of the Weir view. */
  readonly changes: Locator;
  /** The origins of requests to other machines. */
  readonly externalOrigins = new Set<string>();
  /** The quick input: the prompt at the top of the window. */
  readonly quickInput: Locator;
  private readonly menu: Locator;

  constructor(
    readonly page: Page,
    readonly folder: string,
    private readonly terminal?: Terminal,
  ) {
    page.on("request", (it) => {
      const { protocol, hostname, origin } = new URL(it.url());
      // VS Code serves the resources of webviews from this host itself.
      const isLocal =
        hostname === "127.0.0.1" || hostname.endsWith(".vscode-resource.vscode-cdn.net");
      if (/^http/.test(protocol) && !isLocal) this.externalOrigins.add(origin);
    });
    const at = (selector: string) => page.locator(selector);
    this.squiggles = { error: at(".squiggly-error"), warning: at(".squiggly-warning") };
    this.lenses = at(".codelens-decoration");
    this.hover = at(".monaco-hover:not(.hidden) .monaco-hover-content");
    this.suggestions = at(".suggest-widget.visible .monaco-list-row");
    this.dialog = at(".monaco-dialog-box");
    this.notifications = new Notifications(page);
    this.statusBar = at(".statusbar");
    this.tabs = at(".tabs-container .tab");
    // In the Weir view, only the rows of the service.
    const changes = '.pane:has(> .pane-header[aria-label^="Changes"])';
    this.rows = at(`.sidebar .pane:not(${changes}) .monaco-list-row`);
    this.changes = at(`.sidebar ${changes} .monaco-list-row`);
    this.quickInput = at(".quick-input-widget:visible");
    this.menu = at(".action-widget .monaco-list-row.action");
  }

  /** Waits until the window shows the folder and has loaded the extension. */
  async ready(): Promise<void> {
    await this.page.locator(".explorer-folders-view .monaco-list-row").first().waitFor();
    await this.page.getByRole("tab", { name: "Weir" }).first().waitFor();
  }

  /** Opens a file by its path relative to the folder. */
  async open(file: string): Promise<void> {
    const { terminal } = this;
    if (!terminal) throw new Error("This window has no terminal.");
    const path = join(this.folder, file);
    const shown = this.page
      .locator(".editor-instance:not(:has(.monaco-diff-editor))")
      .locator(`.monaco-editor[data-uri$="${encodeURI(path)}"]`);
    const focused = shown.and(this.page.locator(".focused")).locator(".view-line").first();
    // If it is already active, nothing visible would tell when the window has handled the request.
    if (await focused.isVisible()) return;
    // Not repeated after it succeeds, for the same reason.
    await soon(() => succeeds(terminal.open(path))).toBe(true);
    await shown.first().waitFor();
    // VS Code leaves the focus where it is if a list is redrawn while the file opens.
    await soon(async () => {
      const isFocused = await succeeds(focused.waitFor({ timeout: attempt }));
      if (!isFocused)
        await succeeds(shown.getByRole("textbox").first().focus({ timeout: attempt }));
      return isFocused;
    }).toBe(true);
  }

  /** Closes one editor. */
  async closeTab(name: string): Promise<void> {
    const tab = this.tabs.filter({ hasText: name });
    await tab.getByRole("button", { name: /^Close/ }).click();
    await soon(() => tab.count()).toBe(0);
  }

  /** Closes all editors, and discards unsaved changes. Repeated, because one that a test has asked for may open late. */
  async closeEditors(): Promise<void> {
    const closed = this.page.locator(".editor-group-container.empty");
    await soon(async () => {
      if ((await this.tabs.count()) === 0) return true;
      // A focused webview that is about to close may swallow the keys.
      await this.until(this.dialog.or(closed), () => this.press("Control+K", "Control+W"));
      if (await this.dialog.isVisible()) await this.answer("Don't Save");
      return false;
    }).toBe(true);
  }

  /** Resets the window: no prompt, editor or notification is open, and the side bar shows the Explorer. */
  async tidy(): Promise<void> {
    await this.press("Escape", "Escape");
    await this.closeEditors();
    await this.notifications.clear();
    const panel = this.page.locator(".part.panel");
    if (await panel.isVisible()) await this.press("Control+J");
    await panel.waitFor({ state: "hidden" });
    // A click on the tab of an open view would close it.
    const explorer = this.page.locator(".sidebar .composite.title", { hasText: "Explorer" });
    if (!(await explorer.isVisible())) await this.press("Control+Shift+E");
    await explorer.waitFor();
  }

  press(...keys: readonly string[]): Promise<void> {
    return keys.reduce((before, it) => before.then(() => this.page.keyboard.press(it)), wait);
  }

  /**
   * Runs a command by its title in the palette. The palette lists its commands when it opens, which may be too early, and a page
   * that is still loading ignores the key. So it may be opened several times.
   */
  async run(title: string): Promise<void> {
    const exact = new RegExp(`^${escapeRegExp(title)}…?$`);
    const label = this.page.locator(".label-name", { hasText: exact });
    const row = this.quickInput.locator(".monaco-list-row").filter({ has: label }).first();
    await soon(async () => {
      await this.press("F1");
      const isListed = await succeeds(
        this.type(`>${title}`, attempt).then(() => row.waitFor({ timeout: attempt })),
      );
      // A click that is given up too early may still run the command, which may then not be listed again.
      const isChosen = isListed && (await succeeds(row.click({ timeout: patience / 2 })));
      if (!isChosen) await this.press("Escape");
      return isChosen;
    }).toBe(true);
  }

  /** Fills in the quick input and confirms it. */
  async type(text: string, timeout = patience): Promise<void> {
    await this.quickInput.locator("input").first().fill(text, { timeout });
  }

  /** Picks an item of the quick input. */
  async pick(text: string): Promise<void> {
    await this.quickInput.locator(".monaco-list-row", { hasText: text }).first().click();
  }

  /** Runs a command and picks an item of its list. Retries, because the list closes if the page that had the focus gets it back. */
  async runAndPick(title: string, text: string): Promise<void> {
    const row = this.quickInput.locator(".monaco-list-row", { hasText: text });
    await this.until(row, () => this.run(title));
    await this.pick(text);
  }

  /** Enters the name of an untitled file when prompted. */
  async nameFile(name: string): Promise<void> {
    await this.nameIn("Save As", name);
    await this.page.locator(".tab.active", { hasText: name }).first().waitFor();
  }

  /** Enters a file into a file dialog, which shows a folder when it is ready. */
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

  /** The items of the quick input. */
  choices(): Promise<string[]> {
    return this.quickInput.locator(".monaco-list-row .label-name").allInnerTexts();
  }

  /** Moves the cursor to a one-based line and column. Retries, because the prompt closes if it loses focus. */
  async goTo(line: number, column: number): Promise<void> {
    const there = this.statusBar.getByText(`Ln ${line}, Col ${column}`, { exact: true });
    await this.until(there, async () => {
      await this.press("Control+G");
      await this.type(`:${line}:${column}`, attempt);
      await this.press("Enter");
    });
    // The prompt shows the place before it closes, and would take the next keys.
    await this.quickInput.waitFor({ state: "hidden" });
  }

  /** Opens a view in the side bar. */
  async view(name: string): Promise<void> {
    // Tabs of editors may have the same name.
    await this.page.locator(".activitybar").getByRole("tab", { name }).first().click();
    await this.page.locator(".sidebar .composite.title", { hasText: name }).waitFor();
  }

  /** Opens our view and refreshes it, because an earlier test may have changed the service. */
  async service(): Promise<void> {
    await this.view("Weir");
    await this.run("Weir: Refresh");
  }

  /** Clicks on a row, or on one of its buttons, until an element appears. A click may miss while the list is redrawn. */
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

  /** Repeats an action until an element appears. If it is only slow, a repetition may fail, which is ignored. */
  async until(shows: Locator, act: () => Promise<void>): Promise<void> {
    await soon(async () => {
      await succeeds(act());
      return succeeds(shows.first().waitFor({ timeout: attempt }));
    }).toBe(true);
  }

  /** The rows of the tree view with their descriptions. */
  async listed(): Promise<string[]> {
    const names = await this.rows.locator(".monaco-icon-label-container").all();
    const parts = names.map((it) => it.locator(".label-name, .label-description").allInnerTexts());
    return (await Promise.all(parts)).map((it) => it.filter((part) => part !== "").join(": "));
  }

  /** Expands a row in the side bar. Retries, because a click may miss its row while the list is redrawn. */
  async unfold(row: string): Promise<void> {
    const found = this.rows.filter({ hasText: row }).first();
    const open = found.and(this.page.locator('[aria-expanded="true"]'));
    await found.waitFor();
    if (await open.isVisible()) return;
    await this.until(open, async () => {
      await found.click({ timeout: attempt });
      // A second click would collapse a row that is only slow to expand; this key never does.
      if (!(await open.isVisible())) await this.press("ArrowRight");
    });
  }

  /** Chooses an item from the context menu of a row in the side bar. */
  async choose(row: string, item: string): Promise<void> {
    const wanted = this.page.locator(".monaco-menu .action-item", { hasText: item }).first();
    await this.click(this.rows.filter({ hasText: row }).first(), { mouse: "right", shows: wanted });
    // A menu ignores clicks while it is opening.
    await wanted.hover();
    await this.press("Enter");
  }

  /**
   * Clicks a code lens. The lens of the first line is above the visible lines if the editor was scrolled by a line before it
   * came.
   */
  async pressLens(title: string): Promise<void> {
    const lens = this.lenses.locator("a", { hasText: title }).first();
    if (!(await succeeds(lens.waitFor({ timeout: attempt })))) {
      await this.page.locator(".editor-instance .view-line").first().hover();
      await this.page.mouse.wheel(0, -100);
    }
    await lens.click();
  }

  /** The element of a word in the editor, to hover over or to select. */
  word(text: string): Locator {
    return this.page.locator(".editor-instance .view-line span > span", { hasText: text }).first();
  }

  /** Selects a word. On a slow machine, a double click may become two clicks. */
  async select(word: string): Promise<void> {
    const selected = this.statusBar.getByText(`(${word.length} selected)`);
    await this.until(selected, () => this.word(word).dblclick({ timeout: attempt }));
  }

  /** The text of the hover over a word. A repeated call reopens it, because a provider may have started since. */
  async hovered(text: string): Promise<string[]> {
    await this.page.mouse.move(0, 0);
    await this.word(text).hover();
    await succeeds(this.hover.first().waitFor({ timeout: attempt / 2 }));
    return this.hover.allInnerTexts();
  }

  /** The visible lines of the text. */
  async lines(): Promise<string[]> {
    const shown = await this.page.locator(".editor-instance .view-line").allInnerTexts();
    return shown.map((it) => it.replaceAll("\u00a0", " "));
  }

  /** The text of the active editor, as far as it is visible. */
  async shownText(): Promise<string> {
    return (await this.lines()).join("\n");
  }

  /** The lines in which the right side of the diff marks characters as new. */
  async marked(): Promise<string[]> {
    const right = this.page.locator(".modified-in-monaco-diff-editor");
    const lines = await right.locator(".view-line").all();
    const marks = await right.locator(".char-insert").all();
    const boxes = await Promise.all(marks.map((it) => it.boundingBox()));
    const found = await Promise.all(
      lines.map(async (it) => {
        const { y = 0, height = 0 } = (await it.boundingBox()) ?? {};
        const isMarked = boxes.some((box) => box && box.y + 1 >= y && box.y < y + height - 1);
        return isMarked ? [(await it.innerText()).replaceAll("\u00a0", " ").trim()] : [];
      }),
    );
    return found.flat();
  }

  /** The badges of files on their tabs, which are not text. */
  badges(): Promise<string[]> {
    return this.page.evaluate(
      `[...document.querySelectorAll(".tab *")].map((it) => getComputedStyle(it, "::after").content)`,
    );
  }

  /** The messages of one file in the Problems panel. */
  async problems(file: string): Promise<string[]> {
    const panel = this.page.locator(".markers-panel");
    if (!(await panel.isVisible())) await this.press("Control+Shift+M");
    const box = this.page.getByLabel("Filter Problems");
    // The list is filtered after a pause in typing, so do not type again on a retry.
    if ((await box.inputValue()) !== file) await box.fill(file);
    return panel.locator(".marker-message").allInnerTexts();
  }

  /** Opens the quick fix menu at the cursor, retries while it is empty, and applies a fix. */
  async fix(title: string): Promise<void> {
    const action = this.menu.filter({ hasText: title }).first();
    await soon(async () => {
      // The menu ignores clicks until the mouse has moved.
      await this.page.mouse.move(0, 0);
      await this.press("Escape", "Control+.");
      return succeeds(this.takeAction(action));
    }).toBe(true);
  }

  /** Rejects if the menu closes, as it does when it loses focus. */
  private async takeAction(action: Locator): Promise<void> {
    const timeout = attempt / 2;
    await action.waitFor({ timeout });
    await action.hover({ force: true, timeout });
    await action.and(this.page.locator(".focused")).waitFor({ timeout });
    // A key rather than a click: on a slow machine, Playwright may report a click as failed although the page received it.
    await this.press("Enter");
  }

  /** Presses a button of the modal dialog. */
  async answer(button: string): Promise<void> {
    await this.dialog.getByRole("button", { name: button, exact: true }).click();
  }

  /** The question of a command at the top of the window: the target, the act, what it means, and the choices with what is below them. */
  async question(text: string): Promise<string[]> {
    const asked = this.quickInput;
    const read = async () => {
      const rows = await asked.locator(".monaco-list-row .quick-input-list-rows").allInnerTexts();
      return [
        await asked.locator(".quick-input-title").innerText({ timeout: attempt }),
        ...rows.map((it) =>
          it
            .replaceAll(/[\u00a0\u2003]/g, " ")
            .trim()
            .replaceAll(/\s*\n\s*/g, " | "),
        ),
      ];
    };
    await soon(async () => (await read().catch(() => [])).join("\n")).toMatch(
      new RegExp(`${escapeRegExp(text)}[^]*\\nCancel`),
    );
    // Keys that are pressed earlier go to the page that asked.
    await asked.locator("input:focus").first().waitFor();
    return read();
  }

  /** Answers a question with keys, by the first words of the choice. */
  async agree(choice: string): Promise<void> {
    const rows = this.quickInput.locator(".monaco-list-row");
    const wanted = rows.filter({
      has: this.page.locator(".label-name", { hasText: startsWith(choice) }),
    });
    // Rows above the choices may begin with the same word.
    const focused = wanted.last().and(this.page.locator(".focused"));
    await wanted.last().waitFor();
    for (let i = await rows.count(); i > 0 && !(await focused.isVisible()); i--)
      await this.press("ArrowDown");
    await focused.waitFor();
    await this.press("Enter");
  }

  /** Copies text to the clipboard. If a frame has focus, the page must get it back first. */
  async copy(text: string): Promise<void> {
    const write = `(window.focus(), navigator.clipboard.writeText(${JSON.stringify(text)}))`;
    await soon(async () => {
      const isWritten = await succeeds(this.page.evaluate(write));
      if (!isWritten) await this.page.locator(".sidebar .composite.title").click();
      return isWritten;
    }).toBe(true);
  }

  /** The contents of the clipboard. */
  clipboard(): Promise<string> {
    return this.page.evaluate("navigator.clipboard.readText()");
  }

  /** Saves the active file, and waits until it is written: otherwise it could replace a file of the next test. */
  async save(): Promise<void> {
    await this.press("Control+S");
    await this.page.locator(".tab.active.dirty").first().waitFor({ state: "detached" });
  }

  /** The contents of a file on disk. */
  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  /** Adds a frame to a scene of the recording in the README. */
  frame(scene: string, duration = 900): Promise<void> {
    return takeFrame(this.page, scene, duration);
  }

  /** Takes a picture of the window, for `npm run pictures`. */
  picture(name: string): Promise<void> {
    return takePicture(this.page, name);
  }
}

const wait = Promise.resolve();

function startsWith(text: string): RegExp {
  return new RegExp(`^${escapeRegExp(text)}`);
}
