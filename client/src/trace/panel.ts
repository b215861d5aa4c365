import {
  type CancellationToken,
  type Disposable,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from "vscode";
import type { TextPlace, TraceInput, TraceParams } from "../../../server/src/lsp/protocol.ts";
import type { FromTrace, ToTrace, TraceState } from "../../../views/src/trace/messages.ts";
import { Claim } from "../claims/claim.ts";
import { type Inputs, mayHaveRules } from "../claims/inputs.ts";
import { rangeOf } from "../text-edits.ts";
import { addTest } from "./add-test.ts";
import type { TraceServer } from "./server.ts";
import { type Traced, TraceSession } from "./session.ts";

/** Milliseconds after the last key in a rule. */
const pause = 120;

/** One request and what happens to it, while the user types in the request or in a rule. */
export class TracePanel {
  private readonly parts: Disposable[];
  private readonly session: TraceSession<CancellationToken>;
  private readonly claim: Claim<Traced>;
  private isCompared = false;
  private uri: string | undefined;

  constructor(
    private readonly panel: WebviewPanel,
    state: TraceState,
    private readonly server: TraceServer,
    inputs: Inputs,
  ) {
    this.uri = state.uri;
    this.session = new TraceSession(state, {
      ask: <Answer>(method: string, asked: object, token?: CancellationToken) =>
        server.ask<Answer>(method, asked, token),
      post: (it) => this.post(it),
      about: () => ({
        title: panel.title,
        offers: { tests: true, service: server.readService !== undefined },
      }),
      scope: () => this.scope,
      used: (request) => server.used(request),
      trace: () => this.claim.compute(),
      open: openPlace,
    });
    this.claim = new Claim(inputs, {
      pause,
      uses: mayHaveRules,
      compute: (token) => this.session.trace(token),
      show: (it) => this.post({ ...it, names: server.zones() }),
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

  /** Shows another request, of the rules around a file. */
  show(request: TraceInput, uri: string | undefined): void {
    this.uri = uri ?? this.uri;
    this.session.show(request);
    // The page sends another request, but not the same request with other rules.
    this.refresh();
  }

  refresh(): void {
    if (this.session.isReady) this.claim.change();
  }

  private close(): void {
    for (const it of this.parts) it.dispose();
    this.server.closed();
  }

  private post(message: ToTrace): void {
    void this.panel.webview.postMessage(message);
  }

  private async receive(message: FromTrace): Promise<void> {
    if (message.kind === "addTest") await addTest(this.session.asked, this.server);
    else if (message.kind === "compare") await this.compare(message.isOn);
    else await this.session.receive(message);
  }

  private async compare(isOn: boolean): Promise<void> {
    this.isCompared = isOn && ((await this.server.readService?.(this.uri)) ?? false);
    this.post({ kind: "compared", isOn: this.isCompared });
    return this.claim.compute();
  }

  private get scope(): Omit<TraceParams, "request"> {
    const { uri } = this;
    return {
      ...(uri !== undefined && { textDocument: { uri } }),
      ...(this.isCompared && { service: true }),
    };
  }
}

async function openPlace({ uri, range }: TextPlace): Promise<void> {
  const editor = window.visibleTextEditors.find((it) => it.document.uri.toString() === uri);
  await window.showTextDocument(Uri.parse(uri), {
    viewColumn: editor?.viewColumn ?? ViewColumn.One,
    ...(range && { selection: rangeOf(range) }),
  });
}
