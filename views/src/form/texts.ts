import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { count, lineCount, percent, percentRange } from "../shared/numbers.ts";
import type { ConditionEffect, SampleEffect } from "./messages.ts";
import type { State } from "./store.ts";

/** A share, or its bounds and why they differ. */
export function keptText(effect: SampleEffect): string {
  const { kept, lines, sample, undetermined, missing, unread } = effect;
  const most = kept + undetermined;
  const share = l10n.t(
    "Keeps {0} of {1} ({2} of {3} lines)",
    percentRange(kept, most, lines),
    sample,
    most > kept ? l10n.t("{0} to {1}", count(kept), count(most)) : count(kept),
    count(lines),
  );
  const notes: string[] = [];
  if (undetermined > 0 && missing !== "")
    notes.push(l10n.t("{0} undetermined: {1}.", count(undetermined), displayText(missing)));
  if (unread !== undefined) notes.push(l10n.t("Not read: {0}.", displayText(unread)));
  return [share, ...notes].join(". ");
}

/** As in "312 lines (2.1%)". */
export function effectText({ holds, unknown = 0 }: ConditionEffect, lines: number): string {
  return unknown > 0
    ? l10n.t("unknown on {0}", lineCount(unknown))
    : `${lineCount(holds)} (${percent(holds, lines)})`;
}

export function errorsText(errors: number): string {
  return errors === 1
    ? l10n.t("Fix the error to push this filter.")
    : l10n.t("Fix {0} errors to push this filter.", count(errors));
}

export function holdsText(effect: ConditionEffect, lines: number): string {
  const { holds, decides, keeps, unknown = 0 } = effect;
  if (unknown > 0) return effectText(effect, lines);
  return l10n.t(
    "True on {0} of {1} lines. Alone drops {2}, alone keeps {3}: if only this condition were different, they would have the other result.",
    count(holds),
    count(lines),
    count(decides - keeps),
    count(keeps),
  );
}

/** Errors, which are shown at their rows, come before the sample where they prevent a push. A new filter has none. */
function preventsPush({ target, form }: State, errors: number): boolean {
  return errors > 0 && target !== undefined && form?.root !== undefined;
}

/** Whether the effect is of another text or sample than those now. */
export function isOutdated({ effect, version, outdated }: State): boolean {
  const isOther = effect !== undefined && "lines" in effect && effect.version !== version;
  return isOther || outdated !== undefined;
}

/** The lines that the filter keeps, and that errors prevent a push. */
export function statusText(state: State, errors: number): string {
  const { effect } = state;
  const kept =
    effect && "lines" in effect ? [isOutdated(state) ? l10n.t("Counting…") : keptText(effect)] : [];
  if (preventsPush(state, errors)) return [errorsText(errors), ...kept].join(" ");
  return effect && "note" in effect ? displayText(effect.note) : kept.join("");
}

/** Whether the status says that there are no sample logs. */
export function lacksSample(state: State, errors: number): boolean {
  const { effect } = state;
  const isMissing = effect !== undefined && "note" in effect && effect.noSample === true;
  return isMissing && !preventsPush(state, errors);
}
