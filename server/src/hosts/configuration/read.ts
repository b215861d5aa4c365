import { brokenGap } from "../../core/configuration/broken.ts";
import {
  type Configuration,
  emptyConfiguration,
  type Gap,
  isPartObject,
  joinConfigurations,
} from "../../core/configuration/model.ts";
import { parseJson } from "../../json/syntax/parse.ts";
import { Lines } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import { nodeOfJson } from "../json/node.ts";
import type { Layer } from "../layer.ts";
import { flat, type HostNode, type HostObject, valuesNamed } from "../node.ts";
import { listResource, octorulesPhases } from "../places.ts";
import { startsLikePlan, stateRefusal } from "../plan/detect.ts";
import { type NotAPlan, type Plan, type PlannedResource, readPlan } from "../plan/plan.ts";
import type { PlanSide } from "../plan/planned.ts";
import { readYaml } from "../yaml/read.ts";
import { neverEqual, textNumber, unknownSpans } from "./dependencies.ts";
import { hasExpression, ofOctorules } from "./octorules.ts";
import { objectOf, sourceIn } from "./part.ts";
import {
  configurationResources,
  type DependenciesOf,
  type HostResource,
  knownLater,
  sensitive,
} from "./resource.ts";
import { configurationOfResources, type SourceFile } from "./resources.ts";
import { isUnread, type PlaceOf } from "./rules.ts";
import { isCutOff, syntaxFaultIn, templateComment } from "./syntax-fault.ts";
import { type TerraformPlace, terraformResources } from "./terraform.ts";

/** The configuration in a file of another tool. */
export interface FileConfiguration extends Configuration {
  /** The folders of the modules that it calls, which are configured by their calls. */
  readonly calls?: readonly string[];
  /** Set for a file of a module that cannot be used without a call. */
  readonly needsCall?: boolean;
}

/** The text of a file, by its path from the folder of another one. Undefined if it was not read. */
type TextBeside = (path: string) => string | undefined;

/**
 * The part of a configuration in a file of another tool. `path` is as shown to the user; `side` is the side of a plan. With
 * the place of a Terraform file, the values of references are known as far as files tell them.
 */
export function configurationIn(
  text: string,
  path: string,
  side: PlanSide = "after",
  terraform?: TerraformPlace & { readonly shown: (path: string) => string },
  textBeside: TextBeside = () => undefined,
): FileConfiguration {
  const name = path.toLowerCase();
  const file: SourceFile = { placeOf: placesIn([{ path, text, start: 0 }]) };
  const fault = mayConfigure(text, name) ? syntaxFaultIn(text, name) : undefined;
  const own = fault ? [brokenGap(path, text, fault)] : [];
  if (/\.(?:tf|tofu)(?:\.json)?$/.test(name)) {
    const isJson = name.endsWith(".json");
    const read = terraformResources(text, isJson, terraform);
    const { resources, files, calls, needsCall, gaps, broken, forgotten } = read;
    const [, ...others] = files;
    const all = others.map((it) => ({ ...it, path: terraform?.shown(it.path) ?? it.path }));
    const placeOf = placesIn([{ path, text, start: 0 }, ...all]);
    const placed = gaps.map(({ at, ...gap }) => ({ ...gap, place: placeOf(at) }));
    const found = configurationOfResources({ placeOf }, resources, placed);
    const inOthers = broken
      .filter(({ source }) => source.path !== terraform?.path)
      .map(({ source, fault: of }) =>
        brokenGap(terraform?.shown(source.path) ?? source.path, source.text, of),
      );
    return { ...withGaps(found, [...own, ...inOthers]), calls, needsCall, forgotten };
  }
  if (name.endsWith(".json")) return withGaps(ofJson(text, file, side), own);
  if (/\.ya?ml$/.test(name)) return withGaps(ofYaml(text, file, includedIn(text, textBeside)), own);
  return emptyConfiguration;
}

function withGaps(configuration: Configuration, gaps: readonly Gap[]): Configuration {
  return { ...configuration, gaps: [...configuration.gaps, ...gaps] };
}

/** Whether a file may have something of ours, by its words; or may have had, before it was cut off. */
export function mayConfigure(text: string, path: string): boolean {
  const name = path.toLowerCase();
  if (name.endsWith(".cfrule") || isCutOff(text, name)) return true;
  if (/\.ya?ml$/.test(name)) return mayBeYaml.test(text);
  if (!name.endsWith(".json") || /\.(?:tf|tofu)\.json$/.test(name))
    return text.includes("cloudflare_");
  return mayBeJson.test(text) || startsLikePlan(text);
}

