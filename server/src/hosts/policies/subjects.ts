import {
  firewallRules,
  isPartObject,
  type Part,
  type PartObject,
  UnknownPart,
} from "../../core/configuration/model.ts";
import type { Context } from "../../core/context.ts";
import type { NotChecked } from "../../core/diagnostic.ts";
import {
  noPolicyFindings,
  type PartPath,
  type Policies,
  type PolicyFindings,
  type PolicyPlace,
  type PolicySubject,
} from "../../core/policies.ts";
import { addAll } from "../../text/add-all.ts";
import { asService } from "../configuration/parameters.ts";
import type { Embedded, EmbeddedContext } from "../embedded.ts";
import type { HostAside } from "../host-aside.ts";
import { defaultsIn, type HostNode, type HostObject } from "../node.ts";
import { withoutEmptyBlocks } from "../optional-blocks.ts";
import { jobProperties, jobSpellings } from "../places.ts";
import type { Region } from "../region.ts";
import { ofEnvironments } from "../terraform/evaluated.ts";
import { jsonPart, placeIn, sentPart, unknownPart } from "./parts.ts";

/** The parts of a document that break policies, in each environment. They are looked for once. */
export function policyFindingsOf(
  texts: readonly Embedded[],
  { environments, unknown }: Pick<HostAside, "environments" | "unknown">,
  host: () => string,
  { policies, severity, brief }: Context,
): () => PolicyFindings {
  let found: PolicyFindings | undefined;
  return () => {
    if (!policies || brief) return noPolicyFindings;
    if (found) return found;
    const notChecked: NotChecked[] = [];
    const diagnostics = ofEnvironments(environments, [...texts, ...unknown], (some) => {
      const own = policies.find(policySubjects(some, host(), policies), severity);
      addAll(notChecked, own.notChecked);
      return own.diagnostics;
    });
    found = { diagnostics, notChecked };
    return found;
  };
}

/** The rules, rulesets, jobs and filters of a document, as the service has them. */
function policySubjects(
  texts: readonly Embedded[],
  host: string,
  { zones }: Pick<Policies, "zones">,
): readonly PolicySubject[] {
  const all = [...texts].sort((a, b) => a.region.start - b.region.start);
  const jobs = firstOf(all, ({ language, context }) =>
    language === "lpjob" ? context.object : undefined,
  );
  const rules = firstOf(all, ({ language, context: { object, attribute, hasActions } }) =>
    language === "cfrule" && attribute !== undefined && hasActions ? object : undefined,
  );
  const around: Around = { host, zones };
  return [
    ...rulesets(rules, around),
    ...Array.from(rules, ([object, context]) => ruleSubject(object, context, around)),
    ...Array.from(jobs, ([object, context]) => jobSubject(object, context, around)),
    ...all.flatMap((it) => filterSubject(it, host)),
  ];
}

interface Around {
  readonly host: string;
  readonly zones: Policies["zones"];
}

/** The objects of some texts, with the context of the first one. */
function firstOf(
  texts: readonly Embedded[],
  objectOf: (text: Embedded) => HostObject | undefined,
): ReadonlyMap<HostObject, EmbeddedContext> {
  const found = new Map<HostObject, EmbeddedContext>();
  for (const it of texts) {
    const object = objectOf(it);
    if (object && !found.has(object)) found.set(object, it.context);
  }
  return found;
}

function ruleSubject(object: HostObject, context: EmbeddedContext, around: Around): PolicySubject {
  const { host } = around;
  const rule = withoutEmptyBlocks(object);
  const part = sentPart(host, rule) ?? {};
  const value = isPartObject(part)
    ? { ...asSent(part), ...aboutRuleset(object, context, around) }
    : part;
  return { kind: "rule", value, placeOf: (path) => placeIn(host, rule, path), call: context.call };
}

/** A rule in the shape of the service. */
function asSent(rule: PartObject): PartObject {
  const { action_parameters: parameters } = rule;
  const isObject = isPartObject(parameters);
  return isObject ? { ...rule, action_parameters: asService(parameters) } : rule;
}

/** The properties of its ruleset beside a rule. */
function aboutRuleset(
  object: HostObject,
  { phase, kind, resource }: EmbeddedContext,
  { host, zones }: Around,
): PartObject {
  if (resource === object) return { phase: firewallRules, kind: "zone", ...zoneOf(object) };
  const has = (name: string) => resource?.entries.some((it) => it.name === name) === true;
  const usual = has("account_id") ? "root" : "zone";
  const ownKind = kind ?? (has("kind") ? new UnknownPart("kind") : usual);
  const isOfAccount = ownKind === "root" || has("account_id");
  return {
    phase: phase ?? new UnknownPart("phase"),
    kind: ownKind,
    ...(isOfAccount ? {} : zoneOf(resource)),
  };

  function zoneOf(around: HostObject | undefined): PartObject {
    const entry = around?.entries.findLast((it) => it.name === "zone_id");
    const id = entry && sentPart(host, entry.value);
    if (typeof id !== "string") return { zone: id ?? new UnknownPart("zone_id") };
    return { zone: Object.hasOwn(zones, id) ? (zones[id] ?? id) : id };
  }
}

