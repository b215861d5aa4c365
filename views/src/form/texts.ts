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

export function holdsText({ holds, decides }: ConditionEffect, lines: number): string {
  return l10n.t(
    "True on {0} of {1} lines; decides the result of {2}",
    count(holds),
    count(lines),
    count(decides),
  );
}
