// Converts the results of languages to LSP types.
import {
  type CodeLens,
  type DocumentHighlight,
  type DocumentLink,
  type DocumentSymbol,
  type FoldingRange,
  FoldingRangeKind,
  type InlayHint,
  type Hover as LspHover,
  type SelectionRange,
  type SignatureHelp,
  type SymbolInformation,
  SymbolKind,
} from "vscode-languageserver";
import type {
  Fold,
  Hover,
  Inlay,
  Lens,
  Link,
  OutlineSymbol,
  Signature,
} from "../../core/analysis.ts";
import type { Span } from "../../text/span.ts";
import { showCommand } from "../protocol.ts";
import { type Places, toMarkup } from "./convert.ts";

export function toHover(hover: Hover | undefined, places: Places): LspHover | null {
  if (!hover) return null;
  const contents = toMarkup(hover.markdown, places.client.markdown.hover);
  return { contents, range: places.range(hover) };
}

export function toSignatureHelp(
  signature: Signature | undefined,
  places: Places,
): SignatureHelp | null {
  if (!signature) return null;
  const markup = (text: string) => toMarkup(text, places.client.markdown.signature);
  return {
    signatures: [
      {
        label: signature.label,
        parameters: signature.parameters.map((it) => ({
          label: it.label,
          documentation: markup(it.documentation),
        })),
      },
    ],
    activeSignature: 0,
    activeParameter: signature.active,
  };
}

const symbolKindOf: Readonly<Record<OutlineSymbol["kind"], SymbolKind>> = {
  filter: SymbolKind.Object,
  group: SymbolKind.Array,
  condition: SymbolKind.Field,
  call: SymbolKind.Function,
  property: SymbolKind.Property,
};

/** The limit of VS Code for JSON files: larger outlines are slow. */
const maxSymbols = 5_000;

export function toSymbols(
  symbols: readonly OutlineSymbol[],
  places: Places,
): DocumentSymbol[] | SymbolInformation[] {
  const shown = outermost(symbols);
  return places.client.symbolTree
    ? toSymbolTrees(symbols, shown, places)
    : [...toSymbolList(symbols, places, shown)];
}

/** Breadth first, so that a large outline loses its leaves only. */
function outermost(symbols: readonly OutlineSymbol[]): ReadonlySet<OutlineSymbol> {
  const shown = new Set<OutlineSymbol>();
  for (let level = symbols; level.length > 0 && shown.size < maxSymbols; ) {
    const fitting = level.slice(0, maxSymbols - shown.size);
    for (const it of fitting) shown.add(it);
    level = fitting.flatMap((it) => it.children.slice(0, maxSymbols));
  }
  return shown;
}

function toSymbolTrees(
  symbols: readonly OutlineSymbol[],
  shown: ReadonlySet<OutlineSymbol>,
  places: Places,
): DocumentSymbol[] {
  return symbols
    .filter((it) => shown.has(it))
    .map((symbol) => {
      const { start, end } = symbol.selection;
      return {
        name: nameOf(symbol),
        detail: symbol.detail,
        kind: symbolKindOf[symbol.kind],
        range: places.range(symbol),
        // Editors reject the whole outline if a selection range is outside its symbol.
        selectionRange: places.range({
          start: Math.max(start, symbol.start),
          end: Math.min(end, symbol.end),
        }),
        children: toSymbolTrees(symbol.children, shown, places),
      };
    });
}

/** Flat symbols refer to their container by name. */
export function* toSymbolList(
  symbols: readonly OutlineSymbol[],
  places: Places,
  shown = outermost(symbols),
  containerName = "",
): Generator<SymbolInformation> {
  for (const symbol of symbols) {
    if (!shown.has(symbol)) continue;
    const name = nameOf(symbol);
    const location = { uri: places.document.uri, range: places.range(symbol) };
    yield { name, kind: symbolKindOf[symbol.kind], location, containerName };
    yield* toSymbolList(symbol.children, places, shown, name);
  }
}

/** Editors reject symbols without a name. */
function nameOf(symbol: OutlineSymbol): string {
  return symbol.name || symbol.kind;
}

