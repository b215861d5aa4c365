import { claimFrom, gapText, isProved, notExaminedIn } from "../core/configuration/claim.ts";
import {
  anyList,
  type Configuration,
  type ConfiguredRule,
  type ConfiguredRuleset,
  firewallRules,
  forgottenGap,
  type Gap,
  type Level,
  UnknownPart,
  withoutIndices,
} from "../core/configuration/model.ts";
import { isPhase } from "../languages.ts";
import { cut } from "../text/shorten.ts";
import { isKnownKind } from "../trace/configuration/entry-points.ts";
import { textAt } from "../trace/configuration/parameters.ts";
import { canonical } from "./effects.ts";
import type { Review, ReviewSide, RulesetReview } from "./types.ts";

/** A ruleset that a gap may change. */
export interface GapTarget {
  readonly phase: string;
  readonly level: Level;
  readonly kind: string;
  readonly executesOthers: boolean;
  /** The lists that its rules use, on either side. */
  readonly lists: ReadonlySet<string>;
  /** Something else in it differs between the sides. */
  readonly isChanged: boolean;
}

/** The parts that were not read on either side, and the claims that they may change. */
export class ReviewGaps {
  /** The gaps that are not known to be equal on both sides. */
  readonly differing: readonly Gap[];
  private readonly equal: readonly Gap[];
  private readonly otherLists: ReadonlySet<string>;

  constructor(before: Configuration, after: Configuration) {
    const sides = [before, after].map((it) => [...it.gaps, ...listGaps(it)]);
    const [was = [], is = []] = sides;
    const isEqual = (it: Gap) =>
      it.content !== undefined &&
      [was, is].every((side) => side.some((other) => identity(other) === identity(it)));
    const all = [...new Map([...was, ...is].map((it) => [canonical(it), it])).values()];
    this.equal = all.filter(isEqual);
    this.differing = [...all.filter((it) => !isEqual(it)), ...normalizationGaps(before, after)];
    const itemsOf = ({ lists }: Configuration, name: string) =>
      canonical(lists.filter((it) => it.name === name));
    const names = [...before.lists, ...after.lists].map((it) => it.name);
    this.otherLists = new Set(names.filter((it) => itemsOf(before, it) !== itemsOf(after, it)));
  }

  /** The gaps that may change the outcomes of a ruleset. */
  changing(target: GapTarget): readonly Gap[] {
    const { phase, kind } = target;
    const reaches = (it: Gap) => mayReach(it, target);
    const isKnown = phase === firewallRules || isPhase(phase);
    return [
      ...(isKnown ? [] : [{ what: phase, why: "unknown phase", mayChange: { phase } }]),
      ...(isKnownKind(kind) ? [] : [{ what: kind, why: "unknown kind", mayChange: { phase } }]),
      ...this.differing.filter(reaches),
      ...this.equal.filter((it) => reaches(it) && this.matters(it, target)),
    ];
  }

  /** A list that is unknown in the same way on both sides is one condition, whatever it has. All else may meet what changed. */
  private matters({ mayChange }: Gap, { isChanged }: GapTarget): boolean {
    if (typeof mayChange === "object" && "list" in mayChange)
      return this.otherLists.has(mayChange.list);
    return isChanged;
  }

  get texts(): readonly string[] {
    return notExaminedIn([...this.differing, ...this.equal]);
  }
}

/** The version after a change, with the resources that Terraform stops managing: they stay on the service. */
export function withForgotten(before: ReviewSide, after: ReviewSide): ReviewSide {
  const { configuration } = after;
  const earlier = before.configuration;
  const forgotten = (configuration.forgotten ?? []).filter(
    (it) => !earlier.forgotten?.includes(it),
  );
  // Rulesets on the service have no addresses.
  if (forgotten.length === 0 || earlier.rulesets.every((it) => it.address === undefined))
    return after;
  const addressIn = ({ address = "" }: ConfiguredRuleset) => withoutIndices(address);
  const isForgotten = (it: ConfiguredRuleset) =>
    forgotten.some((of) => `${addressIn(it)}.`.startsWith(`${of}.`));
  const fresh = configuration.rulesets.filter(
    (it) => !earlier.rulesets.some((other) => addressIn(other) === addressIn(it)),
  );
  // Another resource has imported it.
  const isImported = (it: ConfiguredRuleset) =>
    fresh.some((other) => entryKey(other) === entryKey(it));
  const kept = earlier.rulesets
    .filter((it) => isForgotten(it) && !isImported(it))
    .map((it): ConfiguredRuleset => ({ ...it, isForgotten: true }));
  const isOlder = earlier.rulesets.some((it) => it.phase === firewallRules);
  const gaps = [...configuration.gaps, ...forgotten.flatMap((it) => forgottenGaps(it, isOlder))];
  const rulesets = [...configuration.rulesets, ...kept];
  return { ...after, configuration: { ...configuration, rulesets, gaps } };
}

