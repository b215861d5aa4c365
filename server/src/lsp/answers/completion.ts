import {
  type Command,
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  type CompletionList,
  type CompletionParams,
  CompletionTriggerKind,
  InsertTextFormat,
  InsertTextMode,
} from "vscode-languageserver";
import type { Completion, CompletionKind, NextStep } from "../../core/analysis.ts";
import type { Edit } from "../../text/edit.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import type { Client, CompletionLooks } from "../wire/client-capabilities.ts";
import { type Places, toEdits, toMarkup } from "../wire/convert.ts";

/** LSP kinds in order of preference; every client supports the last one. */
const kindsOf: Readonly<Record<CompletionKind, readonly CompletionItemKind[]>> = {
  field: [CompletionItemKind.Field],
  operator: [CompletionItemKind.Operator, CompletionItemKind.Keyword],
  value: [CompletionItemKind.Value],
  keyword: [CompletionItemKind.Keyword],
  function: [CompletionItemKind.Function],
  snippet: [CompletionItemKind.Snippet],
  list: [CompletionItemKind.Reference],
};

/** Identifies an item and its list for a resolve request. */
interface ItemData {
  readonly list: number;
  readonly index: number;
}

/** A client may still show an older list while it requests a new one. */
const maxLists = 16;

/**
 * Completion lists. Keeps the last ones, because documentation is only rendered for resolved items, when the document may have
 * changed already.
 */
export class Completions {
  private readonly offered = new Map<number, readonly Completion[]>();
  private lists = 0;

  constructor(private readonly client: Client) {}

  /** `found` are items that need more than the text. */
  list(
    it: Snapshot,
    offset: number,
    { context }: CompletionParams,
    found?: readonly Completion[],
  ): CompletionList | null {
    const typed =
      context?.triggerKind === CompletionTriggerKind.TriggerCharacter && context.triggerCharacter;
    // Clients use the trigger characters of all languages together.
    if (typed && !it.source.language.completionTriggers.includes(typed)) return null;
    if (typed && isLineEnd(it.source.text, offset, typed)) return null;
    const offers = found ?? it.analysis.complete(offset);
    const list = ++this.lists;
    this.offered.set(list, offers);
    this.offered.delete(list - maxLists);
    return {
      isIncomplete: offers.some((offer) => offer.isSoughtByLength),
      items: offers.map((offer, index) => this.toItem(offer, it.places, offset, { list, index })),
    };
  }

  resolve(item: CompletionItem): CompletionItem {
    const { list, index } = (item.data ?? {}) as Partial<ItemData>;
    const offer = index === undefined ? undefined : this.offered.get(list ?? 0)?.[index];
    if (!offer?.documentation) return item;
    return {
      ...item,
      documentation: toMarkup(offer.documentation(), this.client.markdown.completion),
    };
  }

  private toItem(
    offer: Completion,
    places: Places,
    offset: number,
    data: ItemData,
  ): CompletionItem {
    const looks = this.client.completion;
    const { edit, additionalEdits, filterText = soughtInstead(offer) } = madeFor(offer, looks);
    const next = this.client.offers?.editorCommands ? offer.next : undefined;
    return {
      label: offer.label,
      kind: kindOf(offer.kind, looks),
      // Keeps our order; clients would sort by label.
      sortText: String(data.index).padStart(5, "0"),
      data,
      textEdit: toTextEdit(edit, offset, places),
      ...details(offer, looks),
      ...(filterText && { filterText }),
      ...(offer.snippet && looks.snippets && { insertTextFormat: InsertTextFormat.Snippet }),
      ...(edit.newText.includes("\n") &&
        looks.adjustsIndentation && { insertTextMode: InsertTextMode.adjustIndentation }),
      ...(additionalEdits && { additionalTextEdits: toEdits(additionalEdits, places) }),
      ...(next && { command: commandFor(next) }),
      ...(offer.deprecated &&
        (looks.tags ? { tags: [CompletionItemTag.Deprecated] } : { deprecated: true })),
    };
  }
}

/** A typed bracket ends a list that has brackets: until the server answers, Enter would insert them instead of a new line. */
function soughtInstead({ label }: Completion): string | undefined {
  return /^[[{] [\]}]$/.test(label) ? "list" : undefined;
}

/** Whether Enter probably follows: the list would take it for its first entry, and insert that instead of a new line. */
function isLineEnd(text: string, offset: number, typed: string): boolean {
  if (!"{[(,".includes(typed)) return false;
  const end = text.indexOf("\n", offset);
  // An editor may have closed the brackets already.
  return /^[\s)\]},]*$/.test(text.slice(offset, end === -1 ? text.length : end));
}

type Made = Pick<Completion, "edit" | "additionalEdits" | "filterText">;

/** A client without snippets may not support multi-line items either. */
function madeFor(offer: Completion, { snippets }: CompletionLooks): Made {
  if (snippets) return offer;
  const { edit, additionalEdits, filterText } = offer.plain ? { ...offer, ...offer.plain } : offer;
  const newText = offer.snippet ? inOneLine(withoutPlaceholders(edit.newText)) : edit.newText;
  return {
    edit: { ...edit, newText },
    ...(filterText && { filterText }),
    ...(additionalEdits && !offer.plain && { additionalEdits }),
  };
}

function kindOf(kind: CompletionKind, { kinds }: CompletionLooks): CompletionItemKind {
  return kindsOf[kind].find((it) => kinds.has(it)) ?? CompletionItemKind.Text;
}

/** The rest of the word after the cursor is replaced or kept, as set in the client. */
function toTextEdit(edit: Edit, offset: number, places: Places) {
  const { newText } = edit;
  const replace = places.range(edit);
  const rest = places.text.slice(offset, edit.end);
  const hasChoice = places.client.completion.insertReplace && /^[\w.-]+$/.test(rest);
  if (!hasChoice || offset < edit.start) return { range: replace, newText };
  return { insert: places.range({ start: edit.start, end: offset }), replace, newText };
}

function details({ detail, parameters }: Completion, { labelDetails }: CompletionLooks) {
  if (!labelDetails) return detail ? { detail } : {};
  if (!detail && !parameters) return {};
  return {
    labelDetails: {
      ...(parameters && { detail: parameters }),
      ...(detail && { description: detail }),
    },
  };
}

const suggest = { command: "editor.action.triggerSuggest", args: { auto: true } };
const help = "editor.action.triggerParameterHints";

/** A VS Code command, because VS Code does not open the list where nothing has been typed. */
function commandFor(next: NextStep): Command {
  if (next === "suggest") {
    return { title: "Suggest", command: suggest.command, arguments: [suggest.args] };
  }
  return { title: "Help", command: "runCommands", arguments: [{ commands: [help, suggest] }] };
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, (it) => (it.includes("\n") ? " " : it));
}

/** A snippet as plain text: a placeholder becomes its default, and a choice its first value. */
export function withoutPlaceholders(snippet: string): string {
  let depth = 0;
  return snippet.replace(
    /\\([\\$}])|\$\d+|\$\{\d+\}|\$\{\d+\|([^,|]*)(?:,[^|]*)?\|\}|\$\{\d+:|\}/g,
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
