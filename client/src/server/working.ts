import { CancellationTokenSource, type Progress, ProgressLocation, window } from "vscode";

/**
 * Most work ends sooner, and VS Code hides a message that follows several notifications within 800 ms: the result would never be
 * seen.
 */
const shownAfter = 500;

/** A cancelable progress notification that can be hidden in between. */
export class Working {
  readonly #source = new CancellationTokenSource();
  #hide: (() => void) | undefined;
  #progress: Progress<{ message: string }> | undefined;
  #message = "";

  constructor(private readonly title: string) {}

  get token() {
    return this.#source.token;
  }

  readonly report = (message: string): void => {
    this.#message = message;
    this.#progress?.report({ message });
  };

  resume(): void {
    if (this.#hide) return;
    const timer = setTimeout(() => this.#show(), shownAfter);
    this.#hide = () => clearTimeout(timer);
  }

  pause(): void {
    this.#hide?.();
    this.#hide = undefined;
    this.#progress = undefined;
  }

  #show(): void {
    const { title } = this;
    const location = ProgressLocation.Notification;
    const hidden = new Promise<void>((resolve) => {
      this.#hide = resolve;
    });
    void window.withProgress({ location, title, cancellable: true }, (progress, token) => {
      token.onCancellationRequested(() => this.#source.cancel());
      this.#progress = progress;
      if (this.#message !== "") this.report(this.#message);
      return hidden;
    });
  }
}
