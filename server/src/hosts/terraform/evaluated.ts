import type { Diagnostic } from "../../core/diagnostic.ts";
import { overlaps } from "../../text/span.ts";
import type { AnalyzedText } from "../analyzed-text.ts";

/** The diagnostics of a text with the values of its references: what they depend on, and how to fix them where it is. */
export function aboutValues(
  found: readonly Diagnostic[],
  { analysis, evaluated, withoutDefaults, context: { call } }: AnalyzedText,
): readonly Diagnostic[] {
  const { composed } = (evaluated ?? analysis).region;
  if (found.length === 0 || (!composed && call === undefined)) return found;
  const certain = withoutDefaults?.diagnostics();
  const written =
    evaluated && found.some((it) => it.fixes.length === 0) ? analysis.diagnostics() : [];
  return found.map((it) => {
    const same = written.find((own) => isSame(own, it));
    const isCertain = certain?.some((own) => own.code === it.code && overlaps(own, it)) ?? true;
    const fixed = it.fixes.length === 0 && same ? { ...it, fixes: same.fixes } : it;
    const defaults = isCertain ? [] : (composed?.defaultsIn({ start: 0, end: Infinity }) ?? []);
    return {
      ...withDefaults(fixed, defaults),
      ...(call !== undefined && { calls: [call] }),
    };
  });
}

function isSame(a: Diagnostic, b: Diagnostic): boolean {
  return a.code === b.code && a.start === b.start && a.end === b.end;
}

/** Another environment may set other values. */
export function withDefaults<Found extends { readonly message: string }>(
  found: Found,
  defaults: readonly string[] | undefined,
): Found {
  if (!defaults || defaults.length === 0) return found;
  const message = `${found.message} This is with the default of ${defaults.join(" and ")}.`;
  return { ...found, message, defaults };
}
