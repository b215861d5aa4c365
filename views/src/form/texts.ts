import { l10n } from "../shared/l10n.ts";
import { count, percent } from "../shared/numbers.ts";
import type { ConditionEffect, SampleEffect } from "./messages.ts";

export function keptText({ kept, lines, sample }: SampleEffect): string {
  return l10n.t(
    "Keeps {0} of {1} ({2} of {3} lines)",
    percent(kept, lines),
    sample,
    count(kept),
    count(lines),
  );
}

export function errorsText(errors: number): string {
  return errors === 1
    ? l10n.t("Fix the error to push this filter.")
    : l10n.t("Fix {0} errors to push this filter.", count(errors));
}

export function holdsText({ holds, decides }: ConditionEffect, lines: number): string {
  return l10n.t(
    "True on {0} of {1} lines. Decides {2}: they would be kept instead of dropped, or the other way round, if only this condition were the opposite.",
    count(holds),
    count(lines),
    count(decides),
  );
}
