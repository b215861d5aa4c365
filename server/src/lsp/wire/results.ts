// What a language answers, in the words of the protocol.
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
        documentation: markup(signature.documentation),
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

/** As many as VS Code shows of any JSON file: of more an editor makes a long wait and no outline. */
const mostSymbols = 5_000;

export function toSymbols(
  symbols: readonly OutlineSymbol[],
  places: Places,
): DocumentSymbol[] | SymbolInformation[] {
  const shown = outermost(symbols);
  return places.client.symbolTree
    ? toSymbolTrees(symbols, shown, places)
    : [...toSymbolList(symbols, places, shown)];
}

/** Level by level, so that a long outline loses its leaves and keeps its shape. */
function outermost(symbols: readonly OutlineSymbol[]): ReadonlySet<OutlineSymbol> {
  const shown = new Set<OutlineSymbol>();
  for (let level = symbols; level.length > 0 && shown.size < mostSymbols; ) {
    const fitting = level.slice(0, mostSymbols - shown.size);
    for (const it of fitting) shown.add(it);
    level = fitting.flatMap((it) => it.children.slice(0, mostSymbols));
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
        // Editors refuse the whole outline when one selection lies outside of its symbol.
        selectionRange: places.range({
          start: Math.max(start, symbol.start),
          end: Math.min(end, symbol.end),
        }),
        children: toSymbolTrees(symbol.children, shown, places),
      };
    });
}

/** Without a tree, a symbol names the one around it. */
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

/** Editors refuse symbols without a name. */
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

/** A closing bracket that starts its line stays in sight. */
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

/** A plain region has no kind of its own: the protocol's `region` means one that a comment marks. */
function kindOf(fold: Fold): Pick<FoldingRange, "kind"> {
  return fold.kind === "comment" ? { kind: FoldingRangeKind.Comment } : {};
}

/** From the innermost span outwards. A place in no span is its own. */
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

/** Where the user wants to see how much of the limits a text takes. */
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

/** Editors break lines after blanks and commas, and a hint that wraps inside a number is misread. */
function unbroken(label: string): string {
  return label.replaceAll(" ", "\u00a0").replace(/(?<=\d),(?=\d)/g, "\u202f");
}

/**
 * A lens says something and does nothing, which the protocol writes as a command without a name. The budget goes along for a
 * client that shows it elsewhere.
 */
export function toLenses(
  lenses: readonly Lens[],
  places: Places,
  wanted: BudgetPlaces,
): CodeLens[] {
  // Only a client that was made for us knows a lens that does nothing.
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

/** A path leads to where it points from the document's own place, which a document that was never saved does not have. */
function addressOf(target: string, uri: string): string | undefined {
  if (URL.canParse(target)) return target;
  return URL.canParse(target, uri) ? new URL(target, uri).href : undefined;
}
