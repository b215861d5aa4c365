import { defaultValue } from "../../compare/defaults.ts";
import { minify } from "../../json/format/minify.ts";
import { parseJson } from "../../json/syntax/parse.ts";
import type { JsonValue } from "../../json/syntax/tree.ts";
import { defaultContext, jobProperties, ruleKey } from "../../languages.ts";
import { isRecord } from "../../text/record.ts";

type Settings = Readonly<Record<string, unknown>>;

/**
 * A setting in a form that is equal for values with the same meaning: the service may answer in another form than it was sent,
 * with other whitespace, parentheses or orders. `around` has the settings that decide whether the order of fields matters.
 */
export function normalSetting(settings: Settings, name: string, around = settings): unknown {
  const value = Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (typeof value === "string") return normalText(name, value);
  if (name !== fieldNames || !Array.isArray(value)) return withoutNull(value);
  return hasColumns(around) ? value : [...value].sort();
}

const fieldNames = "output_options.field_names";

/** In CSV, and with delimiters or a template of their own, the order of the fields is the order of the output. */
function hasColumns(settings: Settings): boolean {
  const type = settings["output_options.output_type"] ?? "ndjson";
  const own = ["field_delimiter", "record_template"].map((it) => settings[`output_options.${it}`]);
  return type !== "ndjson" || own.some((it) => it !== undefined);
}

function normalText(name: string, text: string): unknown {
  if (name === "expression") return expressionKey(text);
  if (name === "filter") return filterKey(text);
  if (name === "logpull_options") return text.split("&").sort().join("&");
  numbers ??= numericSettings();
  const isNumber = numbers.has(name) && /^-?\d+(\.\d+)?$/.test(text);
  return isNumber ? Number(text) : text;
}

/** Every rule of a run is compared with the rules of the zone, which are the same for each. */
const knownKeys = new Map<string, string>();
const mostKnown = 10_000;

/** Two rules with the same key are the same. */
export function expressionKey(text: string): string {
  const known = knownKeys.get(text);
  if (known !== undefined) return known;
  if (knownKeys.size >= mostKnown) knownKeys.clear();
  const key = ruleKey(text, defaultContext) ?? text;
  knownKeys.set(text, key);
  return key;
}

/** Two filters with the same key are the same: the order of properties, of conditions and of the values of a set is free. */
export function filterKey(text: string): string {
  const { root, errors } = parseJson(text);
  return root && errors.length === 0 ? jsonKey(root, text, undefined) : text;
}

const unordered = new Set(["and", "or", "value"]);

function jsonKey(node: JsonValue, text: string, name: string | undefined): string {
  if (node.kind === "array") {
    const items = node.items.map((it) => jsonKey(it, text, undefined));
    return `[${(name !== undefined && unordered.has(name) ? items.sort() : items).join()}]`;
  }
  if (node.kind !== "object") return minify(node, text);
  const rows = node.properties.map(({ name: { value: it }, value }) => {
    return `${JSON.stringify(it)}:${value ? jsonKey(value, text, it) : "null"}`;
  });
  const isUnique = new Set(node.properties.map((it) => it.name.value)).size === rows.length;
  return `{${(isUnique ? rows.sort() : rows).join()}}`;
}

/** Null is the same as nothing. */
function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (!isRecord(value)) return value;
  const rows = Object.entries(value).filter(([, it]) => it !== null && it !== undefined);
  return Object.fromEntries(rows.map(([name, it]) => [name, withoutNull(it)]));
}

/** The setting in this form, or its default where the resource does not mention it. Not every default is known. */
export function meantSetting(settings: Settings, name: string, around = settings): unknown {
  const value = normalSetting(settings, name, around);
  if (value !== undefined) return value;
  return defaultValue("expression" in settings ? "rule" : "job", name);
}

/** Read once, because every setting of every resource is compared. */
let numbers: ReadonlySet<string> | undefined;

function numericSettings(): ReadonlySet<string> {
  const rows = (["job", "output_options"] as const).flatMap((owner) =>
    jobProperties(owner).map((row) => ({
      ...row,
      name: owner === "job" ? row.name : `${owner}.${row.name}`,
    })),
  );
  const numeric = rows.filter((it) => it.shape === "integer" || it.shape === "number");
  return new Set(numeric.map((it) => it.name));
}
