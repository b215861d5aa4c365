import {
  type TextPlace,
  type TraceAnswer,
  type TraceFieldsResult,
  type TraceInput,
  type TraceParams,
  type TraceRefusal,
  type TraceTextAnswer,
  traceRequests,
} from "../../../server/src/lsp/protocol.ts";
import type { FromTrace, ToTrace, TraceState } from "../../../views/src/trace/messages.ts";

export type Traced = Extract<ToTrace, { kind: "answer" | "refusal" }>;

/** The services that the page needs of VS Code, or of the playground. */
export interface TraceHost<Token> {
  ask<Answer>(method: string, asked: object, token?: Token): Promise<Answer | null | undefined>;
  post(message: ToTrace): void;
  /** The title of the page, and what it offers besides the trace. */
  about(): Omit<Extract<ToTrace, { kind: "start" }>, "kind" | "state" | "fields">;
  /** The parameters of a trace, apart from the request. */
  scope(): Omit<TraceParams, "request">;
  /** The page shows another request. */
  used(request: TraceInput): void;
  trace(): unknown;
  open(place: TextPlace): unknown;
}

/** The request of a page and the answers to it, in VS Code and in the playground. */
export class TraceSession<Token = never> {
  isReady = false;
  private request: TraceInput;

  constructor(
    private readonly state: TraceState,
    private readonly host: TraceHost<Token>,
  ) {
    this.request = state.request;
  }

  /** The parameters of the current trace. */
  get asked(): TraceParams {
    return { request: this.request, ...this.host.scope() };
  }

  /** The page may show the same request already, and it is about other rules now. */
  show(request: TraceInput): void {
    this.request = request;
    this.host.post({ kind: "request", request });
    if (this.isReady) void this.host.trace();
  }

  /** Handles the messages that mean the same everywhere. */
  async receive(message: FromTrace): Promise<void> {
    const { host } = this;
    switch (message.kind) {
      case "ready": {
        const found = await host.ask<TraceFieldsResult>(traceRequests.fields, {});
        const state = { ...this.state, request: this.request };
        this.isReady = true;
        return host.post({ kind: "start", state, fields: found?.fields ?? [], ...host.about() });
      }
      case "request":
        this.request = message.request;
        host.used(message.request);
        return void (await host.trace());
      case "open":
        return void (await host.open(message.place));
      case "read":
        return this.read(message.text);
    }
  }

  /** Shows the request of a log line or of a curl command. */
  async read(text: string): Promise<void> {
    const found = await this.host.ask<TraceTextAnswer>(traceRequests.request, { text });
    if (found && "request" in found) this.show(found.request);
    else if (found) this.host.post({ kind: "refusal", isInRequest: true, refusal: found.refusal });
  }

  async trace(token?: Token): Promise<Traced | undefined> {
    const { asked } = this;
    const found = await this.host.ask<TraceAnswer | TraceRefusal>(traceRequests.ask, asked, token);
    if (!found) return undefined;
    return "refusal" in found
      ? { kind: "refusal", ...found, isInRequest: found.isInRequest ?? false }
      : { kind: "answer", answer: found, request: asked.request };
  }
}
