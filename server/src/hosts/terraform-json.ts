import { parseJson } from "../json/syntax/parse.ts";
import { type Embedded, sortedEmbedded } from "./embedded.ts";
import type { HostAside } from "./host-aside.ts";
import { isOurs, jsonResources } from "./terraform/declarations.ts";
import { callsOurs, evaluatedTexts, plainTexts, type TerraformPlace } from "./terraform.ts";

/** Terraform's JSON syntax (`.tf.json`), in which every string is a template. */
export function terraformJsonTexts(
  text: string,
  aside?: HostAside,
  place?: TerraformPlace,
): readonly Embedded[] {
  if (!text.includes("cloudflare_") && !(place && callsOurs(text, place))) return [];
  const found = place
    ? evaluatedTexts(text, place, aside)
    : plainTexts(
        text,
        jsonResources(parseJson(text).root).filter((it) => isOurs("resource", [it.type])),
        aside,
      );
  return sortedEmbedded(found, aside?.unknown);
}