export function toFolds(folds: readonly Fold[], places: Places): FoldingRange[] {
  const { wholeLines, most } = places.client.folding;
  return folds
    .map((it) => (wholeLines ? toLineFold(it, places) : toExactFold(it, places)))
    .filter((it) => it.endLine > it.startLine)
    .slice(0, most);
}

/** A closing bracket at the start of its line stays visible. */
function toLineFold(fold: Fold, places: Places): FoldingRange {
  const lastLine = places.lineOf(fold.end);
  const closes = /^\s*[\])}]/.test(places.text.slice(places.startOfLine(fold.end), fold.end));
  return {
    startLine: places.lineOf(fold.start),
    endLine: closes ? lastLine - 1 : lastLine,
    ...kindOf(fold),
  };
}

function toExactFold(fold: Fold, places: Places): FoldingRange {
  const [start, end] = [places.position(fold.start), places.position(fold.end)];
  return {
    startLine: start.line,
    startCharacter: start.character,
    endLine: end.line,
    endCharacter: end.character,
    ...kindOf(fold),
  };
}

/** Other folds have no kind: the protocol's `region` is for marker comments. */
function kindOf(fold: Fold): Pick<FoldingRange, "kind"> {
  return fold.kind === "comment" ? { kind: FoldingRangeKind.Comment } : {};
}

/** The selection ranges, from the innermost span outwards. An offset without a span gets an empty range. */
export function toSelection(
  spans: readonly Span[],
  offset: number,
  places: Places,
): SelectionRange {
  const chain = spans.reduceRight<SelectionRange | undefined>(
    (parent, it) => ({ range: places.range(it), ...(parent && { parent }) }),
    undefined,
  );
  return chain ?? { range: places.range({ start: offset, end: offset }) };
}

/** Where the editor shows how much of a limit is used. */
export interface BudgetPlaces {
  readonly lens: boolean;
  readonly hints: boolean;
}

export function toInlays(
  inlays: readonly Inlay[],
  places: Places,
  { hints }: BudgetPlaces,
): InlayHint[] {
  const wanted = hints ? inlays : inlays.filter((it) => !it.isBudget);
  return wanted.map(({ offset, label, tooltip, tight }) => ({
    position: places.position(offset),
    label: unbroken(label),
    ...(!tight && { paddingLeft: true }),
    ...(tooltip && { tooltip }),
  }));
}

/** Non-breaking, because editors wrap hints at spaces and commas, and a split number is misread. */
function unbroken(label: string): string {
  return label.replaceAll(" ", "\u00a0").replace(/(?<=\d),(?=\d)/g, "\u202f");
}

/** An informational lens is a command without a name. The budget is attached for clients that show it elsewhere. */
export function toLenses(
  lenses: readonly Lens[],
  places: Places,
  wanted: BudgetPlaces,
): CodeLens[] {
  // Only our own client supports lenses without a command.
  const press = (text: string) =>
    places.client.offers ? { command: "" } : { command: showCommand, arguments: [text] };
  return lenses.map(({ title, detail, budget, ...span }) => ({
    range: places.range(span),
    command: {
      title: budget && wanted.lens ? `${title} · ${budget.text}` : title,
      ...(detail !== undefined && { tooltip: detail }),
      ...press(detail ?? title),
    },
    ...(budget && { data: { budget } }),
  }));
}

export function toHighlights(spans: readonly Span[], places: Places): DocumentHighlight[] {
  return spans.map((it) => ({ range: places.range(it) }));
}

export function toLinks(links: readonly Link[], places: Places): DocumentLink[] {
  return links.flatMap((it) => {
    const target = addressOf(it.target, places.document.uri);
    const tooltip = places.client.linkTooltips && { tooltip: it.tooltip };
    return target === undefined ? [] : [{ range: places.range(it), target, ...tooltip }];
  });
}

/** Resolved relative to the document; undefined for untitled documents. */
function addressOf(target: string, uri: string): string | undefined {
  if (URL.canParse(target)) return target;
  return URL.canParse(target, uri) ? new URL(target, uri).href : undefined;
}
