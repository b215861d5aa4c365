import {
  type Connection,
  type ProgressToken,
  WorkDoneProgress,
  type WorkDoneProgressBegin,
  WorkDoneProgressCreateRequest,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
} from "vscode-languageserver";

/** What is being done, for the user to see and to cancel. */
export interface Progress {
  /** Undefined where nothing is shown. */
  readonly token: ProgressToken | undefined;
  report(text: string): void;
  end(): void;
}

export interface ProgressOptions {
  /** Of the request; then the client need not be asked for one. */
  readonly token: ProgressToken | undefined;
  readonly mayCreate: boolean;
  /** Without one there is nothing to show. */
  readonly title: string | undefined;
}

let created = 0;

/** Nobody waits for the client here: what it is told comes in its order all the same. */
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
    // Whoever cannot show it does without.
    said.catch(() => {});
  };
  say({ kind: "begin", title, cancellable: true });
  return {
    token,
    report: (message) => say({ kind: "report", message }),
    end: () => say({ kind: "end" }),
  };
}
