import {
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  type CompletionList,
  type CompletionParams,
  CompletionTriggerKind,
  InsertTextFormat,
} from "vscode-languageserver";
import type { Completion, CompletionKind } from "../core/analysis.ts";
import type { Client } from "./client.ts";
import { toEdits, toMarkup } from "./convert.ts";
import type { Snapshot } from "./snapshots.ts";

const kindOf: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  field: CompletionItemKind.Field,
  operator: CompletionItemKind.Operator,
  value: CompletionItemKind.Value,
  keyword: CompletionItemKind.Keyword,
  function: CompletionItemKind.Function,
  snippet: CompletionItemKind.Snippet,
  list: CompletionItemKind.Reference,
};

/** Which item of which list a client wants to know more about. */
interface ItemData {
  readonly list: number;
  readonly index: number;
}

/**
 * Answers with lists of completions, and remembers the last one: what an item means is written down only for those that are
 * looked at, and by then the document may have changed.
 */
export class Completions {
  private offered: readonly Completion[] = [];
  private lists = 0;

  constructor(private readonly client: Client) {}

  list(it: Snapshot, offset: number, { context }: CompletionParams): CompletionList | null {
    const typed =
      context?.triggerKind === CompletionTriggerKind.TriggerCharacter && context.triggerCharacter;
    // The client knows the triggers of all languages together, not those of each.
    if (typed && !it.source.language.completionTriggers.includes(typed)) return null;
    this.offered = it.analysis.complete(offset);
    this.lists++;
    const list = this.lists;
    return {
      isIncomplete: false,
      items: this.offered.map((offer, index) => this.toItem(offer, it, { list, index })),
    };
  }

  resolve(item: CompletionItem): CompletionItem {
    const { list, index } = (item.data ?? {}) as Partial<ItemData>;
    const offer = list === this.lists && index !== undefined ? this.offered[index] : undefined;
    if (!offer?.documentation) return item;
    return {
      ...item,
      documentation: toMarkup(offer.documentation(), this.client.markdown.completion),
    };
  }

  private toItem(offer: Completion, { places }: Snapshot, data: ItemData): CompletionItem {
    const { snippets, completionTags } = this.client;
    const { edit, additionalEdits, deprecated, detail, filterText } = offer;
    const newText = offer.snippet && !snippets ? withoutPlaceholders(edit.newText) : edit.newText;
    const [textEdit] = toEdits([{ ...edit, newText }], places);
    return {
      label: offer.label,
      kind: kindOf[offer.kind],
      // The language knows the best order, and clients would go by the alphabet.
      sortText: String(data.index).padStart(5, "0"),
      data,
      ...(textEdit && { textEdit }),
      ...(detail && { detail }),
      ...(filterText && { filterText }),
      ...(offer.snippet && snippets && { insertTextFormat: InsertTextFormat.Snippet }),
      ...(additionalEdits && { additionalTextEdits: toEdits(additionalEdits, places) }),
      ...(deprecated &&
        (completionTags ? { tags: [CompletionItemTag.Deprecated] } : { deprecated: true })),
    };
  }
}

/** A snippet as plain text: a placeholder becomes what it proposes, and a choice its first word. */
export function withoutPlaceholders(snippet: string): string {
  let depth = 0;
  return snippet.replace(
    /\\([\\$}])|\$\d+|\$\{\d+\}|\$\{\d+\|([^,|]*)[^|]*\|\}|\$\{\d+:|\}/g,
    (match, escaped?: string, choice?: string) => {
      if (match.endsWith(":")) depth++;
      else if (match === "}" && depth-- <= 0) {
        depth = 0;
        return match;
      }
      return escaped ?? choice ?? "";
    },
  );
}
