import {
  type Connection,
  type DocumentOnTypeFormattingParams,
  ErrorCodes,
  type FormattingOptions,
  ResponseError,
  type TextEdit,
} from "vscode-languageserver";
import { version } from "../../../package.json";
import type { FormatOptions } from "../core/analysis.ts";
import { type AnyLanguage, languages as ourLanguages } from "../languages.ts";
import { codeActions, sourceActions } from "./answers/code-actions.ts";
import { Completions } from "./answers/completion.ts";
import { definition } from "./answers/definition.ts";
import { examplesFor } from "./answers/examples.ts";
import { renameEdits } from "./answers/file-renames.ts";
import { answerForms } from "./answers/forms.ts";
import { hostLenses } from "./answers/host-lenses.ts";
import { policyLenses } from "./answers/policy-lenses.ts";
import { ruleOffers } from "./answers/rule-references.ts";
import { SharedLists } from "./answers/shared-lists.ts";
import { shrinkDocument } from "./answers/shrink-actions.ts";
import { workspaceSymbols } from "./answers/workspace-symbols.ts";
import { capabilitiesFor } from "./capabilities.ts";
import { answerCommands } from "./commands/running/answer.ts";
import { FormatRefusals } from "./documents/format-refusals.ts";
import { documentReport, noDiagnostics } from "./documents/pull-diagnostics.ts";
import { Requests, shuttingDown } from "./documents/requests.ts";
import type { Snapshot } from "./documents/snapshots.ts";
import { answerLabs } from "./lab/answer-labs.ts";
import type { Platform } from "./platform.ts";
import {
  type ExamplesParams,
  type ExamplesResult,
  examplesRequest,
  type ShrinkParams,
  type ShrinkResponse,
  shrinkRequest,
  type TryLinesParams,
  type TryLinesResponse,
  type TryParams,
  tryLinesRequest,
  tryRequest,
} from "./protocol.ts";
import { ServerState } from "./server-state.ts";
import { answerTraces } from "./trace/traces.ts";
import { toEdits } from "./wire/convert.ts";
import { refuseWrongParameters } from "./wire/parameters.ts";
import {
  toFolds,
  toHighlights,
  toHover,
  toInlays,
  toLenses,
  toLinks,
  toSelection,
  toSignatureHelp,
  toSymbols,
} from "./wire/results.ts";

/** Serves one client until the connection ends. */
export function startServer(
  connection: Connection,
  platform: Platform,
  languages: readonly AnyLanguage[] = ourLanguages,
): void {
  let initialized = false;
  let isOver = false;
  connection.onRequest((method) => {
    if (isOver) throw new ResponseError(ErrorCodes.InvalidRequest, shuttingDown);
    throw initialized
      ? new ResponseError(ErrorCodes.MethodNotFound, `Unknown request '${method}'.`)
      : new ResponseError(
          ErrorCodes.ServerNotInitialized,
          "The server is not initialized. Send 'initialize' first.",
        );
  });
  refuseWrongParameters(connection);
  connection.onShutdown(() => {
    throw new ResponseError(
      ErrorCodes.ServerNotInitialized,
      "The server is not initialized. Send 'initialize' first.",
    );
  });
  connection.onInitialize((params) => {
    if (initialized)
      throw new ResponseError(ErrorCodes.InvalidRequest, "'initialize' may only be sent once.");
    initialized = true;
    const state = new ServerState(connection, platform.host, params, languages);
    connection.onInitialized(() => state.start());
    connection.onDidChangeConfiguration(({ settings }) => state.configure(settings));
    connection.onDidChangeWatchedFiles((event) => state.filesChanged(event));
    answerRequests(connection, platform, state, () => {
      isOver = true;
    });
    return {
      capabilities: capabilitiesFor(state.client, languages),
      serverInfo: { name: "weir", version },
    };
  });
  connection.listen();
}

