import {
  type Configuration,
  type ConfiguredRuleset,
  emptyConfiguration,
  joinConfigurations,
} from "../../core/configuration/model.ts";
import { parseJson } from "../../json/syntax/parse.ts";
import { Lines } from "../../text/lines.ts";
import { nodeOfJson } from "../json/node.ts";
import type { Layer } from "../layer.ts";
import { flat, type HostNode, type HostObject } from "../node.ts";
import { octorulesPhases } from "../places.ts";
import { readPlan } from "../plan/plan.ts";
import type { PlanSide } from "../plan/planned.ts";
import { readYaml } from "../yaml/read.ts";
import { objectOf, sourceIn } from "./part.ts";
import {
  configurationOfResources,
  configurationResources,
  type HostResource,
  itemsOf,
  knownLater,
  normalizationIn,
  type SourceFile,
  sensitive,
} from "./resources.ts";
import { type PlaceOf, rulesIn, textOf } from "./rules.ts";
import { type TerraformPlace, terraformResources } from "./terraform.ts";

const isOurs = (type: string) => configurationResources.has(type);

/** What a file of another tool configures. */
export interface FileConfiguration extends Configuration {
  /** The folders of the modules that it calls, which are configured by their calls. */
  readonly calls?: readonly string[];
}

/**
 * The part of a configuration in a file of another tool. `path` is as shown to the user; `side` is that of a plan. With the place of a Terraform file, the
 * values of references are known as far as files tell them.
 */
export function configurationIn(
  text: string,
  path: string,
  side: PlanSide = "after",
  terraform?: TerraformPlace & { readonly shown: (path: string) => string },
): FileConfiguration {
  const name = path.toLowerCase();
  const file: SourceFile = { placeOf: placesIn([{ path, text, start: 0 }]) };
  if (/\.(?:tf|tofu)(?:\.json)?$/.test(name)) {
    const { resources, files, calls } = terraformResources(text, name.endsWith(".json"), terraform);
    const [, ...others] = files;
    const all = others.map((it) => ({ ...it, path: terraform?.shown(it.path) ?? it.path }));
    const placeOf = placesIn([{ path, text, start: 0 }, ...all]);
    return { ...configurationOfResources({ placeOf }, resources), calls };
  }
  if (name.endsWith(".json")) return ofJson(text, file, side);
  if (/\.ya?ml$/.test(name)) return ofYaml(text, file);
  return emptyConfiguration;
}

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

function planResources(text: string, side: PlanSide): HostResource[] | undefined {
  const plan = readPlan(text, isOurs, side);
  if (!plan) return undefined;
  if ("refusal" in plan) return [];
  return plan.resources.flatMap(({ address, type, value, hidden, secrets }): HostResource[] => {
    if (value.kind !== "object") return [];
    const object = nodeOfJson(text, value, asWritten, (it) => hidden.has(it)) as HostObject;
    const isSecret = (start: number, end: number) =>
      secrets.some((it) => it.start <= start && end <= it.end);
    const sourceOf = ({ start, end }: { readonly start: number; readonly end: number }) =>
      isSecret(start, end) ? sensitive : knownLater;
    return [{ type, address, object, sourceOf, isPlanned: true }];
  });
}

function ofJson(text: string, file: SourceFile, side: PlanSide): Configuration {
  const planned = planResources(text, side);
  if (planned) return configurationOfResources(file, planned);
  if (!/"(?:phase|rules|filter)"/.test(text)) return emptyConfiguration;
  const { root } = parseJson(text);
  return root ? ofBodies(nodeOfJson(text, root), text, file) : emptyConfiguration;
}

function ofYaml(text: string, file: SourceFile): Configuration {
  if (!mayBeYaml.test(text)) return emptyConfiguration;
  const roots = readYaml(text, false, () => true);
  return joinConfigurations(
    roots.map((it) => {
      const octorules = it.kind === "object" ? ofOctorules(it, text, file) : emptyConfiguration;
      return joinConfigurations([octorules, ofBodies(it, text, file)]);
    }),
  );
}

