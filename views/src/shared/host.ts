/** What VS Code gives to a webview. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

export interface Host<Sent, State> {
  post(message: Sent): void;
  /** Survives the view being hidden, and a restart of the window. */
  readonly state: State | undefined;
  keep(state: State): void;
}

/** Connects a view with the extension. May be called once. */
export function connect<Sent, Received, State = never>(
  onMessage: (message: Received) => void,
): Host<Sent, State> {
  const api = acquireVsCodeApi();
  window.addEventListener("message", ({ data }: MessageEvent<Received>) => onMessage(data));
  return {
    post: (message) => api.postMessage(message),
    state: api.getState() as State | undefined,
    keep: (state) => api.setState(state),
  };
}
