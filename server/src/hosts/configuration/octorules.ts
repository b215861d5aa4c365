import {
  type Configuration,
  type ConfiguredRuleset,
  emptyConfiguration,
  type Gap,
  type Level,
} from "../../core/configuration/model.ts";
import type { HostEntry, HostNode, HostObject } from "../node.ts";
import { octorulesPhases } from "../places.ts";
import { objectOf, sourceIn } from "./part.ts";
import { type DependenciesOf, normalizationIn } from "./resource.ts";
import type { SourceFile } from "./resources.ts";
import { rulesIn } from "./rules.ts";

/** Each phase of an octorules file has its own list of rules. */
export function ofOctorules(
  root: HostObject,
  text: string,
  file: SourceFile,
  dependenciesOf: DependenciesOf | undefined,
): Configuration {
  const sourceOf = sourceIn(text);
  // Bulk redirects belong to the account.
  const levelOf = (phase: string) => (phase === "http_request_redirect" ? "account" : "zone");
  const isOctorules = root.entries.some((it) => octorulesPhases.has(it.name));
  const gaps = (isOctorules ? root.entries : []).flatMap((entry): Gap[] => {
    const mayChange = missingIn(entry, levelOf);
    const content = `${text.slice(entry.start, entry.end)} ${dependenciesOf?.()}`;
    const place = file.placeOf(entry);
    return mayChange
      ? [{ what: place.path, why: `'${entry.name}' is not read`, place, mayChange, content }]
      : [];
  });
  const rulesets = root.entries.flatMap(({ name, value }): ConfiguredRuleset[] => {
    const phase = octorulesPhases.get(name);
    if (phase === undefined || value.kind !== "list") return [];
    const level = levelOf(phase);
    const kind = level === "zone" ? "zone" : "root";
    const origin = { ...file, sourceOf, dependenciesOf };
    const rules = rulesIn({ ...root, isOpen: false }, name, origin);
    return [{ level, phase, kind, name, rules }];
  });
  const settings = objectOf(root, sourceOf).url_normalization;
  const normalizations =
    typeof settings === "object" && !Array.isArray(settings) && settings !== null
      ? normalizationIn(settings as never, undefined)
      : [];
  return { ...emptyConfiguration, rulesets, normalizations, gaps };
}

/** The possible changes of an entry of an octorules file that is not read: rules of an unknown phase, or of another file. */
function missingIn(
  { name, value }: HostEntry,
  levelOf: (phase: string) => Level,
): Gap["mayChange"] | undefined {
  const phase = octorulesPhases.get(name);
  if (phase === undefined) return hasExpression(value) ? "everything" : undefined;
  const isOpen = value.kind === "value" && !value.isNull;
  return isOpen && name !== "url_normalization" ? { phase, level: levelOf(phase) } : undefined;
}

export function hasExpression(node: HostNode): boolean {
  if (node.kind !== "object") return node.kind === "list" && node.items.some(hasExpression);
  return node.entries.some((it) => it.name === "expression" || hasExpression(it.value));
}