/** All request handlers. */
function answerRequests(
  connection: Connection,
  platform: Platform,
  state: ServerState,
  onOver: () => void,
): void {
  const requests = new Requests(connection, state.snapshots, () => state.ready());
  const commands = answerCommands(connection, platform, state, requests);
  connection.onShutdown(() => {
    requests.shutDown();
    commands.stop();
    onOver();
  });
  answerAtCursors(connection, state, requests);
  answerInRanges(connection, platform, state, requests);
  answerAboutDocuments(connection, state, requests);
  connection.onCodeAction(
    requests.inRange("Code actions", (it, span, asked) => [
      ...codeActions(it, span, asked),
      ...sourceActions(it, asked, () => platform.actions(it, state)),
    ]),
  );
  connection.onCodeLens(
    // The meaning comes last: its length changes while one types, and would move the commands beside it.
    requests.inDocument("Lenses", async (it, _, token) => [
      ...platform.lenses(it, state),
      ...hostLenses(it, state),
      ...(await policyLenses(it, state, token)),
      ...toLenses(it.analysis.lenses(), it.places, state.settingsFor(it.source.uri).budget),
    ]),
  );
  connection.onRequest<ShrinkResponse | null, void>(
    shrinkRequest,
    requests.inDocument<ShrinkParams, ShrinkResponse>("Shrinking", shrinkDocument),
  );
  answerAboutWorkspace(connection, state, requests);
  answerTrials(connection, platform, state, requests);
  answerForms(connection, requests);
  answerLabs(connection, platform, state, requests);
  answerTraces(state, requests);
}

/** Handles requests that try a document on logs. Canceling the request stops the work. */
function answerTrials(
  connection: Connection,
  platform: Platform,
  state: ServerState,
  requests: Requests,
): void {
  requests.answer("Trial", tryRequest, async (asked: TryParams, token) => {
    const snapshot = state.snapshots.of(asked.textDocument.uri);
    if (!snapshot) return null;
    if (!platform.try) return { refusal: "Logs cannot be read in a browser." };
    return platform.try(snapshot, state, asked, () => token.isCancellationRequested);
  });
  connection.onRequest<TryLinesResponse | null, void>(
    tryLinesRequest,
    requests.inDocument("Trial", (it, asked: TryLinesParams) =>
      platform.tryLines
        ? platform.tryLines(it, state, asked)
        : { refusal: `Use '${tryRequest}' with files.` },
    ),
  );
}

function answerAtCursors(connection: Connection, state: ServerState, requests: Requests): void {
  const { client, texts } = state;
  const { atCursor, inVersion, whileTyping } = requests;
  const completions = new Completions(client);
  connection.onHover(atCursor("Hover", (it, at) => toHover(it.analysis.hover(at), it.places)));
  connection.onCompletion(
    whileTyping("Completion", (it, at, asked, token) => {
      const span = it.analysis.ruleReference?.(at);
      if (!span) return completions.list(it, at, asked);
      const found = ruleOffers(it, span, texts, token);
      return found.then((offers) => completions.list(it, at, asked, offers));
    }),
  );
  connection.onCompletionResolve((item, token) =>
    requests.contain("Completion", token, item, () => completions.resolve(item)),
  );
  connection.onSignatureHelp(
    atCursor("Signature help", (it, at) => toSignatureHelp(it.analysis.signature(at), it.places)),
  );
  connection.onDocumentHighlight(
    atCursor("Highlights", (it, at) => toHighlights(it.analysis.highlights(at), it.places)),
  );
  connection.onDocumentOnTypeFormatting(atCursor("Formatting on type", formatOnType));
  connection.onSelectionRanges(
    inVersion("Selection ranges", (it, { positions }) =>
      positions
        .map((position) => it.places.offset(position))
        .map((at) => toSelection(it.analysis.selections(at), at, it.places)),
    ),
  );
}

