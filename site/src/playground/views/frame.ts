// Runs in the frame of a view, before its script, and replaces the API of VS Code.

let kept: unknown;

Object.assign(window, {
  acquireVsCodeApi: () => ({
    postMessage: (message: unknown) => parent.postMessage(message, location.origin),
    getState: () => kept,
    setState: (state: unknown) => {
      kept = state;
    },
  }),
});
