import {
  type ClientCapabilities,
  type CompletionItemKind,
  type InitializeParams,
  InsertTextMode,
} from "vscode-languageserver";
import { isRecord } from "../../text/record.ts";
import type { ClientOffers } from "../protocol.ts";
import { chooseEncoding } from "./encoding.ts";

/** The client capabilities that affect our responses. */
export type Client = Readonly<ReturnType<typeof readClient>>;
export type CompletionLooks = Readonly<ReturnType<typeof readCompletion>>;

export function readClient(params: InitializeParams) {
  const { textDocument, workspace, general, window, experimental } = params.capabilities;
  const { completion, hover, signatureHelp, foldingRange } = textDocument ?? {};
  return {
    encoding: chooseEncoding(general?.positionEncodings),
    /** Pulls diagnostics. */
    pulls: textDocument?.diagnostic !== undefined,
    completion: readCompletion(completion),
    markdown: {
      hover: takesMarkdown(hover?.contentFormat),
      completion: takesMarkdown(completion?.completionItem?.documentationFormat),
      signature: takesMarkdown(signatureHelp?.signatureInformation?.documentationFormat),
    },
    diagnostics: readLooks(textDocument),
    codeActionLiterals: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
    /** Supports versioned document edits. */
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
    symbolTree: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    /** Supports prepareRename. */
    preparesRename: textDocument?.rename?.prepareSupport === true,
    folding: {
      wholeLines: foldingRange?.lineFoldingOnly === true,
      most: foldingRange?.rangeLimit ?? Number.POSITIVE_INFINITY,
    },
    linkTooltips: textDocument?.documentLink?.tooltipSupport === true,
    /** Supports workspace/configuration. */
    configuration: workspace?.configuration === true,
    workspaceFolders: workspace?.workspaceFolders === true,
    /** Supports server-initiated progress. */
    progress: window?.workDoneProgress === true,
    /** Capabilities beyond LSP; undefined for other clients. */
    offers: readOffers(experimental),
    refreshes: {
      diagnostics: workspace?.diagnostics?.refreshSupport === true,
      inlays: workspace?.inlayHint?.refreshSupport === true,
      lenses: workspace?.codeLens?.refreshSupport === true,
      tokens: workspace?.semanticTokens?.refreshSupport === true,
    },
    /** Dynamic registrations. */
    registers: {
      configuration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
      watchedFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
      /** Files in any folder. */
      watchedFolders: workspace?.didChangeWatchedFiles?.relativePatternSupport === true,
      documents: textDocument?.synchronization?.dynamicRegistration === true,
      codeActions: textDocument?.codeAction?.dynamicRegistration === true,
      /** The names of document features that can be registered dynamically, for some documents. */
      features: new Set(
        Object.entries(textDocument ?? {})
          .filter(([, it]) => it?.dynamicRegistration === true)
          .map(([name]) => name),
      ),
    },
  };
}

const offered = ["confirm", "choose", "credential", "savedText", "lab", "editorCommands"] as const;

function readOffers(experimental: unknown): ClientOffers | undefined {
  const { weir } = (experimental ?? {}) as { readonly weir?: unknown };
  if (!isRecord(weir)) return undefined;
  return Object.fromEntries(offered.map((it) => [it, weir[it] === true]));
}

type CompletionCapabilities = NonNullable<ClientCapabilities["textDocument"]>["completion"];

function readCompletion(completion: CompletionCapabilities) {
  const { completionItem: item, completionItemKind } = completion ?? {};
  return {
    snippets: item?.snippetSupport === true,
    tags: item?.tagSupport !== undefined,
    /** Shows label details for every row, not only for the selected one. */
    labelDetails: item?.labelDetailsSupport === true,
    /** Supports insert and replace ranges. */
    insertReplace: item?.insertReplaceSupport === true,
    /** Supports insertTextMode. */
    adjustsIndentation:
      item?.insertTextModeSupport?.valueSet?.includes(InsertTextMode.adjustIndentation) === true,
    kinds: new Set(completionItemKind?.valueSet ?? firstKinds),
  };
}

/** The kinds of the first protocol version, the default for clients without a list. */
const firstKinds = Array.from({ length: 18 }, (_, index) => (index + 1) as CompletionItemKind);

function takesMarkdown(formats: readonly string[] | undefined): boolean {
  return formats?.includes("markdown") === true;
}

/** Pull and push clients declare these capabilities in different places, some in both. */
function readLooks(textDocument: ClientCapabilities["textDocument"]) {
  const { diagnostic, publishDiagnostics } = textDocument ?? {};
  const either = [diagnostic, publishDiagnostics];
  return {
    related: either.some((it) => it?.relatedInformation === true),
    tags: either.some((it) => it?.tagSupport !== undefined),
    description: either.some((it) => it?.codeDescriptionSupport === true),
  };
}
