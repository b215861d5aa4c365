import type { EmbeddedRegion, EmbeddedText } from "../../core/analysis.ts";
import type { NotChecked, NotCheckedReason } from "../../core/diagnostic.ts";
import type { Span } from "../../text/span.ts";
import { type AnalyzedText, usedAnalysis } from "../analyzed-text.ts";
import { ownerOf } from "../configuration/owner.ts";
import type { Embedded, EmbeddedContext, EmbeddedLanguage } from "../embedded.ts";
import { type HostAside, whatIsNotChecked } from "../host-aside.ts";
import { sourceOf } from "../region.ts";
import { isKnownFunction } from "../terraform/functions.ts";

/** A text of a host, as others see it. */
export interface Listed {
  readonly region: EmbeddedRegion & { readonly language: EmbeddedLanguage };
  readonly embedded: EmbeddedText;
}

/** `hereOf` gives the place in the document for one in another file. */
export function listedTexts(
  texts: readonly AnalyzedText[],
  host: string,
  hereOf: <Place extends Span>(place: Place, context: EmbeddedContext) => Place,
): readonly Listed[] {
  return texts.map((text) => {
    const { language, context, analysis } = text;
    const { start, end } = hereOf(analysis.region, context);
    const owner = ownerOf(host, context, analysis.region.isAlternative);
    const { region, analysis: used } = usedAnalysis(text);
    return {
      region: { language, ref: context.ref, start, end, owner: owner && hereOf(owner, context) },
      embedded: {
        placeOf: (offset: number) => {
          const at = region.map.toHost(offset);
          return hereOf({ start: at, end: at }, context).start;
        },
        text: region.text,
        hasHoles: region.holes.length > 0,
        holes: region.holes.map((it) => host.slice(it.start, it.end)),
        source: () => {
          if (region.holes.length === 0) return undefined;
          const source = sourceOf(region);
          return source ? JSON.stringify([language, context.dataset, source]) : host;
        },
        analysis: used,
      },
    };
  });
}

/** The texts that the host fills in as a whole. */
export function unreadTexts(unknown: readonly Embedded[], host: string) {
  return unknown.flatMap(({ language, context, region: { start, end } }) => {
    const source = host.slice(start, end).replace(/\s+/g, " ").trim();
    const owner = ownerOf(host, context);
    return source === "null" || source === ""
      ? []
      : [{ language, ref: context.ref, start, end, owner, source }];
  });
}

export function notReadIn(
  host: string,
  { language, context, region: { start, end } }: Embedded,
): NotChecked {
  const detail = whatIsNotChecked(host, context, { start, end });
  return { language, start, end, reason: reasonOf(detail), detail };
}

/** Each part once. Values that mean that no text is wanted are left out. */
export function notCheckedTexts(
  host: string,
  unknown: readonly Embedded[],
  inUnknownPhases: readonly Embedded[],
  { notExamined, problem }: Pick<HostAside, "notExamined" | "problem">,
  others: readonly NotChecked[],
): readonly NotChecked[] {
  const inPhases = inUnknownPhases.map(({ language, context, region: { start, end } }) => ({
    language,
    start,
    end,
    reason: "not-supported" as const,
    detail: `phase '${context.phase}' is not known`,
  }));
  const named = unknown
    .map((it) => notReadIn(host, it))
    .filter((it) => !saysNothing.has(it.detail));
  // A place may be used several times.
  const once = [named, notExamined].flatMap((all) => [
    ...new Map(all.map((it) => [`${it.start} ${it.end}`, it])).values(),
  ]);
  const ofOthers = new Map(others.map((it) => [`${it.start} ${it.end} ${it.detail}`, it])).values();
  const found = [...once, ...inPhases, ...ofOthers].sort((a, b) => a.start - b.start);
  const whole = { start: 0, end: 0, reason: "not-supported" } as const;
  return problem === undefined ? found : [{ ...whole, detail: problem }, ...found];
}

const saysNothing: ReadonlySet<string> = new Set(["", "null", '""']);

function reasonOf(source: string): NotCheckedReason {
  if (/\bdata\.(?:terraform_remote_state|tfe_outputs)\b/.test(source)) return "other-root";
  const [, name] = /^([\w:]+)\(/.exec(source) ?? [];
  return name === undefined || isKnownFunction(name) ? "unknown-value" : "unknown-function";
}
