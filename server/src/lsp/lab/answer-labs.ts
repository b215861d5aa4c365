import type { Connection } from "vscode-languageserver";
import type { Requests } from "../documents/requests.ts";
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
  const answer = <Params>(method: string, work: Parameters<typeof requests.answer<Params>>[2]) =>
    requests.answer("Trial", method, work);
  answer(
    labRequests.ask,
    async (asked: LabParams, token) => (await labs.ask(asked, token)) ?? null,
  );
  answer(labRequests.lines, (asked: LabLinesParams) => labs.lines(asked));
  answer(labRequests.line, (asked: LabLineParams) => labs.line(asked));
  answer(labRequests.texts, (asked: ShownLines) => labs.texts(asked));
  answer(labRequests.add, (asked: LabAddParams) => labs.add(asked));
  connection.onNotification(labClosed, (closed: LabIdentifier) => labs.close(closed));
}
