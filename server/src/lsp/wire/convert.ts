// Converts offsets, edits and diagnostics to LSP types. The only file with Range and Position.
import {
  DiagnosticSeverity,
  DiagnosticTag,
  type Location,
  type Diagnostic as LspDiagnostic,
  type MarkupContent,
  type Position,
  type Range,
  type TextDocumentContentChangeEvent,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type Diagnostic, helpUrl, type Severity } from "../../core/diagnostic.ts";
import { applyEdits, difference, type Edit, sortEdits } from "../../text/edit.ts";
import { Lines } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import type { Client } from "./client-capabilities.ts";
import { type Encoding, Units } from "./encoding.ts";

/** One version of a document, with positions in the encoding of the client. */
export class Places {
  private readonly lines: Lines;
  private readonly units: Units;

  constructor(
    readonly document: { readonly uri: string; readonly version: number | null },
    readonly text: string,
    readonly client: Client,
  ) {
    this.lines = new Lines(text);
    this.units = new Units(text, client.encoding);
  }

  position(offset: number): Position {
    const clamped = Math.max(0, Math.min(offset, this.text.length));
    const line = this.lines.lineAt(clamped);
    return { line, character: this.unitsOf({ start: this.lines.startOf(line), end: clamped }) };
  }

  range(span: Span): Range {
    return { start: this.position(span.start), end: this.position(span.end) };
  }

  offset(position: Position): number {
    const { line } = position;
    if (line < 0) return 0;
    if (line >= this.lines.count) return this.text.length;
    const before = this.units.before(this.lines.startOf(line));
    const offset = this.units.offsetOf(before + Math.max(0, position.character));
    return Math.min(offset, this.lines.endOf(line));
  }

  span(range: Range): Span {
    const [a, b] = [this.offset(range.start), this.offset(range.end)];
    return { start: Math.min(a, b), end: Math.max(a, b) };
  }

  unitsOf(span: Span): number {
    return this.units.before(span.end) - this.units.before(span.start);
  }

  lineOf(offset: number): number {
    return this.lines.lineAt(offset);
  }

  startOfLine(offset: number): number {
    return this.lines.startOf(this.lines.lineAt(offset));
  }

  /** The parts of a span per line, without line breaks. */
  *perLine(span: Span): Generator<Span> {
    const last = this.lines.lineAt(span.end);
    for (let line = this.lines.lineAt(span.start); line <= last; line++) {
      const start = Math.max(span.start, this.lines.startOf(line));
      const end = Math.min(span.end, this.lines.endOf(line));
      if (start < end) yield { start, end };
    }
  }
}

const first: Position = { line: 0, character: 0 };

export function isPosition(sent: unknown): sent is Position {
  const { line, character } = (sent ?? {}) as Partial<Position>;
  return Number.isInteger(line) && Number.isInteger(character);
}

export function isRange(sent: unknown): sent is Range {
  const { start, end } = (sent ?? {}) as Partial<Range>;
  return isPosition(start) && isPosition(end);
}

/** Converts a change to UTF-16 and clamps it to the text. A change without a range replaces the whole text. */
export function readChange(
  change: TextDocumentContentChangeEvent,
  document: TextDocument,
  encoding: Encoding,
): TextDocumentContentChangeEvent {
  // Some clients send a null range with the full text.
  if (!("range" in change) || !change.range) return { text: change.text };
  if (!isPosition(change.range.start) || !isPosition(change.range.end))
    return { text: "", range: { start: first, end: first } };
  const inside = (position: Position): Position => {
    const line = document.getText({
      start: { line: position.line, character: 0 },
      end: { line: position.line + 1, character: 0 },
    });
    const character = new Units(line, encoding).offsetOf(Math.max(0, position.character));
    return document.positionAt(document.offsetAt({ line: position.line, character }));
  };
  return {
    text: change.text,
    range: { start: inside(change.range.start), end: inside(change.range.end) },
  };
}

const severityOf: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

