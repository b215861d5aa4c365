import { TraceSession } from "../../../../client/src/trace/session.ts";
import type { TraceInput } from "../../../../server/src/lsp/protocol.ts";
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

/** The request that was traced last. The request of a link is untrusted. */
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
  private readonly session: TraceSession;
  private shown = draftRequest();
  private turn = 0;

  constructor(private readonly context: () => TraceContext) {
    this.session = new TraceSession(
      { request: this.shown },
      {
        ask: <Answer>(method: string, asked: object) =>
          context().server.request<Answer>(method, asked),
        post: (message) => this.post(message),
        // There is no service, and no file for tests.
        about: () => ({ title: "Trace", offers: { tests: false, service: false } }),
        scope: () => ({ textDocument: { uri: context().uri }, isAlone: true }),
        used: (request) => this.keep(request),
        trace: () => this.refresh(),
        open: ({ range }) => range && context().editor.selectRange(range),
      },
    );
  }

  receive(message: FromTrace): Promise<void> {
    return this.session.receive(message);
  }

  /** Shows the request of a log line or of a curl command. */
  read(text: string): Promise<void> {
    return this.session.read(text);
  }

  /** The text has changed. An answer under way is of an older one. */
  outdate(): void {
    if (!this.session.isReady) return;
    this.turn++;
    this.post({ kind: "outdated" });
  }

  /** The text or the request has changed. */
  async refresh(): Promise<void> {
    if (!this.session.isReady) return;
    const mine = ++this.turn;
    const traced = await this.session.trace();
    if (traced && mine === this.turn) this.post(traced);
  }

  private keep(request: TraceInput): void {
    const text = JSON.stringify(request);
    if (text === JSON.stringify(this.shown)) return;
    this.shown = request;
    keepDraft("request", text);
    this.context().onRequest();
  }
}
