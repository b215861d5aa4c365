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
import { turn } from "../files/yielding.ts";
import { log } from "../log.ts";
import type { Snapshot, Snapshots } from "./snapshots.ts";

type InDocument = { readonly textDocument: TextDocumentIdentifier };
type InRange = InDocument & { readonly range: TextRange };
type TextRange = Parameters<Snapshot["places"]["span"]>[0];
type Handler<Params, Answer> = (params: Params, token: CancellationToken) => Promise<Answer>;

/**
 * What every request has in common: it waits until the settings are known, finds the newest snapshot, minds that it may be
 * cancelled or overtaken by a change, and a crash in it is logged and answered with null, so that the server lives on.
 */
export class Requests {
  private over = false;

  constructor(
    private readonly connection: Pick<Connection, "console">,
    private readonly snapshots: Snapshots,
    private readonly ready: () => Promise<void>,
  ) {}

  /** After this everything is refused, as the protocol wants it. */
  shutDown(): void {
    if (this.over) throw new ResponseError(ErrorCodes.InvalidRequest, shuttingDown);
    this.over = true;
  }

  /** About a whole document: the newest version is as good as the one that was meant. */
  readonly inDocument =
    <Params extends InDocument, Answer>(
      name: string,
      answer: (it: Snapshot, params: Params) => Answer | null,
    ): Handler<Params, Answer | null> =>
    (params, token) =>
      this.contain(name, token, null, () => {
        const snapshot = this.snapshots.of(params.textDocument.uri);
        return snapshot ? answer(snapshot, params) : null;
      });

  /** About one version of a document: places in another one would be other places. */
  readonly inVersion =
    <Params extends InDocument, Answer>(
      name: string,
      answer: (it: Snapshot, params: Params) => Answer | null,
    ): Handler<Params, Answer | null> =>
    (params, token) => {
      const { uri } = params.textDocument;
      const meant = this.snapshots.versionOf(uri);
      return this.contain(name, token, null, () => {
        if (this.snapshots.versionOf(uri) !== meant) {
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
   * At a place where somebody goes on typing. An editor sifts the answer by what was typed since, and asks no more until it has
   * one; so the text as it was is answered for, and a refusal would leave the editor with nothing to offer.
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
      const meant = this.snapshots.versionOf(uri);
      const before = quietly(() => this.snapshots.of(uri));
      return this.contain(name, token, null, () => {
        const newest = this.snapshots.of(uri);
        const it = this.snapshots.versionOf(uri) === meant ? newest : before;
        return it ? answer(it, it.places.offset(params.position), params, token) : null;
      });
    };

  readonly inRange = <Params extends InRange, Answer>(
    name: string,
    answer: (it: Snapshot, span: Span, params: Params) => Answer | null,
  ): Handler<Params, Answer | null> =>
    this.inVersion(name, (it, params: Params) => answer(it, it.places.span(params.range), params));

  /** Runs the work of one request. What it throws on purpose is an answer; anything else is a bug of ours. */
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
    await settle();
    mindCancellation(token);
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

/** Whatever is wrong here shows again, and is told, when the request is answered. */
function quietly<Answer>(work: () => Answer): Answer | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export function mindCancellation(token: CancellationToken): void {
  if (token.isCancellationRequested) {
    throw new ResponseError(LSPErrorCodes.RequestCancelled, "The request was canceled.");
  }
}

/** Two turns: in the first the next message is handled, and in the second it shows whether that changes anything. */
export async function settle(): Promise<void> {
  await turn();
  await turn();
}
