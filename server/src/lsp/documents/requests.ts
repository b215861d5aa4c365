import {
  type CancellationToken,
  type Connection,
  ErrorCodes,
  LSPErrorCodes,
  ResponseError,
  type TextDocumentIdentifier,
  type TextDocumentPositionParams,
} from "vscode-languageserver";
import type { Span } from "../../text/span.ts";
import { yieldToMessages } from "../files/yield-to-messages.ts";
import { log } from "../log.ts";
import type { Snapshot, Snapshots } from "./snapshots.ts";

type InDocument = { readonly textDocument: TextDocumentIdentifier };
type InRange = InDocument & { readonly range: TextRange };
type TextRange = Parameters<Snapshot["places"]["span"]>[0];
type Handler<Params, Answer> = (params: Params, token: CancellationToken) => Promise<Answer>;

/**
 * Shared handling of requests: waits for the settings, finds the newest snapshot, handles cancellation and concurrent changes,
 * and logs crashes and returns null, so that the server keeps running.
 */
export class Requests {
  private over = false;

  constructor(
    private readonly connection: Pick<Connection, "console" | "onRequest">,
    private readonly snapshots: Snapshots,
    private readonly ready: () => Promise<void>,
  ) {}

  /** Afterwards all requests are rejected, as the protocol requires. */
  shutDown(): void {
    if (this.over) throw new ResponseError(ErrorCodes.InvalidRequest, shuttingDown);
    this.over = true;
  }

  /** For whole documents: the newest version is used. */
  readonly inDocument =
    <Params extends InDocument, Answer>(
      name: string,
      answer: (
        it: Snapshot,
        params: Params,
        token: CancellationToken,
      ) => Answer | null | Promise<Answer | null>,
    ): Handler<Params, Answer | null> =>
    (params, token) =>
      this.contain(name, token, null, () => {
        const snapshot = this.snapshots.of(params.textDocument.uri);
        return snapshot ? answer(snapshot, params, token) : null;
      });

  /** For positions, which are only valid in one version of a document. */
  readonly inVersion =
    <Params extends InDocument, Answer>(
      name: string,
      answer: (it: Snapshot, params: Params) => Answer | null,
    ): Handler<Params, Answer | null> =>
    (params, token) => {
      const { uri } = params.textDocument;
      const version = this.snapshots.versionOf(uri);
      return this.contain(name, token, null, () => {
        if (this.snapshots.versionOf(uri) !== version) {
          throw new ResponseError(LSPErrorCodes.ContentModified, "The document has changed.");
        }
        const snapshot = this.snapshots.of(uri);
        return snapshot ? answer(snapshot, params) : null;
      });
    };

  readonly atCursor = <Params extends TextDocumentPositionParams, Answer>(
    name: string,
    answer: (it: Snapshot, offset: number, params: Params) => Answer | null,
  ): Handler<Params, Answer | null> =>
    this.inVersion(name, (it, params: Params) =>
      answer(it, it.places.offset(params.position), params),
    );

  /**
   * For positions while the user types. Editors filter the response by what was typed since, and do not ask again until they have
   * it; so it is computed for the old text instead of being rejected.
   */
  readonly whileTyping =
    <Params extends TextDocumentPositionParams, Answer>(
      name: string,
      answer: (
        it: Snapshot,
        offset: number,
        params: Params,
        token: CancellationToken,
      ) => Answer | null | Promise<Answer | null>,
    ): Handler<Params, Answer | null> =>
    (params, token) => {
      const { uri } = params.textDocument;
      const version = this.snapshots.versionOf(uri);
      const before = quietly(() => this.snapshots.of(uri));
      return this.contain(name, token, null, () => {
        const newest = this.snapshots.of(uri);
        const it = this.snapshots.versionOf(uri) === version ? newest : before;
        return it ? answer(it, it.places.offset(params.position), params, token) : null;
      });
    };

  readonly inRange = <Params extends InRange, Answer>(
    name: string,
    answer: (it: Snapshot, span: Span, params: Params) => Answer | null,
  ): Handler<Params, Answer | null> =>
    this.inVersion(name, (it, params: Params) => answer(it, it.places.span(params.range), params));

  /** Answers a request beyond LSP. */
  readonly answer = <Params>(
    name: string,
    method: string,
    work: (asked: Params, token: CancellationToken) => object | null | Promise<object | null>,
  ): void => {
    this.connection.onRequest<object | null, void>(method, (asked: Params, token) =>
      this.contain<object | null>(name, token, null, async () => {
        const found = await work(asked, token);
        throwIfCanceled(token);
        return found;
      }),
    );
  };

  /** Runs a request. Response errors are passed on; anything else is a bug. */
  async contain<Answer>(
    name: string,
    token: CancellationToken,
    otherwise: Answer,
    work: () => Answer | Promise<Answer>,
  ): Promise<Answer> {
    if (this.over) {
      throw new ResponseError(ErrorCodes.InvalidRequest, shuttingDown);
    }
    await this.ready();
    await afterPendingMessages();
    throwIfCanceled(token);
    try {
      return await work();
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      log(this.connection, "error", `${name} failed`, error);
      return otherwise;
    }
  }
}

export const shuttingDown = "The server is shutting down.";

/** Ignores errors, which are reported when the request is handled. */
function quietly<Answer>(work: () => Answer): Answer | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export function throwIfCanceled(token: CancellationToken): void {
  if (token.isCancellationRequested) {
    throw new ResponseError(LSPErrorCodes.RequestCancelled, "The request was canceled.");
  }
}

/** Waits two turns: pending messages are handled in the first, and their effects are visible in the second. */
export async function afterPendingMessages(): Promise<void> {
  await yieldToMessages();
  await yieldToMessages();
}
