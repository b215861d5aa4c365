import { keepFocus } from "./focus.ts";

/** The API that VS Code provides to a webview. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

export interface Host<Sent, State> {
  post(message: Sent): void;
  /** Kept while the view is hidden, and across window reloads. */
  readonly state: State | undefined;
  keep(state: State): void;
}

/** Connects a view with the extension. May be called once. */
export function connect<Sent, Received, State = never>(
  onMessage: (message: Received) => void,
): Host<Sent, State> {
  const api = acquireVsCodeApi();
  keepFocus();
  window.addEventListener("message", ({ data }: MessageEvent<Received>) => onMessage(data));
  return {
    post: (message) => api.postMessage(message),
    state: api.getState() as State | undefined,
    keep: (state) => api.setState(state),
  };
}
