import type { CancellationToken, Connection } from "vscode-languageserver";
import { type Requests, throwIfCanceled } from "../documents/requests.ts";
import type { Platform } from "../platform.ts";
import {
  type LabAddParams,
  type LabIdentifier,
  type LabLineParams,
  type LabLinesParams,
  type LabParams,
  labClosed,
  labProgress,
  labRequests,
  type ShownLines,
} from "../protocol.ts";
import type { ServerState } from "../server-state.ts";
import { Labs } from "./labs.ts";

/** Handles the requests of the lab. */
export function answerLabs(
  connection: Connection,
  platform: Platform,
  state: ServerState,
  requests: Requests,
): void {
  const labs = new Labs(state, platform, (it) => connection.sendNotification(labProgress, it));
  const answer = <Params>(
    method: string,
    work: (asked: Params, token: CancellationToken) => object | null | Promise<object | null>,
  ) =>
    connection.onRequest<object | null, void>(method, (asked: Params, token) =>
      requests.contain<object | null>("Trial", token, null, () => work(asked, token)),
    );
  answer(labRequests.ask, async (asked: LabParams, token) => {
    const found = await labs.ask(asked, token);
    throwIfCanceled(token);
    return found ?? null;
  });
  answer(labRequests.lines, (asked: LabLinesParams) => labs.lines(asked));
  answer(labRequests.line, (asked: LabLineParams) => labs.line(asked));
  answer(labRequests.texts, (asked: ShownLines) => labs.texts(asked));
  answer(labRequests.add, (asked: LabAddParams) => labs.add(asked));
  connection.onNotification(labClosed, (closed: LabIdentifier) => labs.close(closed));
}