const tagOf = {
  unnecessary: DiagnosticTag.Unnecessary,
  deprecated: DiagnosticTag.Deprecated,
} as const;

export function toDiagnostic(found: Diagnostic, places: Places): LspDiagnostic {
  const { related, tags, description } = places.client.diagnostics;
  const { uri } = places.document;
  return {
    range: places.range(found),
    severity: severityOf[found.severity],
    code: found.code,
    source: "weir",
    message: found.message,
    ...(description && { codeDescription: { href: helpUrl(found) } }),
    ...(tags && found.look && { tags: [tagOf[found.look]] }),
    ...(related &&
      found.related && {
        relatedInformation: found.related.map((it) => ({
          location: it.file ? locationIn(it.file, it, places) : { uri, range: places.range(it) },
          message: it.message,
        })),
      }),
  };
}

function locationIn(
  { path, text }: { readonly path: string; readonly text: string },
  span: Span,
  { client }: Places,
): Location {
  const other = new Places({ uri: path, version: null }, text, client);
  return { uri: path, range: other.range(span) };
}

/** With more edits, replacing the whole text is faster. */
const maxEdits = 2000;

export function toEdits(edits: readonly Edit[], places: Places): TextEdit[] {
  const { text } = places;
  const sent =
    edits.length > maxEdits ? difference(text, applyEdits(text, edits)) : sortEdits(edits);
  return sent.map((it) => ({ range: places.range(it), newText: it.newText }));
}

export function toWorkspaceEdit(edits: readonly Edit[], places: Places): WorkspaceEdit {
  return toWorkspaceEdits([{ edits, places }], places.client);
}

/** The edits of several documents as one workspace edit. */
export function toWorkspaceEdits(
  changes: readonly { readonly edits: readonly Edit[]; readonly places: Places }[],
  client: Pick<Client, "versionedEdits">,
): WorkspaceEdit {
  const rows = changes.map(({ edits, places }) => ({
    textDocument: { uri: places.document.uri, version: places.document.version },
    edits: toEdits(edits, places),
  }));
  if (client.versionedEdits) return { documentChanges: rows };
  return { changes: Object.fromEntries(rows.map((it) => [it.textDocument.uri, it.edits])) };
}

export function toMarkup(markdown: string, takesMarkdown: boolean): MarkupContent {
  return takesMarkdown
    ? { kind: "markdown", value: markdown }
    : { kind: "plaintext", value: withoutMarkup(markdown) };
}

/**
 * Markdown syntax: escapes, code blocks and spans, bold and links. The first match wins, so syntax inside code or after a
 * backslash is ignored.
 */
const markup = new RegExp(
  [
    /((?:\\[!-/:-@[-`{-~])+)/,
    /^```[^`\n]*\n([\s\S]*?)^```(?:\n|$)/,
    /(?<!`)(?<fence>`+)(?!`)([\s\S]*?[^`])\k<fence>(?!`)/,
    /\*\*(?=\S)((?:\\.|`[^`\n]*`|[^\\`*\n])+)\*\*/,
    /\[((?:\\.|`[^`\n]*`|[^\\`[\]\n])*)\]\([^)\n]{0,2000}\)/,
  ]
    .map((it) => it.source)
    .join("|"),
  "gm",
);

/** Markdown as plain text: links become their text, and markup is removed. */
function withoutMarkup(markdown: string): string {
  return markdown.replace(
    markup,
    (_, signs?: string, block?: string, _fence?: string, code?: string, ...words) => {
      if (signs !== undefined) return signs.replace(/\\(.)/g, "$1");
      if (code !== undefined) return withoutPadding(code);
      const [bold, label] = words as (string | undefined)[];
      return block ?? withoutMarkup(bold ?? label ?? "");
    },
  );
}

/** Spaces inside the fence keep leading and trailing backticks intact. */
function withoutPadding(code: string): string {
  const isPadded = code.startsWith(" ") && code.endsWith(" ") && code.trim() !== "";
  return isPadded ? code.slice(1, -1) : code;
}
