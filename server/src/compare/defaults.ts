import type { ResourceKind } from "../core/analysis.ts";
import { jobProperties } from "../languages.ts";

const ofRules: Readonly<Record<string, string>> = { enabled: "true", paused: "false" };

/** The default of a property as JSON; some are described in words. Undefined if there is none, or it is unknown. */
function defaultOf(kind: ResourceKind, property: string): string | undefined {
  if (kind === "rule") return Object.hasOwn(ofRules, property) ? ofRules[property] : undefined;
  const [, option] = /^output_options\.(.*)$/s.exec(property) ?? [];
  const rows = jobProperties(option === undefined ? "job" : "output_options");
  return rows.find((it) => it.name === (option ?? property))?.default;
}

/** The value that the service uses if a resource does not mention a property. Undefined if that is unknown. */
export function defaultValue(kind: ResourceKind, property: string): unknown {
  const text = defaultOf(kind, property) ?? "";
  return /^(?:"[^"]*"|true|false|\d+)$/.test(text) ? JSON.parse(text) : undefined;
}

/** The same as text: a string without quotes, as properties of items are. */
export function defaultText(kind: ResourceKind, property: string): string | undefined {
  const value = defaultValue(kind, property);
  return value === undefined || value === "" ? defaultOf(kind, property) : String(value);
}
