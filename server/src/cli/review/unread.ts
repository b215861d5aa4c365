import { gapText } from "../../core/configuration/claim.ts";
import type { Gap } from "../../core/configuration/model.ts";

/** What was not read, and is not certainly the same on both sides, so that it may change any outcome. */
export function unreadBetween(before: readonly Gap[], after: readonly Gap[]): readonly string[] {
  const differing = (own: readonly Gap[], others: readonly Gap[]) =>
    own.filter(
      ({ content }) => content === undefined || others.every((it) => it.content !== content),
    );
  const texts = [...differing(before, after), ...differing(after, before)].map(gapText);
  return [...new Set(texts)].map((it) => `Not excluded, because it was not read: ${it}`);
}
