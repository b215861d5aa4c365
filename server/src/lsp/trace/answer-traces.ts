import type { CancellationToken, Connection } from "vscode-languageserver";
import { type Requests, throwIfCanceled } from "../documents/requests.ts";
import {
  type TraceParams,
  type TraceStartParams,
  type TraceTestParams,
  type TraceTextParams,
  traceRequests,
} from "../protocol.ts";
import type { ServerState } from "../server-state.ts";
import { Traces } from "./traces.ts";

/** Handles the requests of the trace. */
export function answerTraces(connection: Connection, state: ServerState, requests: Requests): void {
  const traces = new Traces(state);
  state.documents.onDidChangeContent(({ document }) => state.configurations.changed(document.uri));
  const answer = <Params>(
    method: string,
    work: (asked: Params, token: CancellationToken) => object | Promise<object>,
  ) =>
    connection.onRequest<object | null, void>(method, (asked: Params, token) =>
      requests.contain<object | null>("Trace", token, null, async () => {
        const found = await work(asked, token);
        throwIfCanceled(token);
        return found;
      }),
    );
  answer(traceRequests.ask, (asked: TraceParams, token) => traces.trace(asked, token));
  answer(traceRequests.start, (asked: TraceStartParams, token) => traces.start(asked, token));
  answer(traceRequests.fields, () => traces.fields());
  answer(traceRequests.request, (asked: TraceTextParams) => traces.request(asked));
  answer(traceRequests.test, (asked: TraceTestParams, token) => traces.test(asked, token));
}
