import { window } from "vscode";
import {
  CloseAction,
  type CloseHandlerResult,
  ErrorAction,
  type ErrorHandler,
} from "vscode-languageclient/node";

/** Two crashes within this time have one cause, and a third start would not help. */
const together = 3 * 60 * 1000;

/** Broken messages in a row that are borne before the connection is given up. */
const mostErrors = 3;

/** After a first crash the server is started again at once; after a second one the user is asked. */
export class Crashes implements ErrorHandler {
  private last = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly restart: () => Promise<void>,
    private readonly showOutput: () => void,
  ) {}

  error(_error: Error, _message: unknown, count: number | undefined) {
    return { action: (count ?? 0) <= mostErrors ? ErrorAction.Continue : ErrorAction.Shutdown };
  }

  closed(): CloseHandlerResult {
    const now = Date.now();
    const again = now - this.last < together;
    this.last = now;
    if (!again) return { action: CloseAction.Restart, handled: true };
    void this.ask();
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  private async ask(): Promise<void> {
    const answer = await window.showErrorMessage(
      "The Weir language server stopped twice in a short time.",
      "Start Again",
      "Show Output",
    );
    if (answer === "Start Again") await this.restart();
    if (answer === "Show Output") this.showOutput();
  }
}