const mayBeJson = /"(?:phase|rules|rulesets|filter)"/;

/** Places in files that follow each other in one text. */
function placesIn(
  files: readonly { readonly path: string; readonly text: string; readonly start: number }[],
): PlaceOf {
  const lines = new Map<string, Lines>();
  return ({ start, end }) => {
    const file = files.findLast((it) => it.start <= start) ?? files[0];
    const { path = "", text = "", start: base = 0 } = file ?? {};
    const known = lines.get(path) ?? new Lines(text);
    lines.set(path, known);
    const span = { start: start - base, end: end - base };
    return { path, ...span, range: known.rangeOf(span) };
  };
}

/** Terraform has evaluated every template. */
const asWritten: Layer = { cuts: () => [], encode: () => undefined };

/** A resource that is not known as a whole has no settings. */
function plannedResource(
  text: string,
  { address, type, value, hidden, secrets, isForgotten }: PlannedResource,
  refers: Plan["refers"],
): HostResource {
  const { start, end } = value;
  const object: HostNode =
    value.kind === "object"
      ? nodeOfJson(text, value, asWritten, (it) => hidden.has(it))
      : { kind: "object", start, end, entries: [], isOpen: true };
  const sourceOf = (span: Span) => {
    const isSecret = secrets.some((it) => it.start <= span.start && span.end <= it.end);
    return isSecret ? sensitive : knownLater;
  };
  // A plan has the values of both sides.
  const dependenciesOf: HostResource["dependenciesOf"] = (part) => {
    const known = unknownSpans(part ?? object).filter((it) => sourceOf(it) === sensitive);
    return known.length === 0
      ? undefined
      : textNumber(known.map((it) => text.slice(it.start, it.end)));
  };
  return {
    ...{ type, address, object: object as HostObject, sourceOf, dependenciesOf },
    ...{ isForgotten, isPlanned: true },
    refers: (attribute) => refers(address, attribute),
  };
}

function ofPlan(plan: Plan | NotAPlan, text: string, file: SourceFile): Configuration {
  const { path: what } = file.placeOf({ start: 0, end: 0 });
  const everything = (why: string): Gap => ({ what, why, mayChange: "everything" });
  if ("refusal" in plan) {
    // A state is not about a configuration.
    const isState = plan.refusal === stateRefusal;
    return withGaps(emptyConfiguration, isState ? [] : [everything(plan.refusal)]);
  }
  const { problem, refers } = plan;
  const gaps: Gap[] = [
    ...(problem === undefined ? [] : [everything(problem)]),
    ...plan.deposed.map((it) => ({
      what: it.address,
      why: "a deposed object of it is deleted",
      mayChange: configurationResources.has(it.type)
        ? ("everything" as const)
        : ("other products" as const),
    })),
  ];
  const resources = plan.resources.map((it) => plannedResource(text, it, refers));
  return configurationOfResources(file, resources, gaps);
}

function ofJson(text: string, file: SourceFile, side: PlanSide): Configuration {
  const plan = readPlan(text, (type) => type.includes("cloudflare_"), side);
  if (plan) return ofPlan(plan, text, file);
  if (!mayBeJson.test(text)) return emptyConfiguration;
  const { root } = parseJson(text);
  return root ? ofBodies(lastOnly(nodeOfJson(text, root)), text, file) : emptyConfiguration;
}

/** Of several properties with one name, others read the last one. */
function lastOnly(node: HostNode): HostNode {
  if (node.kind === "list") return { ...node, items: node.items.map(lastOnly) };
  if (node.kind === "value") return node;
  const last = new Map(node.entries.map((it) => [it.name, it]));
  const entries = [...last.values()].map((it) => ({ ...it, value: lastOnly(it.value) }));
  return { ...node, entries };
}

/** The dependencies of values with a tag such as `!include`: the files that they name. Undefined without such a value. */
function includedIn(text: string, textBeside: TextBeside): DependenciesOf | undefined {
  const paths = Array.from(text.matchAll(customTag), ([, path = ""]) => path);
  if (paths.length === 0) return undefined;
  const texts = paths.map(textBeside);
  const isRead = texts.every((it) => it !== undefined);
  const number = isRead ? textNumber(texts) : neverEqual();
  return () => number;
}