function entryKey({ level, zone, phase, kind, name }: ConfiguredRuleset): string {
  return canonical([level, zone ?? "", phase, kind, kind === "custom" ? (name ?? "") : ""]);
}

/** Lists, filters and rules of the older interface are not taken over: what they do is not known any more. */
function forgottenGaps(address: string, isOlder: boolean): readonly Gap[] {
  const [, type = "module"] = /(?:^|\.)(cloudflare_\w+)\.[\w-]+$/.exec(address) ?? [];
  const list = forgottenGap(address, { list: anyList });
  const older = isOlder ? [forgottenGap(address, { phase: firewallRules })] : [];
  if (type === "module") return [list, ...older];
  if (/_list(?:_item)?$/.test(type)) return [list];
  return /_(?:filter|firewall_rule)$/.test(type) ? older : [];
}

function mayReach({ mayChange }: Gap, { phase, level, lists, executesOthers }: GapTarget): boolean {
  if (mayChange === "everything") return true;
  if (mayChange === "other products") return false;
  if ("list" in mayChange)
    return lists.has(mayChange.list) || (mayChange.list === "*" && lists.size > 0);
  const isLevel = mayChange.level === undefined || mayChange.level === level || executesOthers;
  return mayChange.phase === phase && isLevel;
}

function identity({ content, mayChange }: Gap): string {
  return canonical([content, mayChange]);
}

/** Lists whose items are not known, and of which no reader says why. */
function listGaps({ lists, gaps }: Configuration): readonly Gap[] {
  const named = new Set(
    gaps.map(
      ({ mayChange }) => typeof mayChange === "object" && "list" in mayChange && mayChange.list,
    ),
  );
  return lists
    .filter(({ items, name }) => items === undefined && !named.has(name))
    .map(({ name }) => ({
      what: `items of $${name}`,
      why: "not known",
      mayChange: { list: name },
    }));
}

/** Rules see URLs as they are normalized. */
function normalizationGaps(before: Configuration, after: Configuration): readonly Gap[] {
  const [was, is] = [before, after].map((it) => canonical(it.normalizations));
  if (was === is) return [];
  return [{ what: "URL normalization", why: "changed", mayChange: "other products" }];
}

/** The lists that a rule uses. */
export function listsOf({ expression, parameters }: ConfiguredRule): readonly string[] {
  const text = expression instanceof UnknownPart ? "" : expression.text;
  const bare = text.replace(/r(#*)".*?"\1|"(?:[^"\\]|\\.)*"/gs, '""');
  const redirect = textAt(parameters, "from_list", "name");
  return [
    ...Array.from(bare.matchAll(/\$([\w.]+)/g), ([, name = ""]) => name),
    ...(redirect === undefined ? [] : [redirect]),
  ];
}

/** The rules that use a list were read, or are a gap of their own. */
function isOfList(reach: Gap["mayChange"]): boolean {
  return typeof reach === "object" && "list" in reach;
}

/** The claim about all requests, and the parts that were not examined. */
export function wholeReview(
  before: ReviewSide,
  given: ReviewSide,
  rulesets: readonly RulesetReview[],
): Required<Pick<Review, "rest" | "unknownBecause" | "notExamined">> {
  const after = withForgotten(before, given);
  const gaps = new ReviewGaps(before.configuration, after.configuration);
  const isDecided = rulesets.every((it) => isProved(it.rest));
  const anywhere = gaps.differing.filter(({ mayChange }) => !isOfList(mayChange));
  const because = [...rulesets.flatMap((it) => it.unknownBecause ?? []), ...anywhere.map(gapText)];
  return {
    rest: claimFrom(isDecided, anywhere),
    unknownBecause: [...new Set(because)],
    notExamined: [...gaps.texts, ...missingLists([before, after]), ...unknownRules(after)],
  };
}

/** Lists that rules use, and that no file declares. Names with a dot belong to the service. */
function missingLists(sides: readonly ReviewSide[]): readonly string[] {
  const names = sides.flatMap(({ configuration, context }) => {
    const declared = new Set([
      ...configuration.lists.map((it) => it.name),
      ...Object.keys(context.listItems ?? {}),
    ]);
    const rules = configuration.rulesets.flatMap((it) => it.rules);
    return rules.flatMap(listsOf).filter((it) => !declared.has(it) && !it.includes("."));
  });
  return [...new Set(names)].sort().map((it) => `items of $${it} (not in these files)`);
}

/** Rules whose expressions are not known, counted by why. */
export function unknownRules({ configuration }: ReviewSide): readonly string[] {
  const counts = new Map<string, number>();
  for (const { expression } of configuration.rulesets.flatMap((it) => it.rules)) {
    const isUnknown = expression instanceof UnknownPart;
    if (!isUnknown && !expression.hasHoles) continue;
    const why = isUnknown ? cut(expression.source) : "filled in later";
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return [...counts].map(
    ([why, count]) =>
      `${count} ${count === 1 ? "rule" : "rules"} with an unknown expression (${why})`,
  );
}