function answerInRanges(
  connection: Connection,
  platform: Platform,
  state: ServerState,
  { inRange, inVersion }: Requests,
): void {
  const refusals = new FormatRefusals(connection);
  connection.onDocumentFormatting(
    inVersion("Formatting", (it, { options }) => {
      const edits = it.analysis.format(layout(options));
      if (edits) return toEdits(edits, it.places);
      // A host document is formatted by its own language's extension.
      if (!it.analysis.regions) refusals.tell(it);
      return null;
    }),
  );
  connection.onDocumentRangeFormatting(
    inRange("Range formatting", (it, span, { options }) =>
      toEdits(it.analysis.formatRange(span, layout(options)), it.places),
    ),
  );
  connection.languages.semanticTokens.onRange(
    inRange("Tokens of a range", (it, span) => state.tokens.range(it, span)),
  );
  connection.languages.inlayHint.on(
    inRange("Inlays", (it, span) => [
      ...toInlays(it.analysis.inlays(span), it.places, state.settingsFor(it.source.uri).budget),
      ...platform.hints(it, state),
    ]),
  );
}

function answerAboutDocuments(
  connection: Connection,
  state: ServerState,
  requests: Requests,
): void {
  const { tokens, texts } = state;
  const { inDocument } = requests;
  connection.onDocumentSymbol(
    inDocument("Symbols", (it) => toSymbols(it.analysis.symbols(), it.places)),
  );
  connection.onFoldingRanges(inDocument("Folds", (it) => toFolds(it.analysis.folds(), it.places)));
  connection.onDocumentLinks(inDocument("Links", (it) => toLinks(it.analysis.links(), it.places)));
  connection.languages.semanticTokens.on(inDocument("Tokens", (it) => tokens.full(it)));
  connection.languages.semanticTokens.onDelta(
    inDocument("Changed tokens", (it, { previousResultId }) => tokens.delta(it, previousResultId)),
  );
  connection.languages.diagnostics.on(({ textDocument, previousResultId }, token) =>
    requests.contain("Diagnostics", token, noDiagnostics, async () =>
      documentReport(await texts.find(textDocument.uri), previousResultId),
    ),
  );
}

function answerAboutWorkspace(
  connection: Connection,
  state: ServerState,
  requests: Requests,
): void {
  const { texts, workspaceDiagnostics } = state;
  const lists = new SharedLists(state);
  connection.onDefinition(
    requests.atCursor("Definition", (it, at) => definition(it, at, lists, state)),
  );
  connection.onReferences((asked, token) =>
    requests.contain("References", token, null, () => lists.references(asked, token)),
  );
  connection.onPrepareRename(
    requests.atCursor("Renaming", (it, at) => lists.prepareRename(it, at)),
  );
  connection.onRenameRequest((asked, token) =>
    requests.contain("Renaming", token, null, () => lists.rename(asked, token)),
  );
  connection.workspace.onWillRenameFiles((asked, token) =>
    requests.contain("Renaming files", token, null, () => renameEdits(asked, state, token)),
  );
  connection.onWorkspaceSymbol(({ query }, token) =>
    requests.contain("Workspace symbols", token, [], () => workspaceSymbols(texts, query, token)),
  );
  connection.onRequest<ExamplesResult, void>(
    examplesRequest,
    (asked: ExamplesParams | null, token) =>
      requests.contain("Examples", token, { documents: [] }, () =>
        examplesFor(state, asked ?? {}, token),
      ),
  );
  connection.languages.diagnostics.onWorkspace((asked, token, _, progress) =>
    requests.contain("Workspace diagnostics", token, { items: [] }, async () => {
      await state.readyForAll();
      return workspaceDiagnostics.report(asked, token, progress);
    }),
  );
}

function formatOnType(
  it: Snapshot,
  offset: number,
  { ch, options }: DocumentOnTypeFormattingParams,
): TextEdit[] {
  // Clients use the trigger characters of all languages together.
  if (!it.source.language.formattingTriggers.includes(ch)) return [];
  return toEdits(it.analysis.formatOnType(offset, ch, layout(options)), it.places);
}

function layout({ tabSize, insertSpaces }: FormattingOptions): FormatOptions {
  return { tabSize, insertSpaces };
}