const customTag = /(?<![^\s[{,])![A-Za-z][^\s,\]}]*(?:[ \t]+["']?([^\s"',\]}]+))?/g;

function ofYaml(
  text: string,
  file: SourceFile,
  dependenciesOf: DependenciesOf | undefined,
): Configuration {
  if (!mayBeYaml.test(text)) return emptyConfiguration;
  const isTemplate = templateComment.test(text);
  const roots = readYaml(text, isTemplate, () => true).map(lastOnly);
  const all = roots.flatMap((it) => [
    it.kind === "object" ? ofOctorules(it, text, file, dependenciesOf) : emptyConfiguration,
    ofBodies(it, text, file, dependenciesOf),
  ]);
  const { path: what } = file.placeOf({ start: 0, end: 0 });
  const why = "a template decides which parts of it are there";
  const gap: Gap = { what, why, mayChange: "everything", content: text };
  return withGaps(joinConfigurations(all), isTemplate && control.test(text) ? [gap] : []);
}

/** A line of a template that decides about other lines. */
const control = /^[ \t]*(?:\{%|\{\{-?[ \t]*(?:if|else|end|range|with|block|define|#|\/|\^))/m;

const mayBeYaml = new RegExp(
  `(?:^|[\\s{,"'])(?:phase|lists|${[...octorulesPhases.keys()].join("|")})["']?[ \\t]*:`,
);

/** Rulesets, firewall rules and lists as the API has them: one, several, or an answer. */
function ofBodies(
  root: HostNode,
  text: string,
  file: SourceFile,
  dependenciesOf?: DependenciesOf,
): Configuration {
  const origin = { sourceOf: sourceIn(text), ...(dependenciesOf && { dependenciesOf }) };
  const resources = bodiesIn(root).flatMap((object): HostResource[] => {
    const has = (name: string) => object.entries.some((it) => it.name === name);
    if (has("phase")) return [{ type: "cloudflare_ruleset", object, ...origin }];
    const isFirewallRule = has("filter") && has("action");
    return isFirewallRule ? [{ type: "cloudflare_firewall_rule", object, ...origin }] : [];
  });
  const lists = root.kind === "object" ? valuesNamed(root, "lists") : [];
  const named = lists.filter((it) => it.kind === "object");
  const all = named.map((object) => ({ type: listResource, object, ...origin }));
  return configurationOfResources(
    file,
    [...resources, ...all],
    [...gapsOfAnswer(root, text, file), ...unknownBodies(root, text, file)],
  );
}

/** A list of rulesets that the API answers has no rules, and may have other pages. */
function gapsOfAnswer(root: HostNode, text: string, { placeOf }: SourceFile): readonly Gap[] {
  if (root.kind !== "object") return [];
  const { path: what } = placeOf(root);
  const parts = objectOf(root, sourceIn(text));
  const info = isPartObject(parts.result_info) ? parts.result_info : {};
  const cursors = isPartObject(info.cursors) ? info.cursors : {};
  const isPage = Number(info.total_pages) > 1 || (cursors.after ?? "") !== "";
  const listed = bodiesIn({ ...root, entries: root.entries.filter((it) => it.name === "result") });
  const isListed = ({ entries }: HostObject) =>
    entries.some((it) => it.name === "phase") && entries.every((it) => it.name !== "rules");
  return [
    ...(isPage ? [{ what, why: "one of several pages", mayChange: "everything" as const }] : []),
    ...listed.filter(isListed).map((it) => ({
      ...{ what, why: "a ruleset without its rules", place: placeOf(it) },
      ...{ mayChange: "everything" as const, content: text.slice(it.start, it.end) },
    })),
  ];
}

/** Rulesets that do not say where they run, or are not known. */
function unknownBodies(root: HostNode, text: string, { placeOf }: SourceFile): readonly Gap[] {
  return nodesIn(root).flatMap((node): Gap[] => {
    const isBody = node.kind === "object";
    const rules = isBody ? valuesNamed(node, "rules") : [];
    const has = (name: string) => isBody && node.entries.some((it) => it.name === name);
    const isOpen = isBody ? !has("phase") && rules.some(hasExpression) : isUnread(node);
    if (!isOpen) return [];
    const why = isBody ? "a ruleset without a phase" : "a ruleset that is not known";
    const { path: what } = placeOf(root);
    const content = text.slice(node.start, node.end);
    return [{ what, why, place: placeOf(node), mayChange: "everything", content }];
  });
}

function bodiesIn(node: HostNode): readonly HostObject[] {
  return nodesIn(node).filter((it) => it.kind === "object");
}

function nodesIn(node: HostNode): readonly HostNode[] {
  if (node.kind === "list") return flat(node);
  if (node.kind !== "object") return [node];
  const inner = node.entries.find((it) => it.name === "result" || it.name === "rulesets");
  const isBody = node.entries.some((it) => it.name === "phase");
  return inner && !isBody ? nodesIn(inner.value) : [node];
}
