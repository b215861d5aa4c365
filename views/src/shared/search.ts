/** An entry of a list that can be searched. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Also searched, with lower priority than the label. */
  readonly detail?: string;
}

/** The entries that contain every word, best first: prefix matches, then labels, then details. */
export function searchChoices(choices: readonly Choice[], query: string, most: number): Choice[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const ranked = choices.flatMap((choice, index) => {
    const rank = rankOf(choice, words);
    return rank === undefined ? [] : [{ choice, rank, index }];
  });
  ranked.sort((a, b) => a.rank - b.rank || a.index - b.index);
  return ranked.slice(0, most).map((it) => it.choice);
}

function rankOf({ label, detail = "" }: Choice, words: readonly string[]): number | undefined {
  const name = label.toLowerCase();
  const all = `${name} ${detail.toLowerCase()}`;
  if (!words.every((it) => all.includes(it))) return undefined;
  const [first = ""] = words;
  if (name === words.join(" ")) return 0;
  if (name.startsWith(first)) return 1;
  return words.every((it) => name.includes(it)) ? 2 : 3;
}