const mayBeYaml = new RegExp(
  `(?:^|[\\s{,"'])(?:phase|lists|${[...octorulesPhases.keys()].join("|")})["']?[ \\t]*:`,
);

/** Each phase of an octorules file has its own list of rules. */
function ofOctorules(root: HostObject, text: string, file: SourceFile): Configuration {
  const sourceOf = sourceIn(text);
  const rulesets = root.entries.flatMap(({ name, value }): ConfiguredRuleset[] => {
    const phase = octorulesPhases.get(name);
    if (phase === undefined || value.kind !== "list") return [];
    // Bulk redirects are those of the account.
    const level = phase === "http_request_redirect" ? "account" : "zone";
    const kind = level === "zone" ? "zone" : "root";
    const rules = rulesIn({ ...root, isOpen: false }, name, { ...file, sourceOf });
    return [{ level, phase, kind, name, rules }];
  });
  const settings = objectOf(root, sourceOf).url_normalization;
  const normalizations =
    typeof settings === "object" && !Array.isArray(settings) && settings !== null
      ? normalizationIn(settings as never, undefined)
      : [];
  return { ...emptyConfiguration, rulesets, normalizations };
}

/** Rulesets, firewall rules and lists as the API has them: one, several, or an answer. */
function ofBodies(root: HostNode, text: string, file: SourceFile): Configuration {
  const sourceOf = sourceIn(text);
  const resources = bodiesIn(root).flatMap((object): HostResource[] => {
    const has = (name: string) => object.entries.some((it) => it.name === name);
    if (has("phase")) return [{ type: "cloudflare_ruleset", object, sourceOf }];
    const isFirewallRule = has("filter") && has("action");
    return isFirewallRule ? [{ type: "cloudflare_firewall_rule", object, sourceOf }] : [];
  });
  const found = configurationOfResources(file, resources);
  if (root.kind !== "object") return found;
  const { lists } = objectOf(
    { ...root, entries: root.entries.filter((it) => it.name === "lists") },
    sourceOf,
  );
  const named = Array.isArray(lists) ? lists : [];
  return {
    ...found,
    lists: named.flatMap((it) => {
      const { name, kind, items } = typeof it === "object" ? (it as Record<string, never>) : {};
      const known = textOf(name);
      return known === undefined
        ? []
        : [{ name: known, kind: textOf(kind), items: itemsOf(items) }];
    }),
  };
}

function bodiesIn(node: HostNode): readonly HostObject[] {
  if (node.kind === "list") return flat(node).filter((it) => it.kind === "object");
  if (node.kind !== "object") return [];
  const inner = node.entries.find((it) => it.name === "result" || it.name === "rulesets");
  const isBody = node.entries.some((it) => it.name === "phase");
  return inner && !isBody ? bodiesIn(inner.value) : [node];
}

const unexamined =
  /^cloudflare_(?:page_rule|rate_limit|zone_lockdown|user_agent_blocking_rule|access_rule|snippet\w*|waf_\w+)$/;

/** How many resources of each type decide about requests, and are not part of a configuration. */
export function unexaminedIn(text: string, path: string): ReadonlyMap<string, number> {
  const isUnexamined = (type: string) => unexamined.test(type);
  const found = new Map<string, number>();
  const add = (type: string) => found.set(type, (found.get(type) ?? 0) + 1);
  if (/\.(?:tf|tofu)$/.test(path.toLowerCase()))
    for (const [, type = ""] of text.matchAll(
      /^[ \t]{0,20}resource[ \t]{1,20}"(cloudflare_\w{1,80})"/gm,
    ))
      if (isUnexamined(type)) add(type);
  const plan = path.toLowerCase().endsWith(".json") ? readPlan(text, isUnexamined) : undefined;
  if (plan && "resources" in plan) for (const { type } of plan.resources) add(type);
  return found;
}
