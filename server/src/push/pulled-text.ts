import { defaultContext } from "../core/context.ts";
import { parseJson } from "../json/parse.ts";
import { type JsonObject, propertyOf } from "../json/tree.ts";
import { languageOfPath } from "../languages.ts";
import { applyEdits, type Edit, insert, replace } from "../text/edit.ts";
import { withVariables } from "./destination.ts";

/** The texts of files that are written from what the service has. Comments stay wherever their surroundings do. */

/** A job as a file of its own, secrets as variables. */
export function jobText(path: string, fields: Readonly<Record<string, unknown>>): string {
  const names = [...Object.keys(fields)].sort((a, b) => place(a) - place(b));
  const rows = names.map((it) => `${JSON.stringify(it)}: ${valueText(it, fields)}`);
  return laidOut(path, `{${rows.join(",\n")}}\n`);
}

const first = ["name", "dataset", "destination_conf", "enabled", "output_options"];

/** The filter comes last, as it is the longest. */
function place(name: string): number {
  if (name === "filter") return first.length + 1;
  return first.includes(name) ? first.indexOf(name) : first.length;
}

/** A job's file with some of its properties as the service has them; undefined where the service has none. */
export function changedJobText(
  path: string,
  text: string,
  names: readonly string[],
  fields: Readonly<Record<string, unknown>>,
): string {
  const { root } = parseJson(text);
  if (root?.kind !== "object") return jobText(path, fields);
  const edits = names.flatMap((name): Edit[] => {
    const written = fields[name] === undefined ? '""' : valueText(name, fields);
    const property = propertyOf(root, name);
    if (property?.value) return [replace(property.value, written)];
    return fields[name] === undefined ? [] : [added(root, `${JSON.stringify(name)}: ${written}`)];
  });
  return laidOut(path, applyEdits(text, edits));
}

function added(root: JsonObject, property: string): Edit {
  const last = root.properties[root.properties.length - 1];
  return last ? insert(last.end, `,\n${property}`) : insert(root.start + 1, property);
}

function valueText(name: string, fields: Readonly<Record<string, unknown>>): string {
  const value = fields[name];
  // It is a JSON text already, with its numbers as they were written.
  if (name === "filter" && typeof value === "string" && value.startsWith("{")) return value;
  if (name !== "destination_conf" || typeof value !== "string") return JSON.stringify(value);
  return JSON.stringify(withVariables(value, typeof fields.name === "string" ? fields.name : ""));
}

/** A filter's file with another filter in it. */
export function changedFilterText(path: string, text: string, filter: string): string {
  const { root } = parseJson(text);
  return laidOut(path, root ? applyEdits(text, [replace(root, filter)]) : `${filter}\n`);
}

const directive = /^#[ \t]*@([A-Za-z][\w-]*)/;

/** A rule as a file: directives, then the expression. Other lines above the expression stay where they are. */
export function ruleText(
  path: string,
  text: string,
  directives: ReadonlyMap<string, string>,
  expression: string | undefined,
): string {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex((it) => !/^\s*(#|$)/.test(it));
  const head = end === -1 ? lines.filter((it) => it !== "") : lines.slice(0, end);
  const body = end === -1 ? "" : lines.slice(end).join("\n");
  const written = new Set<string>();
  const kept = head.flatMap((line) => {
    const name = directive.exec(line)?.[1];
    if (name === undefined || !spoken.has(name)) return [line];
    const value = directives.get(name);
    if (value === undefined || written.has(name)) return [];
    written.add(name);
    return [directiveLine(name, value)];
  });
  const fresh = [...directives].filter(([name]) => !written.has(name));
  const added = fresh.map(([name, value]) => directiveLine(name, value));
  return laidOut(path, [...kept, ...added, expression ?? body].join("\n"));
}

/** Directives that say what the service has; the others are the author's own. */
const spoken = new Set(["action", "description", "priority", "paused", "ref", "products", "skip"]);

function directiveLine(name: string, value: string): string {
  return `# @${name}${value === "" ? "" : ` ${value}`}`;
}

function laidOut(path: string, text: string): string {
  const analysis = languageOfPath(path)?.analyse(text, defaultContext);
  const edits = analysis?.format({ tabSize: 2, insertSpaces: true }) ?? [];
  const formatted = applyEdits(text, edits);
  return formatted.endsWith("\n") ? formatted : `${formatted}\n`;
}
