import { l10n, window } from "vscode";
import {
  CloseAction,
  type CloseHandlerResult,
  ErrorAction,
  type ErrorHandler,
  type ErrorHandlerResult,
} from "vscode-languageclient";

/** After two crashes within this time, the server is not restarted automatically. */
const together = 3 * 60 * 1000;

/** Restarts the server after the first crash; after the second, asks the user, once. */
export class Crashes implements ErrorHandler {
  private last = Number.NEGATIVE_INFINITY;
  private asking = false;

  constructor(
    private readonly restart: () => Promise<void>,
    private readonly showLog: () => void,
  ) {}

  /**
   * Several messages may fail before the client detects that the server has exited. The library would shut down the client
   * because of them, and leave the user without a server and without a message. `closed` handles the exit instead.
   */
  error(): ErrorHandlerResult {
    return { action: ErrorAction.Continue, handled: true };
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
      // A manual restart resets the count.
      this.last = Number.NEGATIVE_INFINITY;
      await this.restart();
    }
  }
}
