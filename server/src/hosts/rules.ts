import { addAll } from "../text/add-all.ts";
import type { Span } from "../text/span.ts";
import type { Embedded, EmbeddedContext, RuleEffect, RuleLimit } from "./embedded.ts";
import {
  choicesNamed,
  flat,
  type HostNode,
  type HostObject,
  type HostValue,
  literalNamed,
} from "./node.ts";
import { mayHaveBlock, withoutEmptyBlocks } from "./optional-blocks.ts";
import { type Branch, type ResourceShape, ruleSet } from "./places.ts";
import { unknownRegion } from "./region.ts";
import { effectOf } from "./rule-effect.ts";

/** The rules and value expressions in an object of a known shape, such as a Terraform resource. */
export function rulesOf(
  whole: HostObject,
  shape: ResourceShape,
  context: EmbeddedContext,
): Embedded[] {
  const around: EmbeddedContext = {
    phase: textNamed(whole, "phase"),
    kind: textNamed(whole, "kind"),
    resource: whole,
    ...context,
  };
  if (shape.list === undefined) return textsOf(whole, shape, around, undefined);
  const { list } = shape;
  const [, ...otherPhases] = choicesNamed(whole, "phase");
  const inOthers = otherPhases.flatMap((it) => {
    const phase = it.literal();
    if (typeof phase !== "string") return [];
    const found = rulesNamed(whole, list, shape, { ...around, phase });
    const known = found.filter((one) => !one.isUnknown);
    return known.map((one) => ({ ...one, context: { ...one.context, order: undefined } }));
  });
  return [...rulesNamed(whole, list, shape, around), ...inOthers];
}

/** The texts of a single rule. Its phase and position are unknown. */
export function ruleTexts(rule: HostObject): Embedded[] {
  return textsOf(rule, ruleSet, {}, undefined);
}

/** The rules in all lists or blocks with that name. */
export function rulesNamed(
  whole: HostObject,
  list: string,
  shape: ResourceShape,
  around: EmbeddedContext,
): Embedded[] {
  let order = 0;
  const found: Embedded[] = [];
  const visit = (node: HostNode, isOpen: boolean): void => {
    if (node.kind === "list") {
      for (const it of node.items) visit(it, isOpen || node.isOpen);
      // Any number of rules may be between those before and those after.
      if (node.isOpen) order++;
      return;
    }
    // A rule that may not be there, or several times, is not compared.
    const at = isOpen ? undefined : order;
    if (node.kind === "object") addAll(found, textsOf(node, shape, around, at));
    // The unknown parts of an object may have another expression.
    const isUnknown = node.kind === "object" ? node.isOpen : node.literal() === undefined;
    if (isUnknown) found.push(unknownRule(node, around, at));
    if (!isOpen) order++;
  };
  for (const { name, value } of whole.entries) if (name === list) visit(value, false);
  return found;
}

/** A rule, or any number of rules, that the host fills in as a whole. */
function unknownRule(value: Span, around: EmbeddedContext, order: number | undefined): Embedded {
  const { phase, group, kind, usedAt } = around;
  const context = { phase, group, kind, order, usedAt };
  return {
    language: "cfrule",
    role: "rule",
    region: unknownRegion(value),
    context,
    isUnknown: true,
  };
}

function hasOpenList(node: HostNode): boolean {
  return node.kind === "list" && (node.isOpen || node.items.some(hasOpenList));
}

function textsOf(
  rule: HostObject,
  shape: ResourceShape,
  around: EmbeddedContext,
  order: number | undefined,
): Embedded[] {
  const found: Embedded[] = [];
  eachText(rule, shape.texts, (value, { role, path }) => {
    // The provider's default is empty: it counts the requests that the rule matches.
    const regions = value.regions().filter((it) => it.text !== "" || path !== countingExpression);
    if (regions.length === 0 && value.literal() === undefined) {
      const region = unknownRegion(value);
      const context = contextOf(rule, shape, around, path, order);
      found.push({ language: "cfrule", role: role ?? "rule", region, context, isUnknown: true });
    }
    for (const region of regions) {
      // Only one of several alternatives is used, so their order is unknown.
      const place = region.isAlternative ? undefined : order;
      const context = contextOf(rule, shape, around, path, place);
      found.push({ language: "cfrule", role: role ?? "rule", region, context });
    }
  });
  return found;
}

const countingExpression = "ratelimit.counting_expression";

/** No spread: this runs for each rule, and a spread is a hundred times slower. */
function contextOf(
  rule: HostObject,
  shape: ResourceShape,
  { phase, kind, group, resource, usedAt }: EmbeddedContext,
  attribute: string,
  order: number | undefined,
): EmbeddedContext {
  const enabled = literalNamed(rule, "enabled");
  let effect: RuleEffect | undefined;
  const parameters = rule.entries.find((it) => it.name === "action_parameters")?.value;
  return {
    action: shape.hasActions ? textNamed(rule, "action") : undefined,
    hasActions: shape.hasActions,
    phase,
    dataset: undefined,
    description: textNamed(rule, "description"),
    ref: textNamed(rule, "ref"),
    enabled: typeof enabled === "boolean" ? enabled : undefined,
    limit: limitOf(rule, phase),
    attribute,
    group,
    order,
    skipsRest:
      parameters !== undefined && !hasOpenList(parameters) && flat(parameters).some(skipsRest),
    effect: () => (effect ??= effectOf(withoutEmptyBlocks(rule))),
    kind,
    object: rule,
    resource,
    usedAt,
  };
}

function limitOf(rule: HostObject, phase: string | undefined): RuleLimit | undefined {
  let limit: RuleLimit | undefined = phase?.endsWith("ratelimit") ? "rate" : undefined;
  if (rule.isOpen) return "unknown";
  for (const { name, value } of rule.entries) {
    if (name === "ratelimit" && mayHaveBlock(rule, name)) limit = "rate";
    else if (name === "exposed_credential_check" && mayHaveBlock(rule, name)) limit = "credentials";
    else if (name === "enabled" && !(value.kind === "value" && value.isNull)) {
      const enabled = value.kind === "value" ? value.literal() : undefined;
      if (enabled === false) return "disabled";
      if (enabled === undefined) limit ??= "unknown";
    }
  }
  return limit;
}

/** The parameters of `skip` for the rest of the rule set, or of the phase. */
function skipsRest(parameters: HostNode): boolean {
  return (
    parameters.kind === "object" &&
    (textNamed(parameters, "ruleset") === "current" || textNamed(parameters, "phase") === "current")
  );
}

/** Visits the values at the paths, in document order. */
export function eachText(
  node: HostNode,
  branch: Branch,
  visit: (value: HostValue, branch: Branch) => void,
): void {
  if (node.kind === "list") for (const it of node.items) eachText(it, branch, visit);
  else if (node.kind === "value") {
    if (branch.role) for (const it of [node, ...(node.others ?? [])]) visit(it, branch);
  } else {
    const any = branch.children.get("*");
    for (const { name, value } of node.entries) {
      const next = branch.children.get(name) ?? any;
      if (next) eachText(value, next, visit);
    }
  }
}

export function textNamed(object: HostObject, name: string): string | undefined {
  const value = literalNamed(object, name);
  return typeof value === "string" ? value : undefined;
}
