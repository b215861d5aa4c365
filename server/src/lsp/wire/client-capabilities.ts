import {
  type ClientCapabilities,
  type CompletionItemKind,
  type InitializeParams,
  InsertTextMode,
} from "vscode-languageserver";
import type { ClientOffers } from "../protocol.ts";
import { chooseEncoding, type Encoding } from "./encoding.ts";

/** The client capabilities that affect our responses. */
export interface Client {
  readonly encoding: Encoding;
  /** Pulls diagnostics. */
  readonly pulls: boolean;
  readonly completion: CompletionLooks;
  readonly markdown: {
    readonly hover: boolean;
    readonly completion: boolean;
    readonly signature: boolean;
  };
  readonly diagnostics: DiagnosticLooks;
  readonly codeActionLiterals: boolean;
  /** Supports versioned document edits. */
  readonly versionedEdits: boolean;
  readonly symbolTree: boolean;
  /** Supports prepareRename. */
  readonly preparesRename: boolean;
  readonly folding: { readonly wholeLines: boolean; readonly most: number };
  readonly linkTooltips: boolean;
  /** Supports workspace/configuration. */
  readonly configuration: boolean;
  readonly workspaceFolders: boolean;
  /** Supports server-initiated progress. */
  readonly progress: boolean;
  /** Capabilities beyond LSP; undefined for other clients. */
  readonly offers: ClientOffers | undefined;
  readonly refreshes: {
    readonly diagnostics: boolean;
    readonly inlays: boolean;
    readonly lenses: boolean;
    readonly tokens: boolean;
  };
  /** Dynamic registrations. */
  readonly registers: {
    readonly configuration: boolean;
    readonly watchedFiles: boolean;
    /** Files in any folder. */
    readonly watchedFolders: boolean;
    readonly documents: boolean;
    readonly codeActions: boolean;
    /** The names of document features that can be registered dynamically, for some documents. */
    readonly features: ReadonlySet<string>;
  };
}

export interface CompletionLooks {
  readonly snippets: boolean;
  readonly tags: boolean;
  /** Shows label details for every row, not only for the selected one. */
  readonly labelDetails: boolean;
  /** Supports insert and replace ranges. */
  readonly insertReplace: boolean;
  /** Supports insertTextMode. */
  readonly adjustsIndentation: boolean;
  readonly kinds: ReadonlySet<CompletionItemKind>;
}

export interface DiagnosticLooks {
  readonly related: boolean;
  readonly tags: boolean;
  readonly description: boolean;
}

export function readClient(params: InitializeParams): Client {
  const { textDocument, workspace, general, window, experimental } = params.capabilities;
  const { completion, hover, signatureHelp, foldingRange } = textDocument ?? {};
  return {
    encoding: chooseEncoding(general?.positionEncodings),
    pulls: textDocument?.diagnostic !== undefined,
    completion: readCompletion(completion),
    markdown: {
      hover: takesMarkdown(hover?.contentFormat),
      completion: takesMarkdown(completion?.completionItem?.documentationFormat),
      signature: takesMarkdown(signatureHelp?.signatureInformation?.documentationFormat),
    },
    diagnostics: readLooks(textDocument),
    codeActionLiterals: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
    symbolTree: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    preparesRename: textDocument?.rename?.prepareSupport === true,
    folding: {
      wholeLines: foldingRange?.lineFoldingOnly === true,
      most: foldingRange?.rangeLimit ?? Number.POSITIVE_INFINITY,
    },
    linkTooltips: textDocument?.documentLink?.tooltipSupport === true,
    configuration: workspace?.configuration === true,
    workspaceFolders: workspace?.workspaceFolders === true,
    progress: window?.workDoneProgress === true,
    offers: readOffers(experimental),
    refreshes: {
      diagnostics: workspace?.diagnostics?.refreshSupport === true,
      inlays: workspace?.inlayHint?.refreshSupport === true,
      lenses: workspace?.codeLens?.refreshSupport === true,
      tokens: workspace?.semanticTokens?.refreshSupport === true,
    },
    registers: {
      configuration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
      watchedFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
      watchedFolders: workspace?.didChangeWatchedFiles?.relativePatternSupport === true,
      documents: textDocument?.synchronization?.dynamicRegistration === true,
      codeActions: textDocument?.codeAction?.dynamicRegistration === true,
      features: new Set(
        Object.entries(textDocument ?? {})
          .filter(([, it]) => it?.dynamicRegistration === true)
          .map(([name]) => name),
      ),
    },
  };
}

function readOffers(experimental: unknown): ClientOffers | undefined {
  const { weir } = (experimental ?? {}) as { readonly weir?: unknown };
  if (typeof weir !== "object" || weir === null) return undefined;
  const { confirm, choose, credential, savedText, lab, editorCommands } = weir as Record<
    string,
    unknown
  >;
  return {
    confirm: confirm === true,
    choose: choose === true,
    credential: credential === true,
    savedText: savedText === true,
    lab: lab === true,
    editorCommands: editorCommands === true,
  };
}

type CompletionCapabilities = NonNullable<ClientCapabilities["textDocument"]>["completion"];

function readCompletion(completion: CompletionCapabilities): CompletionLooks {
  const { completionItem: item, completionItemKind } = completion ?? {};
  return {
    snippets: item?.snippetSupport === true,
    tags: item?.tagSupport !== undefined,
    labelDetails: item?.labelDetailsSupport === true,
    insertReplace: item?.insertReplaceSupport === true,
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
function readLooks(textDocument: ClientCapabilities["textDocument"]): DiagnosticLooks {
  const { diagnostic, publishDiagnostics } = textDocument ?? {};
  const either = [diagnostic, publishDiagnostics];
  return {
    related: either.some((it) => it?.relatedInformation === true),
    tags: either.some((it) => it?.tagSupport !== undefined),
    description: either.some((it) => it?.codeDescriptionSupport === true),
  };
}
