import { type Embedded, sortedEmbedded } from "./embedded.ts";
import { templateLayer } from "./hcl/template.ts";
import type { HostAside } from "./host-aside.ts";
import { jobTexts } from "./job-texts.ts";
import { resourceRegion } from "./json/job.ts";
import { jobResource, listResource, resources } from "./places.ts";
import { rulesOf, textNamed } from "./rules.ts";
import { type JsonPlace, jsonResources, resourceNodes } from "./terraform/json-resources.ts";
import { callsOurs, openModule, type TerraformPlace, textsOfCalls } from "./terraform.ts";

/** Terraform's JSON syntax (`.tf.json`), in which every string is a template. */
export function terraformJsonTexts(
  text: string,
  aside?: HostAside,
  place?: TerraformPlace,
): readonly Embedded[] {
  const hasOurs = text.includes("cloudflare_");
  if (!hasOurs && !(place && callsOurs(text, place))) return [];
  const opened = place && openModule(text, place, aside);
  const around = opened && { ...opened, source: opened.file.source };
  const found = hasOurs ? resourceTexts(text, around, aside) : [];
  if (opened) found.push(...textsOfCalls(opened, aside));
  return sortedEmbedded(found, aside?.unknown);
}

function resourceTexts(
  text: string,
  around: JsonPlace | undefined,
  aside: HostAside | undefined,
): Embedded[] {
  return jsonResources(text).flatMap((resource): Embedded[] => {
    const { type, name, body } = resource;
    const shape = resources.get(type);
    if (!shape && type !== jobResource && type !== listResource) return [];
    return resourceNodes(text, resource, around).flatMap(({ node, key }): Embedded[] => {
      const group = `${type}.${name}${key}`;
      if (shape) {
        const usedAt = { start: body.start, end: body.start + 1 };
        const found = rulesOf(node, shape, { group });
        return around
          ? found.map((it) => ({ ...it, context: { ...it.context, usedAt } }))
          : [...found];
      }
      if (type === jobResource)
        return [...jobTexts(node, group, resourceRegion(text, body, templateLayer))];
      const list = textNamed(node, "name");
      if (list !== undefined) aside?.lists.push(list);
      return [];
    });
  });
}
