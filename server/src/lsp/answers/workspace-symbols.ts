import type { CancellationToken, SymbolInformation } from "vscode-languageserver";
import type { Snapshot } from "../documents/snapshots.ts";
import type { WorkspaceText, WorkspaceTexts } from "../documents/workspace-texts.ts";
import { toSymbolList } from "../wire/results.ts";

/** Maximum number of results; the client asks again as the user types. */
const maxSymbols = 500;

/** The symbols of all files whose names contain the letters of the query in order. */
export async function workspaceSymbols(
  texts: WorkspaceTexts,
  query: string,
  token: CancellationToken,
): Promise<SymbolInformation[]> {
  const found: SymbolInformation[] = [];
  const letters = [...query.toLowerCase()];
  const look = async (text: WorkspaceText) => (await text.get(symbolsOf)) ?? [];
  for await (const [, symbols] of texts.each(token, look)) {
    for (const it of symbols) if (hasLetters(it.name.toLowerCase(), letters)) found.push(it);
    if (found.length >= maxSymbols) break;
  }
  return found.slice(0, maxSymbols);
}

export function symbolsOf({ analysis, places }: Snapshot): readonly SymbolInformation[] {
  return [...toSymbolList(analysis.symbols(), places)];
}

function hasLetters(name: string, letters: readonly string[]): boolean {
  let from = 0;
  for (const letter of letters) {
    const at = name.indexOf(letter, from);
    if (at === -1) return false;
    from = at + letter.length;
  }
  return true;
}
