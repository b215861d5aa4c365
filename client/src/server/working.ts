import { CancellationTokenSource, ProgressLocation, window } from "vscode";

/** A cancelable progress notification that can be hidden in between. */
export class Working {
  readonly #source = new CancellationTokenSource();
  #hide: (() => void) | undefined;
  #report: (text: string) => void = () => {};

  constructor(private readonly title: string) {}

  get token() {
    return this.#source.token;
  }

  readonly report = (text: string): void => this.#report(text);

  resume(): void {
    if (this.#hide) return;
    const { title } = this;
    const location = ProgressLocation.Notification;
    const hidden = new Promise<void>((resolve) => {
      this.#hide = resolve;
    });
    void window.withProgress({ location, title, cancellable: true }, (progress, token) => {
      token.onCancellationRequested(() => this.#source.cancel());
      this.#report = (message) => progress.report({ message });
      return hidden;
    });
  }

  pause(): void {
    this.#hide?.();
    this.#hide = undefined;
    this.#report = () => {};
  }
}
