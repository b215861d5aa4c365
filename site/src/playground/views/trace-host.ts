import {
  type TraceAnswer,
  type TraceFieldsResult,
  type TraceInput,
  type TraceRefusal,
  type TraceTextAnswer,
  traceRequests,
} from "../../../../server/src/lsp/protocol.ts";
import type { FromTrace, ToTrace } from "../../../../views/src/trace/messages.ts";
import { draftOf, keepDraft } from "../drafts.ts";
import type { ViewContext } from "./host.ts";

interface TraceContext extends ViewContext {
  onRequest(): void;
}

const firstRequest: TraceInput = {
  method: "GET",
  url: "https://shop.example.com/login",
  headers: [],
  fields: ["ip.src=203.0.113.7"],
};

/** The request that was traced last. That of a link is untrusted. */
export function draftRequest(): TraceInput {
  try {
    const value: Partial<Record<keyof TraceInput, unknown>> = JSON.parse(draftOf("request") ?? "");
    const { method, url, headers, fields, isPartial, status, zone } = value;
    const areTexts = (it: unknown): it is readonly string[] =>
      Array.isArray(it) && it.every((text) => typeof text === "string");
    if (typeof method !== "string" || typeof url !== "string") return firstRequest;
    if (!areTexts(headers) || !areTexts(fields)) return firstRequest;
    return {
      ...{ method, url, headers, fields },
      ...(isPartial === true && { isPartial }),
      ...(typeof status === "number" && { status }),
      ...(typeof zone === "string" && { zone }),
    };
  } catch {
    return firstRequest;
  }
}

/** Answers the page of the trace, as the extension does in VS Code. Only the rules of the text are used. */
export class TraceHost {
  post: (message: ToTrace) => void = () => {};
  private request = draftRequest();
  private isReady = false;
  private turn = 0;

  constructor(private readonly context: () => TraceContext) {}

  async receive(message: FromTrace): Promise<void> {
    const { server, editor, onRequest } = this.context();
    switch (message.kind) {
      case "ready": {
        const found = await server.request<TraceFieldsResult>(traceRequests.fields, {});
        const { request } = this;
        this.isReady = true;
        return this.post({
          kind: "start",
          state: { request },
          title: "Trace",
          fields: found?.fields ?? [],
          // There is no service, and no file for tests.
          offers: { tests: false, service: false },
        });
      }
      case "request": {
        const text = JSON.stringify(message.request);
        if (text !== JSON.stringify(this.request)) {
          keepDraft("request", text);
          onRequest();
        }
        this.request = message.request;
        return this.refresh();
      }
      case "open":
        return message.place.range && editor.selectRange(message.place.range);
      case "read":
        return this.read(message.text);
    }
  }

  /** Shows the request of a log line or of a curl command. */
  async read(text: string): Promise<void> {
    const { server } = this.context();
    const found = await server.request<TraceTextAnswer>(traceRequests.request, { text });
    if (found && "request" in found) this.post({ kind: "request", request: found.request });
    else if (found) this.post({ kind: "refusal", isInRequest: true, refusal: found.refusal });
  }

  /** The text has changed. An answer under way is of an older one. */
  outdate(): void {
    if (!this.isReady) return;
    this.turn++;
    this.post({ kind: "outdated" });
  }

  /** The text or the request has changed. */
  async refresh(): Promise<void> {
    if (!this.isReady) return;
    const { server, uri } = this.context();
    const { request } = this;
    const mine = ++this.turn;
    const asked = { request, textDocument: { uri }, isAlone: true };
    const found = await server.request<TraceAnswer | TraceRefusal>(traceRequests.ask, asked);
    if (!found || mine !== this.turn) return;
    if ("refusal" in found)
      this.post({ kind: "refusal", ...found, isInRequest: found.isInRequest ?? false });
    else this.post({ kind: "answer", answer: found, request });
  }
}
