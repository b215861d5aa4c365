import { holesIn, replaceHoles } from "../../text/hole.ts";
import type { Range } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import type { Position } from "./position.ts";

/** Rules in their order, whatever they were read from. Unknown parts stay unknown: Weir concludes nothing from them. */
export interface Configuration {
  readonly rulesets: readonly ConfiguredRuleset[];
  readonly lists: readonly ConfiguredList[];
  readonly normalizations: readonly ConfiguredNormalization[];
  /** The names of zones by their IDs, or by the expressions that refer to them. */
  readonly zones: Readonly<Record<string, string>>;
  /** The parts that were not read. A claim takes them into account (`claim.ts`). */
  readonly gaps: readonly Gap[];
  /** Resources and modules that Terraform stops managing without deleting them, by their addresses without indices. */
  readonly forgotten?: readonly string[];
}

/** A part of a configuration that was not read, or is not known. Each rule whose own parts are not known has them as `UnknownPart`, and is no gap. */
export interface Gap {
  /** The missing part, for users: a file, an address or a count of resources. */
  readonly what: string;
  /** Why, for users: a syntax error, a missing permission, a value that is known after apply. */
  readonly why: string;
  readonly place?: SourcePlace | undefined;
  readonly mayChange: GapReach;
  /** The source has a syntax error or ends too early. A command to which it is an argument refuses it. */
  readonly isBroken?: true;
  /** Gaps with equal contents are the same before and after a change. Undefined if that is not known. */
  readonly content?: string | undefined;
}

/**
 * The reach of a gap: any ruleset; one list, and the rules that use it; the rulesets of a phase. Or the steps before and
 * after rulesets, such as page rules.
 */
export type GapReach =
  | "everything"
  | "other products"
  | { readonly list: string }
  | { readonly phase: string; readonly level?: Level | undefined };

/** In place of a list's name: any list. `joinConfigurations` adds a gap for each list that is declared or used. */
export const anyList = "*";

export const emptyConfiguration: Configuration = {
  rulesets: [],
  lists: [],
  normalizations: [],
  zones: {},
  gaps: [],
};

const unknownPart: unique symbol = Symbol.for("weir.unknown-part");

/** A part that is not known: it is filled in later, sensitive, or computed by another tool. */
export class UnknownPart {
  /** As it is written, or why it is not known. */
  readonly source: string;
  readonly [unknownPart] = true;

  constructor(source: string) {
    this.source = source;
  }