/** The rulesets of the rules: the objects around them or, in octorules, the lists of a phase. */
function rulesets(
  rules: ReadonlyMap<HostObject, EmbeddedContext>,
  around: Around,
): readonly PolicySubject[] {
  const sets = new Map<unknown, [HostObject, EmbeddedContext][]>();
  for (const [object, context] of rules) {
    const { resource, group, phase } = context;
    if (resource === object) continue;
    const key = resource ?? `${group} ${phase}`;
    sets.set(key, [...(sets.get(key) ?? []), [object, context]]);
  }
  return [...sets.values()].flatMap((own) => {
    const [[object, context] = []] = own;
    if (!object || !context) return [];
    const { host } = around;
    const { resource, call } = context;
    const about = aboutRuleset(object, context, around);
    if (!resource) {
      const isOpen = own.some(([, it]) => it.order === undefined);
      const list = own.map(([it]) => asSentNode(host, it));
      const value = { ...about, rules: isOpen ? new UnknownPart("rules") : list };
      const items = own.map(([it]) => it);
      const root: HostNode = { ...object, kind: "list", items, isOpen: false };
      const placeOf = ([, ...path]: PartPath) =>
        placeIn(host, path.length > 0 ? root : object, path);
      return { kind: "ruleset", value, placeOf, call };
    }
    const part = sentPart(host, resource) ?? {};
    const listed = resource.entries.filter((it) => it.name === "rules").map((it) => it.value);
    const isOpen = listed.some((it) => it.kind === "value" || (it.kind === "list" && it.isOpen));
    const nodes = listed.flatMap((it) => (it.kind === "list" ? it.items : [it]));
    const list = nodes.map((it) => asSentNode(host, it));
    const open = () => unknownPart(host, listed[0] ?? resource);
    const value = isPartObject(part) ? { ...part, ...about, rules: isOpen ? open() : list } : part;
    return { kind: "ruleset", value, placeOf: (path) => placeIn(host, resource, path), call };
  });
}

function asSentNode(host: string, node: HostNode): Part {
  if (node.kind !== "object") return unknownPart(host, node);
  const part = sentPart(host, withoutEmptyBlocks(node)) ?? {};
  return isPartObject(part) ? asSent(part) : part;
}

function jobSubject(
  object: HostObject,
  { call }: EmbeddedContext,
  { host }: Around,
): PolicySubject {
  const own = (name: string) => jobProperties.has(name) || jobSpellings.has(name);
  const entries = object.entries.filter(
    ({ name, value }) => own(name) && name !== "filter" && value,
  );
  const part = sentPart(host, { ...object, entries }) ?? {};
  const filter = filterOf(object, host);
  if (!isPartObject(part))
    return { kind: "job", value: part, placeOf: () => placeIn(host, object, []), call };
  const rows = Object.entries(part).map(([name, it]): [string, Part] => [
    jobSpellings.get(name) ?? name,
    // A block of Terraform is a list in plans.
    name === "output_options" && Array.isArray(it) && it.length === 1 ? (it[0] as Part) : it,
  ]);
  const value = { ...Object.fromEntries(rows), ...(filter && { filter: filter.value }) };
  const written = new Map(Array.from(jobSpellings, ([name, sent]) => [sent, name]));
  const placeOf = (path: PartPath): PolicyPlace => {
    const [first, ...inFilter] = path;
    if (first === "filter" && filter && inFilter.length > 0) return filter.placeOf(inFilter);
    const name = typeof first === "string" ? (written.get(first) ?? first) : first;
    return placeIn(host, object, name === undefined ? [] : [name, ...inFilter]);
  };
  return { kind: "job", value, placeOf, call };
}

interface FilterPart {
  readonly value: Part;
  readonly placeOf: (path: PartPath) => PolicyPlace;
}

function filterOf(job: HostObject, host: string): FilterPart | undefined {
  const node = job.entries.findLast((it) => it.name === "filter")?.value;
  const value = node && sentPart(host, node);
  if (!node || value === undefined || value === "") return undefined;
  const placeOf = (path: PartPath) => placeIn(host, job, ["filter", ...path]);
  const [region] = node.kind === "value" ? node.regions() : [];
  if (typeof value !== "string" || !region) return { value, placeOf };
  return inRegion(region, host, defaultsIn(node)) ?? { value, placeOf };
}

/** Undefined if the text is not a filter. */
function inRegion(
  { evaluated, ...region }: Region,
  host: string,
  defaults: readonly string[] | undefined,
): FilterPart | undefined {
  const { text, map, holes } = evaluated ?? region;
  if (holes.length > 0) return { value: unknownPart(host, region), placeOf: () => region };
  const read = jsonPart(text);
  return (
    read && {
      value: read.value,
      placeOf: (path) => ({ ...map.toHostSpan(read.placeOf(path)), defaults }),
    }
  );
}

/** The filter of a job. Others are in languages of their own. */
function filterSubject(
  { language, region, context: { object, call } }: Embedded,
  host: string,
): PolicySubject[] {
  if (language !== "lpfilter" || !object) return [];
  const filter = inRegion(region, host, undefined);
  return filter ? [{ kind: "filter", call, ...filter }] : [];
}
