import { type Gap, isPartObject, type Part, UnknownPart } from "../../core/configuration/model.ts";
import { jobResource } from "../places.ts";
import { objectOf } from "./part.ts";
import {
  configurationResources,
  type HostResource,
  knownLater,
  normalizationIn,
  normalizationResource,
  sensitive,
} from "./resource.ts";
import type { PlaceOf } from "./rules.ts";

/** Equal for parts that are the same before and after a change. Undefined if a hidden value may differ. */
export function contentOf(
  parts: readonly Part[],
  { dependenciesOf, object }: HostResource,
): string | undefined {
  return parts.some(isHidden) ? undefined : JSON.stringify([parts, dependenciesOf?.(object)]);
}

function isHidden(part: Part): boolean {
  if (part instanceof UnknownPart) return part.source === knownLater || part.source === sensitive;
  if (Array.isArray(part)) return part.some(isHidden);
  return isPartObject(part) && Object.values(part).some(isHidden);
}

/** Types that decide about requests, and that are not read. */
const decides =
  /^cloudflare_(?:page_rules?|rate_limit|zone_lockdown|user_agent_blocking_rules?|access_\w+|zero_trust_access_\w+|snippets?|snippet_rules|waf_\w+|firewall_\w+|filter\w*|workers?_(?:cron_)?(?:route|domain|custom_domain|script)\w*|waiting_room\w*|load_balancer|page_shield_\w+|api_shield\w*|token_validation_\w+|schema_validation_\w+|bot_management|custom_pages|zone_settings?(?:_override)?|managed_(?:headers|transforms)|cloud_connector_rules|leaked_credential_check\w*|content_scanning\w*|spectrum_application|authenticated_origin_pulls\w*)$/;

/** Resources of unknown types are asked for these settings. */
const telling = new Set(["action", "expression", "filter", "rules"]);

/** Whether the text of a resource may be about requests, so that it is worth evaluating. */
export function mayDecide(type: string, text: string): boolean {
  if (type.startsWith("data.")) return false;
  return (
    decides.test(type) ||
    (type !== jobResource && /\b(?:action|expression|filter|rules)\b/.test(text))
  );
}

/** The missing parts if a resource is not read. */
export function gapsOfResource(resource: HostResource, placeOf: PlaceOf): Gap[] {
  const { type, object, sourceOf, address = type } = resource;
  const has = (name: string) => object.entries.some((it) => it.name === name);
  const open = openSetting(resource);
  if (open !== undefined)
    return [
      {
        what: address,
        why: `its ${open} is not known`,
        place: placeOf(object),
        mayChange: "everything",
        content: object.isOpen ? undefined : contentOf([objectOf(object, sourceOf)], resource),
      },
    ];
  const isUnread =
    !type.startsWith("data.") &&
    !configurationResources.has(type) &&
    type !== jobResource &&
    (decides.test(type) || object.entries.some((it) => telling.has(it.name)));
  if (!isUnread) return [];
  return [
    {
      what: address,
      why: "not followed",
      place: placeOf(object),
      mayChange: has("phase") ? "everything" : "other products",
      content: contentOf([type, objectOf(object, sourceOf)], resource),
    },
  ];
}

/** A setting that is not known, and on which it depends what a resource acts on. */
function openSetting({ type, object, sourceOf, isOpen }: HostResource): string | undefined {
  const isNormalization = type === normalizationResource;
  if (type !== "cloudflare_ruleset" && !isNormalization) return undefined;
  if (object.isOpen) return "content";
  if (isNormalization && isOpen) return "existence";
  const parts = objectOf(object, sourceOf);
  if (isNormalization && normalizationIn(parts, undefined).length === 0) return "type or scope";
  return isNormalization
    ? undefined
    : ["phase", "kind"].find((it) => parts[it] instanceof UnknownPart);
}
