import {
  type Disposable,
  type ExtensionContext,
  l10n,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from "vscode";
import {
  type CommandArguments,
  type TraceInput,
  type TraceStart,
  type TraceTextAnswer,
  traceRequests,
} from "../../../server/src/lsp/protocol.ts";
import type { TraceState } from "../../../views/src/trace/messages.ts";
import type { Profiles } from "../account/profiles.ts";
import type { Inputs } from "../claims/inputs.ts";
import { targetAtCursor } from "../commands/target-at-cursor.ts";
import type { Ask } from "../server/ask.ts";
import type { Connection } from "../server/connection.ts";
import { nextRun } from "../server/run-id.ts";
import { viewHtml, viewOptions } from "../webview.ts";
import { TracePanel } from "./panel.ts";
import type { TraceServer } from "./server.ts";

const viewType = "weir.trace";

const firstRequest: TraceInput = {
  method: "GET",
  url: "https://example.com/",
  headers: [],
  fields: ["ip.src=203.0.113.7"],
};

/** The panel that follows a request through all rules. */
export class Traces {
  #panel: TracePanel | undefined;
  /** The request that was shown last. */
  #last = firstRequest;

  constructor(
    private readonly context: Pick<ExtensionContext, "extensionUri">,
    private readonly connection: Connection,
    /** Undefined where there is no service. */
    private readonly askService: Ask | undefined,
    private readonly inputs: Inputs,
    private readonly profiles: Pick<Profiles, "zones">,
  ) {}

  register(): Disposable[] {
    return [
      window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel, state: TraceState | undefined) => {
          this.fill(panel, { request: firstRequest, ...state, isCompared: false });
        },
      }),
      this.connection.onDidStart(() => this.#panel?.refresh()),
    ];
  }

  /** Opens the panel for the rule of a lens or at the cursor, in the zone of the rule; or with the request of a lens. */
  async open(args: readonly unknown[]): Promise<void> {
    const [uri, at, request] = args;
    if (typeof uri === "string" && request) return this.show(request as TraceInput, uri);
    const isLens = typeof uri === "string" && at !== undefined;
    const target = targetAtCursor(isLens ? [{ uri, position: at }] : args);
    const start = await this.startOf(target);
    this.show(inZone(this.#last, start), target.uri);
  }

  /** Opens the panel with a request, for the rules around a file. */
  show(request: TraceInput, uri: string | undefined): void {
    if (this.#panel) {
      this.#panel.reveal();
      this.#panel.show(request, uri);
      return;
    }
    const panel = window.createWebviewPanel(
      viewType,
      l10n.t("Trace"),
      ViewColumn.Beside,
      viewOptions(this.context.extensionUri),
    );
    this.fill(panel, { request, ...(uri !== undefined && { uri }) });
  }

  private async startOf({ uri, position }: CommandArguments): Promise<TraceStart | undefined> {
    if (uri === undefined) return undefined;
    const asked = { textDocument: { uri }, ...(position && { position }) };
    return this.ask<TraceStart>(traceRequests.start, asked);
  }

  /** Opens the panel with the request of a log line. */
  async openLine(line: string, uri: string): Promise<void> {
    const found = await this.ask<TraceTextAnswer>(traceRequests.request, { text: line });
    if (found && "request" in found)
      this.show(inZone(found.request, await this.startOf({ uri })), uri);
    else if (found) void window.showWarningMessage(found.refusal);
  }

  /** Reads the rules on the service, so that traces can be compared with them. Returns whether it did. */
  private async readService(
    uri = workspace.workspaceFolders?.[0]?.uri.toString(),
  ): Promise<boolean> {
    const asked = { ...(uri !== undefined && { uri }), run: nextRun() };
    const found = await this.askService?.("weir.serviceRules", asked);
    if (!found) return false;
    if ("refusal" in found) void window.showErrorMessage(found.refusal);
    else for (const it of found.notRead) void window.showWarningMessage(it);
    return !("refusal" in found);
  }

  private ask<Answer>(method: string, asked: object): Promise<Answer | undefined> {
    return this.connection.startAndRequest(method, asked);
  }

  private fill(panel: WebviewPanel, state: TraceState): void {
    const { extensionUri } = this.context;
    const server: TraceServer = {
      ask: (method, asked, token) => this.connection.startAndRequest(method, asked, token),
      ...(this.askService && { readService: (uri) => this.readService(uri) }),
      zones: () => this.profiles.zones,
      used: (request) => {
        this.#last = request;
      },
      closed: () => {
        this.#panel = undefined;
      },
    };
    this.#panel = new TracePanel(panel, state, server, this.inputs);
    panel.webview.options = viewOptions(extensionUri);
    panel.iconPath = Uri.joinPath(extensionUri, "images", "view.svg");
    panel.webview.html = viewHtml(panel.webview, extensionUri, "trace", panel.title);
  }
}

/** The request in a zone: its URL keeps its host if that belongs to the zone. */
function inZone(request: TraceInput, { zone, host }: TraceStart = {}): TraceInput {
  if (zone === undefined) return request;
  const url = host === undefined ? request.url : withHost(request.url, host.toLowerCase());
  return { ...request, zone, url };
}

function withHost(url: string, host: string): string {
  return url.replace(/^(https?:\/\/)([^/?#:]*)/i, (whole, scheme: string, own: string) =>
    `.${own.toLowerCase()}`.endsWith(`.${host}`) ? whole : `${scheme}${host}`,
  );
}
