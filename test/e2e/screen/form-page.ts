// The form, inside the frames of a webview.
import type { Frame, FrameLocator, Locator } from "playwright-core";
import { accessibilityViolations, withoutVisibleFocus } from "./accessibility.ts";
import type { Editor } from "./editor.ts";
import { setPageWidth } from "./page-width.ts";
import { soon } from "./waiting.ts";

/** The active form. */
export class Form {
  private readonly frame: FrameLocator;

  constructor(private readonly editor: Editor) {
    this.frame = editor.page
      .frameLocator("iframe.webview.ready:visible")
      .frameLocator("iframe#active-frame");
  }

  get body(): Locator {
    return this.frame.locator("body");
  }

  row(index: number): Locator {
    return this.frame.getByRole("row").nth(index);
  }

  button(name: string): Locator {
    return this.frame.getByRole("button", { name, exact: true });
  }

  /** Its name has the target. */
  get push(): Locator {
    return this.frame.getByRole("button", { name: /^Push/ });
  }

  /** The accessible names of the rows. */
  rows(): Promise<(string | null)[]> {
    return this.frame
      .getByRole("row")
      .evaluateAll((all) => all.map((it) => it.getAttribute("aria-label")));
  }

  kept(): Promise<string> {
    return this.frame.locator(".kept").innerText();
  }

  /** Fills in the new row: searches for the field, selects the operator, and types the value. */
  async condition(
    search: string,
    operator: string | undefined,
    ...values: string[]
  ): Promise<void> {
    const draft = await this.begin(search);
    const box = draft.locator('[data-part="value"] input');
    if (operator) await this.operator(draft, operator);
    const [first = "", ...others] = values;
    await box.click();
    await this.editor.page.keyboard.type(first);
    await this.editor.press("Enter");
    await draft.waitFor({ state: "detached" });
    for (const it of others) await this.addValue(it);
  }

  /** Searches for the field of the new row, which moves to its value. */
  async begin(search: string): Promise<Locator> {
    const draft = this.frame.getByRole("row", { name: "New condition" });
    await draft.getByLabel("Field").first().waitFor();
    await this.editor.page.keyboard.type(search);
    await draft.getByRole("listbox").getByRole("option").first().waitFor();
    await this.editor.press("Enter");
    await soon(() => isFocused(draft.locator('[data-part="value"] input'))).toBe(true);
    return draft;
  }

  /** Moves from the value back to the operator, and selects one by typing its name. */
  private async operator(row: Locator, name: string): Promise<void> {
    await this.editor.press("Shift+Tab");
    await this.editor.page.keyboard.type(name);
    await soon(() => row.getByLabel("Operator").locator("option:checked").innerText()).toBe(name);
  }

  async addValue(value: string): Promise<void> {
    const box = this.frame.getByLabel("Add value").first();
    await box.click();
    await this.editor.page.keyboard.type(value);
    await this.editor.press("Enter");
    await this.frame.getByRole("button", { name: `Remove ${value}` }).waitFor();
  }

  /** Drags a row onto the upper half of another with the mouse. */
  async drag(from: number, onto: number): Promise<void> {
    const { mouse } = this.editor.page;
    const handle = await this.row(from).locator(".grip").boundingBox();
    const target = await this.row(onto).boundingBox();
    if (!handle || !target) throw new Error("The row is not visible.");
    await mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await mouse.down();
    await mouse.move(target.x + 100, target.y + target.height - 4, { steps: 5 });
    await mouse.move(target.x + 100, target.y + 4);
    await mouse.up();
  }

  async setWidth(width: number): Promise<void> {
    await setPageWidth(this.editor, await this.page(), width);
  }

  /** Controls that are cut off by the edges of the page. */
  async outside(): Promise<unknown> {
    return (await this.page()).evaluate(`
      [...document.querySelectorAll("button, input, select, .problem, h1")]
        .filter((it) => !it.closest("[hidden]"))
        .filter((it) => {
          const { left, right, width } = it.getBoundingClientRect();
          return left < 0 || right > document.documentElement.clientWidth || width < 20;
        })
        .map((it) => it.outerHTML)
    `);
  }

  /** The accessibility violations of the form. */
  async violations(rules: "all" | "colors" = "all"): Promise<readonly string[]> {
    return accessibilityViolations(await this.page(), rules);
  }

  async withoutVisibleFocus(): Promise<readonly string[]> {
    return withoutVisibleFocus(await this.page());
  }

  private async page(): Promise<Frame> {
    const frame = await (await this.body.elementHandle())?.ownerFrame();
    if (!frame) throw new Error("The form is not open.");
    return frame;
  }
}

export async function openForm(editor: Editor, file: string): Promise<Form> {
  await editor.open(file);
  await editor.run("Weir: Open as Form");
  const form = new Form(editor);
  await form.button("Open as Text").waitFor();
  return form;
}

export function isFocused(it: Locator): Promise<boolean> {
  return it.evaluate((element) => element === element.ownerDocument.activeElement);
}
