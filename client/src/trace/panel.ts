import {
  type CancellationToken,
  type Disposable,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from "vscode";
import {
  type TraceAnswer,
  type TraceInput,
  type TraceParams,
  type TraceRefusal,
  type TraceTextAnswer,
  traceRequests,
} from "../../../server/src/lsp/protocol.ts";
import type { FromTrace, ToTrace, TraceState } from "../../../views/src/trace/messages.ts";
import { Claim } from "../claims/claim.ts";
import { type Inputs, mayHaveRules } from "../claims/inputs.ts";
import { rangeOf } from "../text-edits.ts";
import { addTest } from "./add-test.ts";
import type { TraceServer } from "./server.ts";

/** Milliseconds after the last key in a rule. */
const pause = 120;

/** One request and what happens to it, while the user types in the request or in a rule. */
export class TracePanel {
  private readonly parts: Disposable[];
  private request: TraceInput;
  private isCompared = false;
  private readonly claim: Claim<Traced>;
  private isReady = false;

  constructor(
    private readonly panel: WebviewPanel,
    private readonly state: TraceState,
    private readonly server: TraceServer,
    inputs: Inputs,
  ) {
    this.request = state.request;
    this.claim = new Claim(inputs, {
      pause,
      uses: mayHaveRules,
      compute: (token) => this.trace(token),
      show: (it) => this.post(it),
      mark: (outdated) => this.post(outdated),
    });
    this.parts = [
      this.claim,
      panel.webview.onDidReceiveMessage((it: FromTrace) => this.receive(it)),
      panel.onDidDispose(() => this.close()),
    ];
  }

  reveal(): void {
    this.panel.reveal(undefined, false);
  }

  show(request: TraceInput): void {
    this.request = request;
    this.post({ kind: "request", request });
  }

  refresh(): void {
    if (this.isReady) this.claim.change();
  }

  private close(): void {
    for (const it of this.parts) it.dispose();
    this.server.closed();
  }

  private post(message: ToTrace): void {
    void this.panel.webview.postMessage(message);
  }

  private async receive(message: FromTrace): Promise<void> {
    switch (message.kind) {
      case "ready": {
        const offers = { tests: true, service: this.server.readService !== undefined };
        const fields = await this.server.fields();
        const state = { ...this.state, request: this.request };
        this.isReady = true;
        return this.post({ kind: "start", state, title: this.panel.title, fields, offers });
      }
      case "request":
        this.request = message.request;
        this.server.used(message.request);
        return this.claim.compute();
      case "open": {
        const { uri, range } = message.place;
        const editor = window.visibleTextEditors.find((it) => it.document.uri.toString() === uri);
        await window.showTextDocument(Uri.parse(uri), {
          viewColumn: editor?.viewColumn ?? ViewColumn.One,
          ...(range && { selection: rangeOf(range) }),
        });
        return;
      }
      case "addTest":
        return addTest(this.asked(), this.server);
      case "compare":
        return this.compare(message.isOn);
      case "read": {
        const asked = { text: message.text };
        const found = await this.server.ask<TraceTextAnswer>(traceRequests.request, asked);
        if (found && "request" in found) this.show(found.request);
        else if (found) this.post({ kind: "refusal", isInRequest: true, refusal: found.refusal });
      }
    }
  }

  private async compare(isOn: boolean): Promise<void> {
    this.isCompared = isOn && ((await this.server.readService?.(this.state.uri)) ?? false);
    this.post({ kind: "compared", isOn: this.isCompared });
    return this.claim.compute();
  }

  private asked(): TraceParams {
    const { uri } = this.state;
    return {
      request: this.request,
      ...(uri !== undefined && { textDocument: { uri } }),
      ...(this.isCompared && { service: true }),
    };
  }

  private async trace(token: CancellationToken): Promise<Traced | undefined> {
    const { request } = this;
    const asked = this.asked();
    const found = await this.server.ask<TraceAnswer | TraceRefusal>(
      traceRequests.ask,
      asked,
      token,
    );
    if (!found) return undefined;
    return "refusal" in found
      ? { kind: "refusal", ...found, isInRequest: found.isInRequest ?? false }
      : { kind: "answer", answer: found, request };
  }
}

type Traced = Extract<ToTrace, { kind: "answer" | "refusal" }>;
