import type { Gap } from "./model.ts";

declare const made: unique symbol;

/** A claim about all requests that was proved of everything that matters. Only `claimFrom` makes one. Sentences such as "no other request" take it as an argument. */
export type Proved = "proved" & { readonly [made]: true };

export type Claim = Proved | "unknown";

/** A proof holds only if nothing is missing from what it was made of. */
export function claimFrom(isDecided: boolean, gaps: readonly Gap[]): Claim {
  return isDecided && gaps.length === 0 ? ("proved" as Proved) : "unknown";
}

export function isProved(claim: Claim): claim is Proved {
  return claim !== "unknown";
}

/** A gap as users read it: `infra/waf.yaml:12 (syntax error: …)`. */
export function gapText({ what, why, place }: Gap): string {
  const line = place?.range ? `:${place.range.start.line + 1}` : "";
  return `${what}${line} (${why})`;
}

/** Gaps as a review lists them: resources that decide about requests outside of rulesets are counted by type. */
export function notExaminedIn(gaps: readonly Gap[]): readonly string[] {
  const counts = new Map<string, number>();
  const texts: string[] = [];
  for (const gap of gaps) {
    const [, type] = (gap.mayChange === "other products" && resourceType.exec(gap.what)) || [];
    if (type === undefined) texts.push(gapText(gap));
    else counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...[...counts].map(([type, count]) => `${count} ${type}`), ...new Set(texts)];
}

const resourceType = /(?:^|\.)(cloudflare_\w+)(?:\.[\w-]+(?:\[.*\])?)?$/;

/** Whether something holds for every request. */
export interface PolicyAnswer {
  readonly result: "holds" | "broken" | "unknown";
  /** The result in words. */
  readonly text: string;
  /** The zone that it is about, if there are several. */
  readonly zone?: string;
  /** A request for which it does not hold, as in `GET https://example.com/`, and its other fields. */
  readonly request?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The rule that decides about the request. */
  readonly by?: string;
  /** Why it does not hold; or the parts that are not known. */
  readonly because: readonly string[];
  readonly assuming: readonly string[];
}
