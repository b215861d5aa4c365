import {
  CancellationTokenSource,
  type Connection,
  type MessageActionItem,
  ShowMessageRequest,
} from "vscode-languageserver";

/** Puts questions to the client. Whoever cancels the command takes the question back as well. */
export class Asking {
  constructor(
    private readonly connection: Pick<Connection, "sendRequest">,
    private readonly signal: AbortSignal,
  ) {}

  /** Undefined when the command is cancelled before an answer comes. Rejects when the client does not know the request. */
  async request(method: string, params: unknown): Promise<unknown> {
    if (this.signal.aborted) return undefined;
    const source = new CancellationTokenSource();
    const answered = new AbortController();
    const stopped = new Promise<undefined>((resolve) => {
      const stop = () => {
        source.cancel();
        resolve(undefined);
      };
      this.signal.addEventListener("abort", stop, { once: true, signal: answered.signal });
    });
    try {
      const answer = this.connection.sendRequest(method, params, source.token);
      answer.catch(() => {});
      return await Promise.race([answer, stopped]);
    } finally {
      answered.abort();
      source.dispose();
    }
  }

  /** The title that was chosen, or `none`; `nobody` when the client cannot ask. */
  async message(
    message: string,
    titles: readonly string[],
  ): Promise<{ readonly title: string } | "none" | "nobody"> {
    const actions: MessageActionItem[] = titles.map((title) => ({ title }));
    try {
      const params = { type: 3, message, actions };
      const answer = (await this.request(ShowMessageRequest.method, params)) as
        | MessageActionItem
        | null
        | undefined;
      return typeof answer?.title === "string" ? { title: answer.title } : "none";
    } catch {
      return "nobody";
    }
  }
}
