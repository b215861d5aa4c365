import { l10n } from "../shared/l10n.ts";
import type { ConditionEffect, SampleEffect } from "./messages.ts";

/** Numbers and shares as the form shows them. */

export function count(value: number): string {
  return value.toLocaleString("en-US");
}

export function share(part: number, whole: number): string {
  if (whole === 0) return "0%";
  const percent = (part * 100) / whole;
  if (percent === 0 || percent === 100) return `${percent}%`;
  const text = percent.toFixed(percent < 0.1 || percent > 99.9 ? 3 : 1);
  return Number(text) === 0 ? "<0.001%" : Number(text) === 100 ? ">99.999%" : `${text}%`;
}

export function keptText({ kept, lines, sample }: SampleEffect): string {
  return l10n.t(
    "Keeps {0} of {1} ({2} of {3} lines)",
    share(kept, lines),
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
