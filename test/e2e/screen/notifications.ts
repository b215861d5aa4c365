import type { Locator, Page } from "playwright-core";
import { attempt, soon, succeeds } from "./waiting.ts";

/** The notifications in the corner of the window. */
export class Notifications {
  readonly items: Locator;

  constructor(page: Page) {
    this.items = page.locator(".notifications-toasts .notification-list-item");
  }

  /** Waits for a notification. Returns its text on one line. */
  text(part: string | RegExp): Promise<string> {
    const found = this.items.filter({ hasText: part }).first();
    return found.locator(".notification-list-item-message").innerText();
  }

  async press(button: string): Promise<void> {
    await this.items.getByRole("button", { name: button, exact: true }).click();
  }

  /** Closes notifications one by one. A command that clears all might run late, and cancel newer ones. */
  async clear(): Promise<void> {
    // The button is hidden until the mouse is over it. Progress notifications have none, and close by themselves.
    const name = /^Clear Notification/;
    const clear = this.items.getByRole("button", { name, includeHidden: true }).first();
    await soon(async () => {
      if ((await clear.count()) > 0)
        await succeeds(clear.dispatchEvent("click", {}, { timeout: attempt }));
      return this.items.count();
    }).toBe(0);
  }
}
