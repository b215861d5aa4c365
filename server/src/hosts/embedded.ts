import { hasHole, withoutHoles } from "../text/hole.ts";
import type { Region } from "./region.ts";

export const embeddedLanguages = ["cfrule", "lpfilter", "lpjob"] as const;
export type EmbeddedLanguage = (typeof embeddedLanguages)[number];

/** A text of ours in a host document, with what the host says around it. */
export interface Embedded {
  readonly language: EmbeddedLanguage;
  /** A value expression gives a string or a list of strings, and not true or false. Only rules have one. */
  readonly role: "rule" | "value";
  readonly region: Region;
  readonly context: EmbeddedContext;
}

/** What is undefined is not said, or not known before the host is used. */
export interface EmbeddedContext {
  readonly action?: string | undefined;
  readonly phase?: string | undefined;
  /** Empty in a job whose dataset cannot be seen, so that its fields are not known. */
  readonly dataset?: string | undefined;
  readonly description?: string | undefined;
  readonly ref?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** Where the text is in its rule, as in `ratelimit.counting_expression`. */
  readonly attribute?: string | undefined;
  /** The rule set that the rule is in: `cloudflare_ruleset.waf`, for instance, or the key of a YAML file. */
  readonly group?: string | undefined;
  /** The place of the rule among those of its group, from 0. */
  readonly order?: number | undefined;
  /** `zone`, `custom`, `managed` or `root`. */
  readonly kind?: string | undefined;
}

/** In the order of the host, without those that say nothing, and with one at each place: the first that was found. */
export function arranged(found: readonly Embedded[]): readonly Embedded[] {
  const seen = new Set<string>();
  const kept = found.filter(({ region }) => {
    const place = `${region.start} ${region.end}`;
    return !isUnseen(region.text) && !seen.has(place) && seen.add(place);
  });
  return kept.sort((a, b) => a.region.start - b.region.start || a.region.end - b.region.end);
}

/** Nothing is known about a text that is a hole, such as `"${local.rule}"`. */
function isUnseen(text: string): boolean {
  return hasHole(text) && withoutHoles(text).trim() === "";
}
