import { type Extension, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** Sets the semantic tokens of the server. Until the next ones, they move with the text. */
export const setTokens = StateEffect.define<DecorationSet>();

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(tokens, transaction) {
    const [sent] = transaction.effects.filter((it) => it.is(setTokens));
    return sent?.value ?? tokens.map(transaction.changes);
  },
  provide: (it) => EditorView.decorations.from(it),
});

export const tokenColors: Extension = field;

/** Decodes five numbers per token: delta line, delta character, length, type and modifiers. */
export function decorations(
  data: readonly number[],
  types: readonly string[],
  doc: Text,
): DecorationSet {
  const marks = [];
  let line = 0;
  let character = 0;
  for (let i = 0; i + 4 < data.length; i += 5) {
    const [down = 0, right = 0, length = 0, type = 0] = data.slice(i, i + 4);
    line += down;
    character = down === 0 ? character + right : right;
    if (line >= doc.lines || length === 0) continue;
    const from = doc.line(line + 1).from + character;
    const to = Math.min(from + length, doc.length);
    if (from < to) marks.push(markOf(types[type] ?? "").range(from, to));
  }
  return Decoration.set(marks, true);
}

const known = new Map<string, Decoration>();

function markOf(type: string): Decoration {
  const mark = known.get(type) ?? Decoration.mark({ class: `token-${type}` });
  known.set(type, mark);
  return mark;
}
