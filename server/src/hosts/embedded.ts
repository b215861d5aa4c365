import { onlyHoles } from "../text/hole.ts";
import type { Span } from "../text/span.ts";
import type { HostObject } from "./node.ts";
import type { Region } from "./region.ts";

export const embeddedLanguages = ["cfrule", "lpfilter", "lpjob"] as const;
export type EmbeddedLanguage = (typeof embeddedLanguages)[number];

/** An embedded text with its context in the host document. */
export interface Embedded {
  readonly language: EmbeddedLanguage;
  /** A value expression evaluates to a string or a list of strings, not to a Boolean. Only for rules. */
  readonly role: "rule" | "value";
  readonly region: Region;
  readonly context: EmbeddedContext;
  /** The host fills in the whole text, as in `expression = local.rule`. */
  readonly isUnknown?: true;
  /** An earlier text is in the same place, with another value. */
  readonly isRepeated?: true;
}

/** The effect of a rule on a match, as far as it is known from the host. */
export interface RuleEffect {
  /** Undefined when it is not known statically. */
  readonly isEnabled: boolean | undefined;
  /** Whether the action is taken on every match. */
  readonly isAlwaysTaken: boolean;
  /** Equal for rules with the same action and parameters. Undefined if a part is not known statically. */
  readonly settings: () => string | undefined;
}

/** It is taken only above a rate, only on leaked credentials, or never. */
export type RuleLimit = "rate" | "credentials" | "disabled" | "unknown";

/** Undefined properties are absent, or not known statically. */
export interface EmbeddedContext {
  readonly action?: string | undefined;
  readonly phase?: string | undefined;
  /** Empty in a job whose dataset is not known statically; then its fields are unknown too. */
  readonly dataset?: string | undefined;
  /** Set for a filter whose job is an embedded text too. */
  readonly isInJob?: boolean | undefined;
  /** Set for a job as returned by the service, with its read-only properties. */
  readonly isResponse?: boolean | undefined;
  readonly description?: string | undefined;
  readonly ref?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** Why the action may not be taken on every match. */
  readonly limit?: RuleLimit | undefined;
  /** The path of the text in its rule, such as `ratelimit.counting_expression`. */
  readonly attribute?: string | undefined;
  /** The group of the rule, such as `cloudflare_ruleset.waf` or the key in a YAML file. */
  readonly group?: string | undefined;
  /** In a plan: the address of the resource. */
  readonly address?: string | undefined;
  /** The index of the rule in its group. */
  readonly order?: number | undefined;
  /** Whether the rule skips the rest of its rule set. */
  readonly skipsRest?: boolean | undefined;
  readonly effect?: (() => RuleEffect) | undefined;
  /** Whether the actions are actions of rules. */
  readonly hasActions?: boolean | undefined;
  /** `zone`, `custom`, `managed` or `root`. */
  readonly kind?: string | undefined;
  /** The rule or job that the text belongs to. */
  readonly object?: HostObject | undefined;
  /** The resource that contains the rule. */
  readonly resource?: HostObject | undefined;
  /** The name of what uses the text in this document, whose values may be in another one. */
  readonly usedAt?: Span | undefined;
  /** The environment that the text has this value in, if there are several. */
  readonly environment?: string | undefined;
  /** In a module: the address of the call that it is checked for. */
  readonly call?: string | undefined;
}

/**
 * Sorted by position, without duplicates; of each position and value, the first is kept. Unknown texts are added to `unknown`
 * instead.
 */
export function sortedEmbedded(
  found: readonly Embedded[],
  unknown: Embedded[] = [],
): readonly Embedded[] {
  const seen = new Map<string, { readonly first: Embedded; values?: Set<string> }>();
  const kept = found.flatMap((it): Embedded[] => {
    const { region } = it;
    const { evaluated = region } = region;
    if (it.isUnknown || isUnknown(evaluated)) {
      unknown.push(it);
      return [];
    }
    const place = `${region.start} ${region.end}`;
    const known = seen.get(place);
    if (!known) {
      seen.set(place, { first: it });
      return [it];
    }
    if (!it.context.usedAt) return [];
    known.values ??= new Set(known.first.context.usedAt ? [usedValue(known.first)] : []);
    const value = usedValue(it);
    if (known.values.has(value)) return [];
    known.values.add(value);
    return [{ ...it, isRepeated: true }];
  });
  return kept.sort((a, b) => a.region.start - b.region.start || a.region.end - b.region.end);
}

function usedValue({ region, context }: Embedded): string {
  const { environment = "", group, phase } = context;
  return `${environment} ${group} ${phase} ${(region.evaluated ?? region).text}`;
}

/** Whether the text consists only of holes, such as `"${local.rule}"`. */
function isUnknown({ text, holes }: Region): boolean {
  return holes.length > 0 && onlyHoles(text);
}
