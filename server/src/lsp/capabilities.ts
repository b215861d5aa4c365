import {
  CodeActionKind,
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  DefinitionRequest,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  DocumentHighlightRequest,
  HoverRequest,
  InlayHintRequest,
  type Registration,
  SemanticTokensRegistrationType,
  type ServerCapabilities,
  SignatureHelpRequest,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import type { AnyLanguage } from "../languages.ts";
import { lockName } from "../workspace/lock/lock.ts";
import { configName } from "../workspace/workspace.ts";
import { legend, plainText } from "./documents/semantic-tokens.ts";
import { section } from "./documents/settings.ts";
import { commandNames, showCommand } from "./protocol.ts";
import type { Client } from "./wire/client-capabilities.ts";

export const fixAllKind = `${CodeActionKind.SourceFixAll}.weir`;
/** Not below `source.fixAll`, which editors may apply on save. */
export const fixStyleKind = `${CodeActionKind.Source}.fixStyle.weir`;

const codeActionKinds: readonly string[] = [
  CodeActionKind.QuickFix,
  fixAllKind,
  fixStyleKind,
  CodeActionKind.RefactorRewrite,
  CodeActionKind.RefactorExtract,
  CodeActionKind.RefactorInline,
  `${CodeActionKind.Source}.weir`,
];

/** The capabilities of the server, one line per feature. */
export function capabilitiesFor(
  client: Client,
  languages: readonly AnyLanguage[],
): ServerCapabilities {
  const [firstTypeTrigger, ...typeTriggers] = union(languages.map((it) => it.formattingTriggers));
  return {
    positionEncoding: client.encoding,
    textDocumentSync: {
      openClose: true,
      change: TextDocumentSyncKind.Incremental,
      // Clients without file watching notify on save.
      ...(!client.registers.watchedFiles && { save: true }),
    },
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: true },
      // A folder may have filters and jobs.
      fileOperations: {
        willRename: {
          filters: [
            { pattern: { glob: "**/*.{lpfilter,lpjob}", matches: "file" } },
            { pattern: { glob: "**", matches: "folder" } },
          ],
        },
      },
    },
    completionProvider: {
      triggerCharacters: union(languages.map((it) => it.completionTriggers)),
      resolveProvider: true,
    },
    hoverProvider: true,
    // The same characters in every language with calls.
    signatureHelpProvider: { triggerCharacters: ["(", ","] },
    ...(client.codeActionLiterals && {
      codeActionProvider: { codeActionKinds: [...codeActionKinds] },
    }),
    documentFormattingProvider: true,
    documentRangeFormattingProvider: true,
    ...(firstTypeTrigger !== undefined && {
      documentOnTypeFormattingProvider: {
        firstTriggerCharacter: firstTypeTrigger,
        moreTriggerCharacter: typeTriggers,
      },
    }),
    documentSymbolProvider: true,
    workspaceSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    semanticTokensProvider: { legend, full: { delta: true }, range: true },
    inlayHintProvider: true,
    codeLensProvider: {},
    documentHighlightProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    renameProvider: client.preparesRename ? { prepareProvider: true } : true,
    documentLinkProvider: {},
    executeCommandProvider: {
      commands: [...commandNames, ...(client.offers ? [] : [showCommand])],
      workDoneProgress: true,
    },
    ...(client.pulls &&
      !registersDiagnostics(client) && { diagnosticProvider: diagnosticsOf(client) }),
  };
}

/** One registration for our files and hosts: with two, a client would show each diagnostic twice. */
function registersDiagnostics({ pulls, registers }: Client): boolean {
  return pulls && registers.documents && registers.features.has("diagnostic");
}

function diagnosticsOf(client: Client) {
  return {
    identifier: "weir",
    // A client that supports refresh need not poll.
    interFileDependencies: !client.refreshes.diagnostics,
    workspaceDiagnostics: true,
  };
}

