import {
  type Connection,
  type ProgressToken,
  WorkDoneProgress,
  type WorkDoneProgressBegin,
  WorkDoneProgressCreateRequest,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
} from "vscode-languageserver";

/** Progress that the user can see and cancel. */
export interface Progress {
  /** Undefined if nothing is shown. */
  readonly token: ProgressToken | undefined;
  report(text: string): void;
  end(): void;
}

export interface ProgressOptions {
  /** The token of the request; if set, no token has to be created. */
  readonly token: ProgressToken | undefined;
  readonly mayCreate: boolean;
  /** Without a token, nothing is shown. */
  readonly title: string | undefined;
}

let created = 0;

/** Starts progress. Does not wait for the client, because messages are sent in order anyway. */
export function startProgress(
  connection: Pick<Connection, "sendProgress" | "sendRequest">,
  { token: given, mayCreate, title }: ProgressOptions,
): Progress {
  const isShown = title !== undefined && (given !== undefined || mayCreate);
  if (!isShown) return { token: undefined, report() {}, end() {} };
  const token = given ?? `weir-progress-${++created}`;
  let said: Promise<unknown> =
    given === undefined
      ? connection.sendRequest(WorkDoneProgressCreateRequest.type, { token })
      : Promise.resolve();
  const say = (value: WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd) => {
    said = said.then(() => connection.sendProgress(WorkDoneProgress.type, token, value));
    // Ignored: the client does not support progress.
    said.catch(() => {});
  };
  say({ kind: "begin", title, cancellable: true });
  return {
    token,
    report: (message) => say({ kind: "report", message }),
    end: () => say({ kind: "end" }),
  };
}
