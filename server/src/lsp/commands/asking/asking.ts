import {
  CancellationTokenSource,
  type Connection,
  type MessageActionItem,
  ShowMessageRequest,
} from "vscode-languageserver";
import { plainMessage } from "../../log.ts";

/** Sends questions to the client. Canceling the command also cancels its question. */
export class Asking {
  constructor(
    private readonly connection: Pick<Connection, "sendRequest">,
    private readonly signal: AbortSignal,
    /** The run ID of the client, so that answers are not mixed up. */
    private readonly run?: string,
  ) {}

  /** Sends a request beyond LSP, with the run ID. */
  request(method: string, params: object): Promise<unknown> {
    return this.send(method, this.run === undefined ? params : { ...params, run: this.run });
  }

  /** Undefined if the command is canceled first. Rejects if the client does not support the request. */
  private async send(method: string, params: object): Promise<unknown> {
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

  /** The selected title, or `none`; `unavailable` if the client cannot ask. */
  async message(
    message: string,
    titles: readonly string[],
  ): Promise<{ readonly title: string } | "none" | "unavailable"> {
    const actions: MessageActionItem[] = titles.map((title) => ({ title }));
    try {
      const params = { type: 3, message: plainMessage(message), actions };
      const answer = (await this.send(ShowMessageRequest.method, params)) as
        | MessageActionItem
        | null
        | undefined;
      return typeof answer?.title === "string" ? { title: answer.title } : "none";
    } catch {
      return "unavailable";
    }
  }
}