/** Registered dynamically, because only then can it be limited to some files. */
export function registrationsFor(
  client: Client,
  languages: readonly AnyLanguage[],
  schemes: readonly string[],
): Registration[] {
  const { configuration, watchedFiles, documents, codeActions, features } = client.registers;
  // The registrations for hosts include `weir.json`. With two, a client would send each request twice.
  const isHost = (feature: string): boolean => documents && features.has(feature);
  const documentSelector = schemes.map((scheme) => ({ scheme, pattern: `**/${configName}` }));
  const watchers = [
    configName,
    lockName,
    ...languages.flatMap((it) => it.extensions.map((end) => `*${end}`)),
    // The other files that Terraform files read.
    ..."tfvars tftpl tpl csv txt".split(" ").map((end) => `*.${end}`),
  ].map((name) => ({
    globPattern: `**/${name}`,
  }));
  const rows: [wanted: boolean, method: string, registerOptions: unknown][] = [
    [configuration, DidChangeConfigurationNotification.method, { section }],
    [watchedFiles, DidChangeWatchedFilesNotification.method, { watchers }],
    [
      codeActions && client.codeActionLiterals && !isHost("codeAction"),
      CodeActionRequest.method,
      { documentSelector, codeActionKinds: [...codeActionKinds] },
    ],
    [
      registersDiagnostics(client),
      DocumentDiagnosticRequest.method,
      {
        documentSelector: [...ownDocuments(languages, schemes), ...hostDocuments(schemes)],
        ...diagnosticsOf(client),
      },
    ],
  ];
  const own = rows
    .filter(([wanted]) => wanted)
    .map(([, method, registerOptions]) => ({ id: `weir ${method}`, method, registerOptions }));
  return [...own, ...hostRegistrations(client, languages, schemes)];
}

/**
 * For host documents: only features that do not replace features of the language's own extension, such as formatting or
 * semantic tokens.
 */
function hostRegistrations(
  client: Client,
  languages: readonly AnyLanguage[],
  schemes: readonly string[],
): Registration[] {
  const { documents, features } = client.registers;
  if (!documents) return [];
  const documentSelector = hostDocuments(schemes);
  const triggerCharacters = union(languages.map((it) => it.completionTriggers));
  const rows: [feature: string, method: string, options?: object][] = [
    ["synchronization", DidOpenTextDocumentNotification.method],
    [
      "synchronization",
      DidChangeTextDocumentNotification.method,
      { syncKind: TextDocumentSyncKind.Incremental },
    ],
    ["synchronization", DidCloseTextDocumentNotification.method],
    ["hover", HoverRequest.method],
    ["completion", CompletionRequest.method, { triggerCharacters, resolveProvider: true }],
    ["signatureHelp", SignatureHelpRequest.method, { triggerCharacters: ["(", ","] }],
    ["codeAction", CodeActionRequest.method, { codeActionKinds: [...codeActionKinds] }],
    ["codeLens", CodeLensRequest.method],
    ["inlayHint", InlayHintRequest.method],
    ["documentHighlight", DocumentHighlightRequest.method],
    ["definition", DefinitionRequest.method],
    [
      "semanticTokens",
      SemanticTokensRegistrationType.method,
      { documentSelector: plainTerraform(schemes), legend, full: true },
    ],
  ];
  return rows
    .filter(([feature]) => features.has(feature))
    .map(([, method, options]) => ({
      id: `weir hosts ${method}`,
      method,
      registerOptions: { documentSelector, ...options },
    }));
}

/** Most JSON and YAML files have no embedded text; a search in the source excludes them without parsing. */
const hostPattern = "**/*.{tf,tofu,yaml,yml,json,md}";

function hostDocuments(schemes: readonly string[]) {
  return schemes.map((scheme) => ({ scheme, pattern: hostPattern }));
}

/** Terraform files that have no semantic tokens otherwise, because no Terraform extension is installed. */
function plainTerraform(schemes: readonly string[]) {
  return schemes.map((scheme) => ({ scheme, language: plainText, pattern: "**/*.{tf,tofu}" }));
}

function ownDocuments(languages: readonly AnyLanguage[], schemes: readonly string[]) {
  return [...schemes, "untitled"].flatMap((scheme) =>
    languages.map((it) => ({ scheme, language: it.id })),
  );
}

function union(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())];
}
