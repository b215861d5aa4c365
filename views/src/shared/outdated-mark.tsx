import { displayText } from "./display.ts";
import { l10n } from "./l10n.ts";
import type { Outdated } from "./messages.ts";

/** Marks a page. Always there, so that nothing moves and a screen reader notices the text. */
export function OutdatedMark({ outdated }: { readonly outdated: Outdated | undefined }) {
  return (
    <p class={outdated ? "mark outdated-mark" : "mark"} role="status">
      {outdated && textOf(outdated)}
    </p>
  );
}

function textOf({ why }: Outdated): string {
  return why === undefined
    ? l10n.t("Out of date: checking…")
    : l10n.t("Out of date: {0}", displayText(why, 500));
}
