import type { TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Analysis } from "../../core/analysis.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { type AnyLanguage, type FileContext, hostLanguages, hostOfPath } from "../../languages.ts";
import { configLanguage, isConfig } from "../../workspace/config-language.ts";
import type { Client } from "../wire/client-capabilities.ts";
import { Places } from "../wire/convert.ts";
import { analyzeInEditor, briefWhenLarge, isTooLarge } from "./large-documents.ts";
import type { OtherDiagnostics } from "./service-diagnostics.ts";

/** The input of a snapshot. A file that is not open has no version. */
export interface Source {
  readonly uri: string;
  readonly version: number | null;
  readonly text: string;
  readonly language: AnyLanguage;
  readonly context: FileContext;
  readonly client: Client;
  readonly refusals: OtherDiagnostics;
}

/** An immutable version of a text, analyzed on demand, once. */
export class Snapshot {
  private analyzed: Analysis | undefined;
  private counted: Places | undefined;

  constructor(
    readonly source: Source,
    /** Differs for another text or other settings. */
    readonly id: string,
    /** Of another version of the document. */
    private previous?: Analysis,
  ) {}

  get analysis(): Analysis {
    const { language, text, context } = this.source;
    this.analyzed ??= analyzeInEditor(language, text, context, this.previous);
    this.previous = undefined;
    return this.analyzed;
  }

  /** The newest analysis that is known. */
  get lastAnalysis(): Analysis | undefined {
    return this.analyzed ?? this.previous;
  }

  /** Diagnostics of the text, errors of the service, and what other documents find here. */
  get diagnostics(): readonly Diagnostic[] {
    const { uri, text, refusals } = this.source;
    const own = this.analysis.diagnostics();
    const refused = refusals.of(uri, text);
    if (refused.length === 0) return own;
    const known = new Set(own.map((it) => `${it.start} ${it.end} ${it.code}`));
    return [...own, ...refused.filter((it) => !known.has(`${it.start} ${it.end} ${it.code}`))];
  }

  get places(): Places {
    const { text, client } = this.source;
    // The lines of a text that is not parsed are not counted either.
    this.counted ??= new Places(this.source, isTooLarge(text) ? text.slice(0, 1) : text, client);
    return this.counted;
  }

  /** Frees memory. The next use analyzes again. */
  release(): void {
    this.analyzed = undefined;
    this.previous = undefined;
    this.counted = undefined;
  }
}

/** Maximum number of analyzed characters to keep: of many open files few are in use, and trees are larger than texts. */
const maxKept = 1_500_000;
/** Minimum cost of a small text. */
const costOfAny = 150_000;

/** The newest version of each open document, analyzed once. */
export class Snapshots {
  private readonly current = new Map<string, Snapshot>();
  /** In order of last use, within the size limit. */
  private readonly recent = new Set<Snapshot>();
  private cost = 0;
  private made = 0;
  private settings = 0;
  /** Unique per server process, because a client may keep IDs of an earlier one. */
  private readonly start = Date.now().toString(36);

  constructor(
    private readonly documents: Pick<TextDocuments<TextDocument>, "get">,
    private readonly languages: readonly AnyLanguage[],
    private readonly contextOf: (uri: string) => FileContext,
    private readonly client: Client,
    private readonly refusals: OtherDiagnostics,
  ) {}

  /** Undefined if the document is not open, or not in one of our languages. */
  of(uri: string): Snapshot | undefined {
    const document = this.documents.get(uri);
    if (!document) return undefined;
    const known = this.current.get(uri);
    const text = document.getText();
    // Compares texts too, because some clients send unreliable versions.
    const fresh = known?.source.version === document.version && known.source.text === text;
    const snapshot = fresh ? known : this.read(document, text);
    if (snapshot) this.keep(snapshot);
    return snapshot;
  }

  /** Undefined if the document is not open. */
  versionOf(uri: string): number | undefined {
    return this.documents.get(uri)?.version;
  }

  /** The language of a path, or of an open document by its language ID. */
  languageOf(uri: string, id = ""): AnyLanguage | undefined {
    if (isConfig(uri)) return configLanguage;
    const [name, named] = [uri.toLowerCase(), id.toLowerCase()];
    return (
      this.languages.find((it) => it.extensions.some((end) => name.endsWith(end))) ??
      this.languages.find((it) => it.id === named) ??
      hostOfPath(name) ??
      hostLanguages.find((it) => it.id === named)
    );
  }

  /** The ID of a closed file: changes with its stamp or settings. */
  closedId(stamp: string): string {
    return `${this.start}.${this.settings}.${stamp}`;
  }

  /** A text that is not open. Not cached. */
  closed(uri: string, text: string, id = ""): Snapshot | undefined {
    const language = this.languageOf(uri);
    return language && new Snapshot(this.source({ uri, version: null, text, language }), id);
  }

  close(uri: string): void {
    const known = this.current.get(uri);
    this.current.delete(uri);
    if (known) this.drop(known);
  }

  /** The context of these documents changed; closed ones are not cached. */
  outdate(uris: readonly string[]): void {
    this.settings++;
    for (const uri of uris) this.close(uri);
  }

  /** Dependencies of these open documents changed. */
  reread(uris: readonly string[]): void {
    for (const uri of uris) this.close(uri);
  }

  /** Settings changed, so everything is analyzed again. */
  forget(): void {
    this.settings++;
    for (const uri of [...this.current.keys()]) this.close(uri);
  }

  private read(document: TextDocument, text: string): Snapshot | undefined {
    const { uri, version } = document;
    const previous = this.current.get(uri)?.lastAnalysis;
    this.close(uri);
    const language = this.languageOf(uri, document.languageId);
    if (!language) return undefined;
    const source = this.source({ uri, version, text, language });
    const snapshot = new Snapshot(source, `${this.start}.${++this.made}`, previous);
    this.current.set(uri, snapshot);
    return snapshot;
  }

  private source(known: Pick<Source, "uri" | "version" | "text" | "language">): Source {
    const context = briefWhenLarge(known.text, this.contextOf(known.uri));
    return { ...known, context, client: this.client, refusals: this.refusals };
  }

  private keep(snapshot: Snapshot): void {
    if (!this.recent.delete(snapshot)) this.cost += costOf(snapshot);
    this.recent.add(snapshot);
    for (const oldest of this.recent) {
      if (this.cost <= maxKept || oldest === snapshot) return;
      this.drop(oldest);
    }
  }

  private drop(snapshot: Snapshot): void {
    if (this.recent.delete(snapshot)) this.cost -= costOf(snapshot);
    snapshot.release();
  }
}

function costOf(snapshot: Snapshot): number {
  return snapshot.source.text.length + costOfAny;
}