  /** Each bundle has a copy of this class, and gets parts that another one has made. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && unknownPart in value;
  }
}

/** A text of which only the beginning is known. */
export class OpenText extends UnknownPart {
  constructor(
    source: string,
    readonly beginning: string,
  ) {
    super(source);
  }
}

/** Of a text that is not known as a whole; undefined for any other part. */
export function beginningOf(part: UnknownPart): string | undefined {
  return "beginning" in part && typeof part.beginning === "string" ? part.beginning : undefined;
}

export type Part = string | number | boolean | UnknownPart | readonly Part[] | PartObject;
export interface PartObject {
  readonly [name: string]: Part;
}

export function isPartObject(part: Part | undefined): part is PartObject {
  return (
    typeof part === "object" &&
    part !== null &&
    !Array.isArray(part) &&
    !(part instanceof UnknownPart)
  );
}

/** Tools write settings that are not set as empty ones. */
export function isEmptyPart(part: Part): boolean {
  if (part instanceof UnknownPart) return false;
  return part === "" || (typeof part === "object" && Object.keys(part).length === 0);
}

/** The settings that are not documented, and not empty. */
export function otherSettings(
  parts: PartObject,
  documented: ReadonlySet<string>,
): PartObject | undefined {
  const others = Object.entries(parts).filter(
    ([name, it]) => !documented.has(name) && !isEmptyPart(it),
  );
  return others.length === 0 ? undefined : Object.fromEntries(others);
}

export type Level = "account" | "zone";

/** Firewall rules of the older interface, which run by priority. */
export const firewallRules = "firewall-rules";

export interface ConfiguredRuleset {
  readonly level: Level;
  /** Of the older interface: `firewall-rules`. */
  readonly phase: string;
  /** `root` and `zone` are entry points; `custom` and `managed` run where an entry point executes them. */
  readonly kind: string;
  readonly name?: string | undefined;
  readonly id?: string | undefined;
  /** The resource in Terraform, such as `cloudflare_ruleset.waf`. */
  readonly address?: string | undefined;
  /** The ID of the zone, or the expression that refers to it. Undefined if it is not known. */
  readonly zone?: string | undefined;
  /** Files have some of its rules, and the service may have others. */
  readonly isPartial?: true;
  /** Terraform stops managing it: it stays on the service as it is. */
  readonly isForgotten?: true;
  readonly rules: readonly ConfiguredRule[];
}

/** An expression. In a text with holes, each hole is a character of `text/hole.ts`. */
export interface ExpressionText {
  readonly text: string;
  readonly hasHoles: boolean;
  /** The sources of the holes, such as `${var.office}`, in the order of the text. */
  readonly holes?: readonly string[] | undefined;
}

/** An expression as users see it: with `${var.office}` for what is filled in later. */
export function shownExpression(expression: ExpressionText | UnknownPart): string {
  if (expression instanceof UnknownPart) return expression.source;
  return shownSlice(expression, { start: 0, end: expression.text.length });
}

export function shownSlice(
  { text, hasHoles, holes }: ExpressionText,
  { start, end }: Span,
): string {
  const slice = text.slice(start, end);
  if (!hasHoles) return slice;
  const before = holesIn(text.slice(0, start)).length;
  return replaceHoles(slice, (_, index) => holes?.[before + index] || "…");
}

export interface ConfiguredRule {
  readonly ref?: string | undefined;
  readonly id?: string | undefined;
  readonly description?: string | undefined;
  readonly action: string | UnknownPart;
  readonly expression: ExpressionText | UnknownPart;
  readonly parameters: PartObject | UnknownPart;
  readonly enabled: boolean | UnknownPart;
  readonly ratelimit?: Part | undefined;
  /** Of a firewall rule. */
  readonly priority?: Part | undefined;
  /** Of a rule in a partial ruleset. It refers to another rule by its ID, its `ref` or the path of its place. */
  readonly position?: Position | undefined;
  /** Only taken on leaked credentials, which are looked for in this way. */
  readonly credentialCheck?: Part | undefined;
  /** Settings that no rule is documented to have, so that their effect is not known. */
  readonly otherSettings?: PartObject | undefined;
  /** In a managed ruleset. */
  readonly categories?: readonly string[] | undefined;
  readonly place?: SourcePlace | undefined;
  /**
   * The dependencies of its unknown parts beside their sources. Equal sources are the same on both sides of a change only if
   * these dependencies are equal, too.
   */
  readonly dependsOn?: string | undefined;
  /** The variables that it depends on, and that have no other value than their default. */
  readonly defaults?: readonly string[] | undefined;
}

/** Where a rule was read. */
export interface SourcePlace extends Span {
  /** As shown to the user. */
  readonly path: string;
  readonly range?: Range | undefined;
  /** In a plan: the resource. */
  readonly address?: string | undefined;
}

export interface ConfiguredList {
  readonly name: string;
  readonly kind?: string | undefined;
  /** Undefined if they are not known. */
  readonly items?: readonly ListItem[] | undefined;
}

export type ListItem = string | number | RedirectItem;

/** An item of a list of redirects. */
export interface RedirectItem {
  readonly source_url: string;
  readonly target_url: string;
  readonly status_code?: number;
  readonly include_subdomains?: boolean;
  readonly subpath_matching?: boolean;
  readonly preserve_query_string?: boolean;
  readonly preserve_path_suffix?: boolean;
}

/** How the service normalizes URLs in a zone. */
export interface UrlNormalization {
  readonly type: "rfc3986" | "cloudflare";
  readonly scope: "none" | "incoming" | "both";
}

export const usualNormalization: UrlNormalization = { type: "rfc3986", scope: "incoming" };

export interface ConfiguredNormalization extends UrlNormalization {
  readonly zone?: string | undefined;
}

export function joinConfigurations(all: readonly Configuration[]): Configuration {
  const read = [...all.flatMap((it) => it.gaps), ...repeatedLists(all.flatMap((it) => it.lists))];
  const gaps = withEachList(read, all);
  const isOpen = (list: string) => gaps.some((it) => isReach(it.mayChange, list));
  return {
    rulesets: all.flatMap((it) => it.rulesets),
    lists: all.flatMap((it) =>
      it.lists.map((list) => (isOpen(list.name) ? { ...list, items: undefined } : list)),
    ),
    normalizations: all.flatMap((it) => it.normalizations),
    zones: Object.assign({}, ...all.map((it) => it.zones)),
    gaps,
    forgotten: all.flatMap((it) => it.forgotten ?? []),
  };
}

/** Resources that Terraform stops managing are not read any more. */
export function forgottenGap(what: string, mayChange: GapReach): Gap {
  return { what, why: "stays on the service, without Terraform", mayChange };
}

/** The address of a resource or module for all of its instances: `cloudflare_ruleset.waf` for `cloudflare_ruleset.waf["eu"]`. */
export function withoutIndices(address: string): string {
  const outsideQuotes = address.split('"').filter((_, index) => index % 2 === 0);
  return outsideQuotes.join("").replace(/\[\d*\]/g, "");
}

/**
 * Rulesets of the same zone and phase. Requests arrive at one ruleset of them only: at the ruleset that is written last, which is
 * not known.
 */
export function rivalRulesets({
  rulesets,
}: Configuration): readonly (readonly ConfiguredRuleset[])[] {
  const all = new Map<string, ConfiguredRuleset[]>();
  for (const it of rulesets) {
    const isEntry = it.kind === "zone" && it.phase !== firewallRules && !it.isPartial;
    if (!isEntry || !/^\w+$/.test(it.zone ?? "")) continue;
    const key = `${it.zone} ${it.phase}`;
    all.set(key, [...(all.get(key) ?? []), it]);
  }
  return [...all.values()].filter((it) => it.length > 1);
}

/** A gap of any list is one of each list that is declared, or that a rule uses. */
function withEachList(gaps: readonly Gap[], all: readonly Configuration[]): readonly Gap[] {
  const ofAny = gaps.filter((it) => isReach(it.mayChange, anyList));
  if (ofAny.length === 0) return gaps;
  const names = new Set(all.flatMap(listNames));
  const isNew = (gap: Gap, list: string) =>
    !gaps.some(
      (it) => it.what === gap.what && it.place === gap.place && isReach(it.mayChange, list),
    );
  const added = ofAny.flatMap((gap) =>
    [...names].filter((it) => isNew(gap, it)).map((list) => ({ ...gap, mayChange: { list } })),
  );
  return [...gaps, ...added];
}

/** Lists that are declared with other items, too. */
function repeatedLists(lists: readonly ConfiguredList[]): readonly Gap[] {
  const contents = new Map<string, Set<string>>();
  for (const { name, items } of lists)
    contents.set(name, (contents.get(name) ?? new Set()).add(JSON.stringify(items)));
  return [...contents].flatMap(([list, all]) =>
    all.size < 2
      ? []
      : [
          {
            ...{ what: `list '${list}'`, why: "declared several times" },
            ...{ mayChange: { list }, content: [...all].sort().join() },
          },
        ],
  );
}

function isReach(reach: GapReach, list: string): boolean {
  return typeof reach === "object" && "list" in reach && reach.list === list;
}

function listNames({ lists, rulesets }: Configuration): readonly string[] {
  const rules = rulesets.flatMap((it) => it.rules);
  const texts = rules.map(({ expression, parameters }) =>
    JSON.stringify([expression instanceof UnknownPart ? "" : expression.text, parameters]),
  );
  const used = texts.flatMap((it) => [
    ...[...it.matchAll(/\$([\w.]+)/g)].map(([, name]) => name ?? ""),
    ...[...it.matchAll(/"from_list":\{[^{}]*?"name":"([^"]*)"/g)].map(([, name]) => name ?? ""),
  ]);
  return [...lists.map((it) => it.name), ...used];
}
