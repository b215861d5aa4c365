import {
  type ConfiguredRule,
  type ExpressionText,
  isPartObject,
  otherSettings,
  type Part,
  type PartObject,
  type SourcePlace,
  UnknownPart,
} from "../../core/configuration/model.ts";
import type { Span } from "../../text/span.ts";
import { defaultsIn, flat, type HostNode, type HostObject } from "../node.ts";
import { withoutEmptyBlocks } from "../optional-blocks.ts";
import { holeSources } from "../region.ts";
import { asService } from "./parameters.ts";
import { objectOf, type SourceOf } from "./part.ts";
import type { DependenciesOf } from "./resource.ts";

export interface RuleOrigin {
  readonly address?: string | undefined;
  readonly sourceOf: SourceOf;
  readonly dependenciesOf?: DependenciesOf | undefined;
  readonly placeOf: PlaceOf;
  /** Set if the ruleset may not be there. */
  readonly isOpen?: boolean | undefined;
}

/** Where a span of a document was read, for users. */
export type PlaceOf = (span: Span) => SourcePlace;

/** The rules in all lists or blocks with that name, in order. */
export function rulesIn(
  { entries, isOpen, start, end }: HostObject,
  list: string,
  origin: RuleOrigin,
): readonly ConfiguredRule[] {
  const rules = entries
    .filter((it) => it.name === list)
    .flatMap(({ value }) => rulesOfNode(value, origin, origin.isOpen ?? false));
  return isOpen ? [...rules, unknownRule({ start, end }, origin)] : rules;
}

function rulesOfNode(node: HostNode, origin: RuleOrigin, isOpen: boolean): ConfiguredRule[] {
  if (node.kind === "list") {
    if (node.defaults) return [];
    if (node.isOpen && flat(node).every((it) => it.kind === "value"))
      return [unknownRule(node, origin)];
    return node.items.flatMap((it) => rulesOfNode(it, origin, isOpen || node.isOpen));
  }
  if (node.kind === "value") {
    const isSet = origin.sourceOf(node) !== undefined;
    return isUnread(node) && isSet ? [unknownRule(node, origin)] : [];
  }
  return [ruleOf(node, origin, isOpen)];
}

/** A value where an object is meant: another tool replaces it, or refuses it. */
export function isUnread(node: HostNode): boolean {
  return node.kind === "value" && !node.isNull;
}

/** Whether Terraform leaves a setting as it is on the service, as in `ignore_changes = [rules]`. */
export function ignoresChanges({ lifecycle }: PartObject, setting: string): boolean {
  const settings = single(lifecycle);
  const ignored = isPartObject(settings) ? (settings.ignore_changes ?? []) : [];
  return (Array.isArray(ignored) ? ignored : [ignored]).some((it) => {
    const source = it instanceof UnknownPart ? it.source : String(it);
    return source === "all" || source.split(/[.[]/)[0] === setting;
  });
}

/** Any number of rules that are filled in later. */
export function unknownRule(
  { start, end }: Span,
  { address, sourceOf, placeOf, dependenciesOf }: RuleOrigin,
): ConfiguredRule {
  const unknown = new UnknownPart(sourceOf({ start, end }) ?? "rules that are filled in later");
  return {
    action: unknown,
    expression: unknown,
    parameters: unknown,
    enabled: unknown,
    dependsOn: dependenciesOf?.(),
    place: { ...placeOf({ start, end }), address },
  };
}

/** `isGenerated` is set for a rule of a list whose items are not known: it may be there any number of times. */
export function ruleOf(
  written: HostObject,
  { address, sourceOf, placeOf, dependenciesOf }: RuleOrigin,
  isGenerated: boolean,
): ConfiguredRule {
  const rule = withoutEmptyBlocks(written);
  const parts = objectOf(rule, sourceOf);
  const unknown = new UnknownPart(sourceOf(rule) ?? "");
  const orUnknown = <Value>(value: Value) => (rule.isOpen ? unknown : value);
  const { start, end } = rule;
  const parameters = single(parts.action_parameters);
  const isIgnored = parts.octorules !== undefined;
  return {
    ref: textOf(parts.ref),
    id: textOf(parts.id),
    description: textOf(parts.description),
    action: actionOf(parts.action) ?? orUnknown("") ?? unknown,
    expression: expressionIn(rule, "expression", sourceOf),
    defaults: defaultsIn(rule),
    parameters:
      parameters instanceof UnknownPart
        ? parameters
        : isPartObject(parameters)
          ? asService(parameters)
          : orUnknown<PartObject>({}),
    enabled: isIgnored
      ? new UnknownPart("settings of octorules decide")
      : isGenerated
        ? new UnknownPart("generated from values that are not known")
        : (switchOf(single(parts.enabled)) ?? orUnknown(true)),
    ratelimit: single(parts.ratelimit),
    credentialCheck: parts.exposed_credential_check,
    otherSettings: otherSettings(parts, settingNames),
    categories: textsOf(parts.categories),
    dependsOn: dependenciesOf?.(isGenerated ? undefined : rule),
    place: { ...placeOf({ start, end }), address },
  };
}

const settingNames: ReadonlySet<string> = new Set([
  "action",
  "action_parameters",
  "categories",
  "description",
  "enabled",
  "exposed_credential_check",
  "expression",
  "id",
  "last_updated",
  "logging",
  "octorules",
  "ratelimit",
  "ref",
  "version",
]);

/** Terraform's blocks are lists of one item in JSON and plans. */
export function single(part: Part | undefined): Part | undefined {
  return Array.isArray(part) && part.length === 1 ? part[0] : part;
}

export function textOf(part: Part | undefined): string | undefined {
  return typeof part === "string" && part !== "" ? part : undefined;
}

function textsOf(part: Part | undefined): readonly string[] | undefined {
  return Array.isArray(part) ? part.filter((it) => typeof it === "string") : undefined;
}

function actionOf(part: Part | undefined): string | UnknownPart | undefined {
  return part instanceof UnknownPart || typeof part === "string" ? part : undefined;
}

/** Terraform takes texts, too; YAML has other words for them in its older version. */
export function switchOf(part: Part | undefined): boolean | UnknownPart | undefined {
  if (part === undefined || part instanceof UnknownPart || typeof part === "boolean") return part;
  if (part === "true" || part === "false") return part === "true";
  return new UnknownPart(JSON.stringify(part));
}

/** The last value of a name, with its holes. */
export function expressionIn(
  { entries }: HostObject,
  name: string,
  sourceOf: SourceOf,
): ExpressionText | UnknownPart {
  const value = entries.findLast((it) => it.name === name)?.value;
  if (value?.kind !== "value") return new UnknownPart(`no ${name}`);
  const literal = value.literal();
  if (literal !== undefined) return { text: String(literal), hasHoles: false };
  const [region, ...more] = value.regions();
  // Without holes it is a value that is not shown.
  const isShown = region && !region.isAlternative && !region.composed?.isSecret;
  if (isShown && more.length === 0 && region.holes.length > 0)
    return { text: region.text, hasHoles: true, holes: holeSources(region) };
  return new UnknownPart(sourceOf(value) ?? `no ${name}`);
}
