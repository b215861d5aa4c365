import { l10n, window } from "vscode";
import {
  CloseAction,
  type CloseHandlerResult,
  ErrorAction,
  type ErrorHandler,
  type ErrorHandlerResult,
} from "vscode-languageclient";

/** Two crashes within this time have one cause, and a third start would not help. */
const together = 3 * 60 * 1000;

/** Broken messages in a row that are borne before the connection is given up. */
const mostErrors = 3;

/** After a first crash the server is started again at once; after a second one the user is asked, and asked once. */
export class Crashes implements ErrorHandler {
  private last = Number.NEGATIVE_INFINITY;
  private asking = false;

  constructor(
    private readonly restart: () => Promise<void>,
    private readonly showLog: () => void,
  ) {}

  error(_error: Error, _message: unknown, count: number | undefined): ErrorHandlerResult {
    const action = (count ?? 0) <= mostErrors ? ErrorAction.Continue : ErrorAction.Shutdown;
    return { action, handled: true };
  }

  closed(): CloseHandlerResult {
    const now = Date.now();
    const again = now - this.last < together;
    this.last = now;
    if (!again) return { action: CloseAction.Restart, handled: true };
    void this.ask();
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    const restart = l10n.t("Restart");
    const show = l10n.t("Show Log");
    const message = l10n.t("The Weir language server has crashed.");
    const answer = await window.showErrorMessage(message, restart, show);
    this.asking = false;
    if (answer === show) this.showLog();
    if (answer === restart) {
      // Whoever restarts it by hand has a first crash left again.
      this.last = Number.NEGATIVE_INFINITY;
      await this.restart();
    }
  }
}
