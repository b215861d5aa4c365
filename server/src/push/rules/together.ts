import type { Fields, RemoteRule, RulesetRule } from "../../api/shapes.ts";
import { inPlace } from "../../core/configuration/position.ts";
import { configurationIn, isRule } from "../../languages.ts";
import {
  outcomesText,
  type RulesetReview,
  reviewRulesets,
  togetherText,
} from "../../review/review.ts";
import { printable } from "../../text/printable.ts";
import { cutTo } from "../../text/shorten.ts";
import { placingOf } from "../drafts/position.ts";
import { readRuleFile } from "../drafts/rule.ts";
import type { PushChoices, Session } from "../session/session.ts";
import { isExpression } from "./locate.ts";
import { workOnRulesetRule } from "./plan-ruleset-rule.ts";
import { rulesetBody } from "./ruleset-work.ts";
import { ruleBody, workOnRule } from "./work.ts";

/** About a second: someone waits for the question. */
const work = 6_000_000;

/** The rules of one push, whose outcomes are told together: once for each ruleset, at the first question. */
export class PushedTogether {
  readonly #told = new Set<string>();

  constructor(
    /** Absolute, with `/`, in the order of the push. */
    private readonly files: readonly string[],
  ) {}

  /** What the rules change together, in sentences. Empty if there is only one, or if that is not known. */
  async outcomes(path: string, session: Session, choices: PushChoices): Promise<readonly string[]> {
    try {
      return await this.#found(path, session, { action: choices.action, compareOnly: true });
    } catch {
      // The question is asked anyway.
      return [];
    }
  }

  async #found(path: string, session: Session, choices: PushChoices): Promise<readonly string[]> {
    if (!isRule(path)) return [];
    const { folder, zone } = await session.where();
    const { phase } = readRuleFile(path, session);
    const told = JSON.stringify([folder, session.place.profile, phase]);
    if (zone === undefined || this.#told.has(told)) return [];
    this.#told.add(told);
    const paths = this.files
      .filter((it) => isRule(it) && it.startsWith(`${folder}/`))
      .map((it) => it.slice(folder.length + 1))
      .filter((it) => phaseOf(it, session) === phase);
    if (paths.length < 2) return [];
    const isRulesets = session.place.rulesTarget === "rulesets";
    const find = isRulesets ? rulesetsOf(phase) : firewallRules;
    const [before, after] = await find(paths, zone, session, choices);
    const sideOf = (rulesets: readonly Fields[]) => ({
      configuration: configurationIn(JSON.stringify({ rulesets }), "service.json"),
      context: session.contextFor(path),
    });
    const found = reviewRulesets(sideOf(before), sideOf(after), work);
    return sentences(found, paths.length);
  }
}

/** A file with errors is not pushed. */
function phaseOf(path: string, session: Session): string | undefined {
  try {
    return readRuleFile(path, session).phase;
  } catch {
    return undefined;
  }
}

type Versions = readonly [before: readonly Fields[], after: readonly Fields[]];

type Find = (
  paths: readonly string[],
  zone: string,
  session: Session,
  choices: PushChoices,
) => Promise<Versions>;

/** The entry point of a phase, with the rules as they would be sent. */
const rulesetsOf =
  (phase: string): Find =>
  async (paths, zone, session, choices) => {
    const ruleset = await session.service.rulesets.entryPoint(zone, phase);
    const about = { kind: "zone", phase, zone_id: zone, ...ruleset };
    const before = ruleset?.rules ?? [];
    let rules = before;
    for (const path of paths) {
      const read = await workOnRulesetRule(path, session, choices);
      const { draft, slot } = read;
      const isSent = (it: RulesetRule) =>
        isExpression(it.expression, draft.expression) && it.action === draft.action;
      const old = rules.find((it) => it.id === slot.entry?.rule) ?? rules.find(isSent);
      const rule = { ...rulesetBody(read, old), id: old?.id ?? path } as RulesetRule;
      rules = old ? rules.map((it) => (it === old ? rule : it)) : [...rules, rule];
      const placing = draft.position && placingOf(draft.position, rules, path, session);
      if (placing) rules = inPlace(placing.sent, rule, rules, (it) => it.id);
    }
    return [[{ ...about, rules: before }], [{ ...about, rules }]];
  };

const firewallRules: Find = async (paths, zone, session, choices) => {
  const before = await session.service.rules.list(zone);
  let rules = before;
  for (const path of paths) {
    const read = await workOnRule(path, session, choices);
    const { draft, slot } = read;
    const { expression } = draft;
    const isSent = (it: RemoteRule) =>
      isExpression(it.filter.expression, expression) && it.action === draft.action;
    const old = rules.find((it) => it.id === slot.entry?.rule) ?? rules.find(isSent);
    const id = old?.id ?? path;
    const filter = { ...old?.filter, id: old?.filter.id ?? path, expression };
    const rule: RemoteRule = { ...ruleBody(read, filter.id, old), id, filter };
    rules = old ? rules.map((it) => (it === old ? rule : it)) : [...rules, rule];
  }
  const bodies = (all: readonly RemoteRule[]) => all.map((it) => ({ ...it, zone_id: zone }));
  return [bodies(before), bodies(rules)];
};

/** The first one says all that has to be known. */
function sentences(rulesets: readonly RulesetReview[], count: number): readonly string[] {
  const outcomes = rulesets.flatMap((it) => it.outcomes);
  const pairs = outcomes.map((it) => outcomesText(it, 40));
  const isProved = rulesets.every((it) => it.rest === "proved");
  if (outcomes.length === 0) return [togetherText(rulesets, count)];
  const more = pairs.length > mostPairs ? ` and ${pairs.length - mostPairs} more` : "";
  const rest = isProved ? "" : " There may be others.";
  return [
    `These ${count} rules together: ${pairs.slice(0, mostPairs).join(", ")}${more}.${rest}`,
    ...outcomes.slice(0, mostPairs).map(({ witness, proof, because }, at) => {
      const fields = Object.entries(witness?.fields ?? {}).map(
        ([name, it]) => `${name}=${JSON.stringify(it)}`,
      );
      const example =
        witness && proof === "witness"
          ? `such as ${[witness.request, ...fields].join(" ")}`
          : `cannot be excluded, because of ${because.map((it) => `'${it}'`).join(", ")}`;
      return printable(cutTo(`${pairs[at]}: ${example}`, 300));
    }),
  ];
}

const mostPairs = 4;
