import {
  CancellationTokenSource,
  type Connection,
  type MessageActionItem,
  ShowMessageRequest,
} from "vscode-languageserver";
import { plainMessage } from "../../wire/plain-message.ts";

/** Puts questions to the client. Whoever cancels the command takes the question back as well. */
export class Asking {
  constructor(
    private readonly connection: Pick<Connection, "sendRequest">,
    private readonly signal: AbortSignal,
    /** What the client calls this run, so that no answer counts for another. */
    private readonly run?: string,
  ) {}

  /** A question of our own, which names the run. Answers as `send` does. */
  request(method: string, params: object): Promise<unknown> {
    return this.send(method, this.run === undefined ? params : { ...params, run: this.run });
  }

  /** Undefined when the command is cancelled before an answer comes. Rejects when the client does not know the request. */
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

  /** The title that was chosen, or `none`; `nobody` when the client cannot ask. */
  async message(
    message: string,
    titles: readonly string[],
  ): Promise<{ readonly title: string } | "none" | "nobody"> {
    const actions: MessageActionItem[] = titles.map((title) => ({ title }));
    try {
      const params = { type: 3, message: plainMessage(message), actions };
      const answer = (await this.send(ShowMessageRequest.method, params)) as
        | MessageActionItem
        | null
        | undefined;
      return typeof answer?.title === "string" ? { title: answer.title } : "none";
    } catch {
      return "nobody";
    }
  }
}
