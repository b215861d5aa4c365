import type { SemanticTokens, SemanticTokensDelta } from "vscode-languageserver";
import { type Token, tokenModifiers, tokenTypes } from "../../core/analysis.ts";
import { overlaps, type Span } from "../../text/span.ts";
import type { Places } from "../wire/convert.ts";
import type { Snapshot } from "./snapshots.ts";

export const legend = { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] };

/** The language ID of files without a language extension. */
export const plainText = "plaintext";

const typeNumbers = new Map<string, number>(tokenTypes.map((type, index) => [type, index]));

/** Keeps the last tokens of each document, so that only the delta is sent. */
export class SentTokens {
  private readonly sent = new Map<string, { readonly id: string; readonly data: number[] }>();

  constructor(private readonly languageOf: (uri: string) => string | undefined) {}

  full(it: Snapshot): SemanticTokens {
    const data = encode(this.tokensOf(it), it.places);
    this.sent.set(it.source.uri, { id: it.id, data });
    return { resultId: it.id, data };
  }

  delta(it: Snapshot, previousId: string): SemanticTokens | SemanticTokensDelta {
    const before = this.sent.get(it.source.uri);
    const after = this.full(it);
    if (before?.id !== previousId) return after;
    return { resultId: it.id, edits: differenceOf(before.data, after.data) };
  }

  range(it: Snapshot, span: Span): SemanticTokens {
    const tokens = this.tokensOf(it).filter((token) => overlaps(token, span));
    return { data: encode(tokens, it.places) };
  }

  /** A host document is colored by the extension of its language, if there is one. */
  private tokensOf({ analysis, source }: Snapshot): readonly Token[] {
    const isColored = analysis.regions && this.languageOf(source.uri) !== plainText;
    return isColored ? [] : analysis.tokens();
  }

  forget(uri: string): void {
    this.sent.delete(uri);
  }
}

/** Five integers per token line: delta line, delta character, length, type and modifiers. */
function encode(tokens: readonly Token[], places: Places): number[] {
  const data: number[] = [];
  let line = 0;
  let character = 0;
  for (const token of tokens) {
    const type = typeNumbers.get(token.type) ?? 0;
    const modifiers = modifierBits(token);
    for (const part of places.perLine(token)) {
      const at = places.position(part.start);
      const down = at.line - line;
      data.push(
        down,
        down === 0 ? at.character - character : at.character,
        places.unitsOf(part),
        type,
        modifiers,
      );
      line = at.line;
      character = at.character;
    }
  }
  return data;
}

function modifierBits(token: Token): number {
  return token.modifiers.reduce((bits, it) => bits | (1 << tokenModifiers.indexOf(it)), 0);
}

/** A single edit is enough, because typing changes one range. */
function differenceOf(before: readonly number[], after: readonly number[]) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let tail = 0;
  while (
    tail < shorter - start &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail++;
  }
  if (start === before.length && start === after.length) return [];
  const data = after.slice(start, after.length - tail);
  return [{ start, deleteCount: before.length - tail - start, data }];
}
