import type { ConfiguredNormalization, PartObject } from "../../core/configuration/model.ts";
import type { HostNode, HostObject } from "../node.ts";
import { listResource, zoneResources } from "../places.ts";
import type { SourceOf } from "./part.ts";

/**
 * The dependencies of a node's unknown parts beside their sources, or their number if no node is given: equal for equal
 * texts.
 */
export type DependenciesOf = (part?: HostNode) => string | undefined;

/** A resource of Terraform, or a body of the API as one. */
export interface HostResource {
  readonly type: string;
  readonly address?: string | undefined;
  readonly object: HostObject;
  readonly sourceOf: SourceOf;
  readonly dependenciesOf?: DependenciesOf;
  /** Set for a resource of a plan. */
  readonly isPlanned?: true;
  /** Set for a resource of a plan that Terraform stops managing. */
  readonly isForgotten?: boolean | undefined;
  /** Set if it is not known how many there are. */
  readonly isOpen?: boolean | undefined;
  /** Set if it is configured elsewhere, and only read for what depends on it. */
  readonly isElsewhere?: true;
  /** The resource whose ID an attribute has. Undefined if that is not known. */
  readonly refers?: (attribute: string) => string | undefined;
}

export const listItemResource = "cloudflare_list_item";

export const normalizationResource = "cloudflare_url_normalization_settings";

/** The resources that a configuration consists of. */
export const configurationResources: ReadonlySet<string> = new Set([
  "cloudflare_ruleset",
  "cloudflare_filter",
  "cloudflare_firewall_rule",
  ...zoneResources,
  listResource,
  listItemResource,
]);

export const knownLater = "known after apply";
export const sensitive = "(sensitive)";

export function normalizationIn(
  { type = "rfc3986", scope = "incoming" }: PartObject,
  zone: string | undefined,
): ConfiguredNormalization[] {
  if (type !== "rfc3986" && type !== "cloudflare") return [];
  if (scope !== "none" && scope !== "incoming" && scope !== "both") return [];
  return [{ type, scope, zone }];
}
