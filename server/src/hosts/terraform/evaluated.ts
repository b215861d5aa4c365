import type { Diagnostic } from "../../core/diagnostic.ts";
import { overlaps, type Span } from "../../text/span.ts";
import { listOf } from "../../text/wording.ts";
import type { AnalyzedText } from "../analyzed-text.ts";
import type { EmbeddedContext } from "../embedded.ts";
import { choicesNamed, defaultsIn } from "../node.ts";

/** The diagnostics of a text with the values of its references: what they depend on, and how to fix them where it is. */
export function aboutValues(
  found: readonly Diagnostic[],
  text: AnalyzedText,
): readonly Diagnostic[] {
  const { environment } = text.context;
  const own = withValues(found, text);
  return environment === undefined
    ? own
    : own.map((it) => ({ ...it, environments: [environment] }));
}

function withValues(
  found: readonly Diagnostic[],
  { analysis, evaluated, withoutDefaults, context: { call, resource } }: AnalyzedText,
): readonly Diagnostic[] {
  const { composed } = (evaluated ?? analysis).region;
  const [phase] = resource ? choicesNamed(resource, "phase") : [];
  if (found.length === 0 || (!composed && call === undefined && !phase?.defaults)) return found;
  const certain = withoutDefaults?.diagnostics();
  const written =
    evaluated && found.some((it) => it.fixes.length === 0) ? analysis.diagnostics() : [];
  return found.map((it) => {
    const same = written.find(
      (own) => own.code === it.code && own.start === it.start && own.end === it.end,
    );
    const isCertain = certain?.some((own) => own.code === it.code && overlaps(own, it)) ?? true;
    const fixed = it.fixes.length === 0 && same ? { ...it, fixes: same.fixes } : it;
    const inText = isCertain ? [] : (composed?.defaultsIn({ start: 0, end: Infinity }) ?? []);
    const ofPhase = it.code === "phase-availability" ? (phase?.defaults ?? []) : [];
    return {
      ...withDefaults(fixed, [...new Set([...inText, ...ofPhase])]),
      ...(call !== undefined && { calls: [call], ...usedAt(fixed, analysis.region) }),
    };
  });
}

/** Where the module uses the argument that has a problem. */
function usedAt({ related, ...found }: Diagnostic, use: Span): Pick<Diagnostic, "related"> {
  if (related || overlaps(found, use)) return {};
  return { related: [{ start: use.start, end: use.end, message: "Used here, in the module." }] };
}

/** The problems of the texts of each environment, with its name. */
export function ofEnvironments<Text extends { readonly context: EmbeddedContext }>(
  environments: ReadonlySet<string>,
  texts: readonly Text[],
  find: (texts: readonly Text[]) => readonly Diagnostic[],
): readonly Diagnostic[] {
  if (environments.size === 0) return find(texts);
  return [...environments].flatMap((name) => {
    const own = texts.filter(({ context: { environment = name } }) => environment === name);
    return find(own).map((it) => ({ ...it, environments: [name] }));
  });
}

/** Unless all environments have the problem. */
export function namingEnvironments(
  found: readonly Diagnostic[],
  all: ReadonlySet<string>,
): readonly Diagnostic[] {
  if (all.size === 0) return found;
  return found.map(({ environments, ...it }) =>
    environments && environments.length < all.size
      ? { ...it, message: `${it.message} This is in ${listOf(environments, "and")}.` }
      : it,
  );
}

/** Conclusions from rules depend on the defaults that the rules have. */
export function aboutRules(found: Diagnostic, texts: readonly AnalyzedText[]): Diagnostic {
  const places = new Set([found, ...(found.related ?? [])].map((it) => it.start));
  const rules = texts.filter((it) => places.has(it.analysis.region.start));
  const defaults = rules.flatMap(({ context: { object } }) => (object && defaultsIn(object)) ?? []);
  return withDefaults(found, [...new Set(defaults)]);
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
