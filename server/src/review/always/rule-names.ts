import type { ConfiguredRule, SourcePlace } from "../../core/configuration/model.ts";
import { cutTo } from "../../text/shorten.ts";

export function nameOf({ ref, description, id }: ConfiguredRule): string {
  return ref ?? description ?? id ?? "a rule";
}

/** With its place, as in `'admin' (infra/waf.tf:31)`. */
export function placed(rule: ConfiguredRule): string {
  return `'${cutTo(nameOf(rule), 60)}'${placeText(rule.place)}`;
}

function placeText(place: SourcePlace | undefined): string {
  if (!place) return "";
  const line = place.range ? `:${place.range.start.line + 1}` : "";
  return ` (${place.path}${line})`;
}
