import { type Diagnostic, likelyFix, type Severity } from "../core/diagnostic.ts";
import { type Edit, replace } from "../text/edit.ts";
import type { Span } from "../text/span.ts";
import type { Embedded, EmbeddedContext } from "./embedded.ts";
import type { HostObject, HostValue } from "./node.ts";
import { hostEdits } from "./region.ts";
import { withDefaults } from "./terraform/evaluated.ts";

/** The settings that a host has around the expressions of a ruleset. */
export interface RuleSettings {
  /** The ruleset. Undefined for rules alone, and where the place of the rules decides their phase. */
  readonly resource: HostObject | undefined;
  readonly phase: string | undefined;
  /** Whether it is the entry point of its phase, rather than a ruleset that another one executes. */
  readonly isEntryPoint: boolean;
  /** In document order. */
  readonly rules: readonly HostObject[];
  /** The rules that are known to be in the ruleset together: neither alternatives nor of several documents. */
  readonly together: readonly HostObject[];
}

export interface SettingProblem {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly at: HostValue;
  /** Other variables whose defaults it depends on. */
  readonly defaults?: readonly string[] | undefined;
  /** The value that was probably meant. */
  readonly replacement?: string;
}

/** The rulesets of a document, by the objects that contain their rules. */
export function settingsIn(texts: readonly Embedded[]): readonly RuleSettings[] {
  const sets = new Map<string, FoundSet>();
  let set: FoundSet | undefined;
  for (const { language, context } of texts) {
    const { object, resource, group, phase, order, attribute, hasActions } = context;
    if (language !== "cfrule" || !object || attribute === undefined || !hasActions) continue;
    if (!set || !isOfSame(set.first, context)) {
      const name = JSON.stringify([resource?.start, group, phase]);
      set = sets.get(name) ?? { first: context, rules: new Set(), ordered: new Map() };
      sets.set(name, set);
    }
    set.rules.add(object);
    if (order === undefined) continue;
    const other = set.ordered.get(order);
    set.ordered.set(order, other && other !== object ? "several" : object);
  }
  return Array.from(
    sets.values(),
    ({ first: { object, resource, phase, kind }, rules, ordered }) => ({
      resource: resource === object ? undefined : resource,
      phase,
      isEntryPoint:
        kind === undefined
          ? !resource?.entries.some((it) => it.name === "kind")
          : kind === "zone" || kind === "root",
      rules: [...rules].sort((a, b) => a.start - b.start),
      together: knownTogether([...ordered.values()]),
    }),
  );
}

function isOfSame(a: EmbeddedContext, b: EmbeddedContext): boolean {
  return a.resource === b.resource && a.group === b.group && a.phase === b.phase;
}

interface FoundSet {
  readonly first: EmbeddedContext;
  readonly rules: Set<HostObject>;
  /** By position. Several rules have the same position if sets with the same name cannot be distinguished. */
  readonly ordered: Map<number, HostObject | "several">;
}

function knownTogether(rules: readonly (HostObject | "several")[]): readonly HostObject[] {
  const known = rules.filter((it) => it !== "several");
  return known.length < rules.length ? [] : known.sort((a, b) => a.start - b.start);
}

/** The place of a value, without the quotes of a string. */
function spanOfValue(value: HostValue): Span {
  const [region] = value.regions();
  return region ? region.map.toHostSpan({ start: 0, end: region.text.length }) : value;
}

/** Undefined where the host cannot hold the text, or is not edited. */
function editsFor(value: HostValue, text: string): readonly Edit[] | undefined {
  const [region, ...more] = value.regions();
  if (!region || more.length > 0 || region.holes.length > 0) return undefined;
  return hostEdits(region, [replace({ start: 0, end: region.text.length }, text)]);
}

export function settingDiagnostics(
  texts: readonly Embedded[],
  problemsOf: (settings: RuleSettings) => readonly SettingProblem[],
  severities: Readonly<Record<string, Severity | "off">>,
): Diagnostic[] {
  return settingsIn(texts)
    .flatMap(problemsOf)
    .flatMap(({ code, at, message, replacement, defaults = [], ...problem }) => {
      const severity = severities[code] ?? problem.severity;
      if (severity === "off") return [];
      const edits = replacement === undefined ? undefined : editsFor(at, replacement);
      const fixes = edits ? [likelyFix(`Use '${replacement}'`, edits)] : [];
      const found = { ...spanOfValue(at), code, severity, message, fixes, embedded: "cfrule" };
      return [withDefaults(found, [...new Set([...(at.defaults ?? []), ...defaults])])];
    });
}
