import { placeAmong } from "../../core/configuration/position.ts";
import {
  customPhase,
  isAction,
  phaseActionProblem,
  ruleActions,
  ruleLimits,
  ruleProducts,
} from "../../languages.ts";
import { shorten } from "../../text/shorten.ts";
import { codes, type ErrorItem } from "../envelope.ts";
import { Fields, flag, type JsonObject, listOf, object, oneOf, text, whole } from "../shapes.ts";
import type { Ruleset, RulesetRule } from "../state/state.ts";
import { noteRateLimit } from "./rate-limit.ts";
import { expressionProblems } from "./validate.ts";

/** A rule of a ruleset as sent, without the properties that the service adds. */
export interface RulesetRuleDraft {
  readonly expression: string;
  readonly action: string;
  readonly enabled: boolean;
  readonly ref?: string;
  readonly [field: string]: unknown;
}

/** The actions of custom rules. `skip` replaces `allow` and `bypass`. */
const customActions = [...ruleActions.rulesets, "execute"];

const skippablePhases = [
  "http_ratelimit",
  "http_request_sbfm",
  "http_request_firewall_managed",
] as const;

const skipShapes = {
  ruleset: oneOf(["current"]),
  phase: oneOf(["current"]),
  phases: listOf(oneOf(skippablePhases)),
  products: listOf(oneOf(ruleProducts)),
  rulesets: listOf(text()),
  rules: object,
};

/** Mutually exclusive parameters of `skip`. */
const skipConflicts = [
  ["ruleset", "rulesets"],
  ["ruleset", "rules"],
  ["phases", "rulesets"],
] as const;

export function readRulesetRule(
  value: unknown,
  pointer: string,
  problems: ErrorItem[],
  { phase, kind }: Pick<Ruleset, "phase" | "kind">,
): RulesetRuleDraft {
  const fields = new Fields(value, pointer, problems);
  const expression = fields.need("expression", text());
  for (const { message, code } of expression === undefined ? [] : expressionProblems(expression))
    fields.note("expression", message, code);
  const isCustom = phase === customPhase;
  const action = fields.need("action", isCustom ? oneOf(customActions) : text()) ?? "";
  const problem = isCustom || action === "" ? undefined : actionProblem(kind, phase, action);
  if (problem !== undefined) fields.note("action", problem);
  if (isCustom) noteParameters(action, fields);
  noteRateLimit(fields, phase, action);
  return {
    expression: expression ?? "",
    action,
    enabled: fields.take("enabled", flag) ?? true,
    ...fields.known({
      description: text(ruleLimits.description),
      ref: text(),
      action_parameters: object,
      categories: listOf(text()),
      exposed_credential_check: object,
      logging: object,
      ratelimit: object,
    }),
    ...(action === "skip" && !fields.has("logging") ? { logging: { enabled: true } } : undefined),
  };
}

/** Rulesets that others execute may have other actions than the entry point of the phase. */
function actionProblem(kind: string, phase: string, action: string): string | undefined {
  if (!isAction(action)) return `Unknown action ${shorten(action)}.`;
  return kind === "custom" ? undefined : phaseActionProblem(phase, action);
}

/** Each rule of a ruleset has another `ref`. */
export function noteRepeatedRef(
  ref: string | undefined,
  others: readonly { readonly ref?: string | undefined }[],
  pointer: string,
  problems: ErrorItem[],
): void {
  if (ref === undefined || !others.some((it) => it.ref === ref)) return;
  const message = `Another rule of the ruleset has the ref ${shorten(ref)}.`;
  problems.push({ code: codes.wrongShape, message, source: { pointer: `${pointer}/ref` } });
}

/** Inserts a rule at its position, which defaults to the end. */
export function insertRule(
  rules: readonly RulesetRule[],
  rule: RulesetRule,
  index: number | undefined,
): readonly RulesetRule[] {
  return index === undefined ? [...rules, rule] : rules.toSpliced(index, 0, rule);
}

/** The index that `position` gives a rule among the others; undefined when there is none. */
export function readPosition(
  body: unknown,
  others: readonly RulesetRule[],
  problems: ErrorItem[],
): number | undefined {
  const outer = new Fields(body, "", []);
  if (!outer.has("position")) return undefined;
  const fields = new Fields(outer.values.position, "/position", problems);
  const names = ["before", "after", "index"].filter((it) => fields.has(it));
  if (names.length !== 1) {
    fields.note("", "'position' needs one of 'before', 'after', 'index'.");
    return undefined;
  }
  const index = fields.take("index", whole);
  if (index !== undefined && index < 1) fields.note("index", "'index' starts at 1.");
  const before = fields.take("before", text());
  const after = fields.take("after", text()) ?? "";
  const placement = index !== undefined ? { index } : before !== undefined ? { before } : { after };
  const ids = others.map((it) => it.id);
  const place = placeAmong(placement, ids);
  if (place === undefined)
    fields.note(names[0] ?? "", `Unknown rule '${before ?? after}'.`, codes.notFound);
  return place;
}

function noteParameters(action: string, fields: Fields): void {
  const parameters = fields.values.action_parameters;
  if (action === "skip") {
    if (object.takes(parameters)) noteSkip(parameters, fields.inside("action_parameters"));
    else fields.require("action_parameters");
  }
  if (action === "block" && object.takes(parameters) && Object.hasOwn(parameters, "response"))
    noteResponse(fields.inside("action_parameters").inside("response"));
}

function noteSkip(parameters: JsonObject, fields: Fields): void {
  fields.known(skipShapes);
  if (!Object.keys(skipShapes).some((it) => fields.has(it)))
    fields.note("", "Action 'skip' needs 'ruleset', 'phases', 'products' or another target.");
  for (const [one, other] of skipConflicts) {
    if (fields.has(one) && fields.has(other))
      fields.note(other, `'${other}' cannot be combined with '${one}'.`);
  }
  if (fields.has("phase") && !fields.has("products"))
    fields.note("phase", "'phase' can only be combined with 'products'.");
  const { rules } = parameters;
  if (object.takes(rules) && !Object.values(rules).every((it) => listOf(text()).takes(it)))
    fields.note("rules", "'rules' needs an array of rules for each ruleset.");
}

/** A custom response requires all three properties. */
function noteResponse(fields: Fields): void {
  const status = fields.need("status_code", whole);
  if (status !== undefined && (status < 400 || status > 499))
    fields.note("status_code", "'status_code' needs a number from 400 to 499.");
  fields.need("content", text());
  fields.need("content_type", text());
}
