import { resourceOf } from "../../languages.ts";
import { printable } from "../../text/printable.ts";
import { textLines } from "./describe.ts";
import type { Plan } from "./plan.ts";
import { canonical, type Settings, settingsFrom } from "./settings.ts";

/** Both sides of a diff. */
export interface PlanTexts {
  readonly before: string;
  readonly after: string;
}

/**
 * The resource on the service as it is, and as the plan leaves it. Both are written from settings, by the same rules: what the
 * plan changes differs, and nothing else does.
 */
export function planTexts(plan: Plan): PlanTexts {
  const { path, changes, current = {}, next, outcome, parts } = plan;
  if (parts) return joined(parts.map((it) => ({ path: it.path, ...planTexts(it) })));
  if (next) return { before: settingsText(path, current), after: settingsText(path, next) };
  const side = (name: "before" | "after") =>
    settingsFrom([
      ...Object.entries(current),
      ...changes.map((it) => [it.name, it[name]] as const),
    ]);
  return {
    before: outcome === "created" ? "" : settingsText(path, side("before")),
    after: outcome === "deleted" ? "" : settingsText(path, withMarks(side("after"), plan)),
  };
}

/** The texts of several files, one below the other. */
export function joined(files: readonly (PlanTexts & { readonly path: string })[]): PlanTexts {
  const [only, another] = files;
  if (!another) return { before: only?.before ?? "", after: only?.after ?? "" };
  const all = (side: keyof PlanTexts) =>
    files.map((it) => `// ${printable(it.path)}\n${it[side]}`).join("\n");
  return { before: all("before"), after: all("after") };
}

/** A changed secret is masked on both sides, and must not look unchanged. */
function withMarks(after: Settings, { changes }: Plan): Settings {
  const alike = changes.filter((it) => canonical(it.before) === canonical(it.after));
  const marked = alike.map(({ name, after: value }) => [
    name,
    `${typeof value === "string" ? value : JSON.stringify(value)} (another value)`,
  ]);
  return { ...after, ...Object.fromEntries(marked) };
}

/** The settings of a resource as a text in the language of its file. */
export function settingsText(path: string, settings: Settings): string {
  if (Object.keys(settings).length === 0) return "";
  switch (resourceOf(path)) {
    case "filter":
      return `${textLines("filter", settings.filter).join("\n")}\n`;
    case "rule":
      return ruleLines(settings);
    default:
      return jobLines(settings);
  }
}

function ruleLines({ expression, ...rest }: Settings): string {
  const rows = Object.entries(rest).map(
    ([name, it]) => `# ${name}: ${printable(typeof it === "string" ? it : JSON.stringify(it))}`,
  );
  return `${[...rows.sort(), ...textLines("expression", expression)].join("\n")}\n`;
}

const options = "output_options.";

/** Every line ends with a comma, so that a setting that is added or removed does not mark the one before it. */
function jobLines({ filter, ...rest }: Settings): string {
  const names = Object.keys(rest).sort();
  const row = (name: string, value: unknown) =>
    `${JSON.stringify(name)}: ${JSON.stringify(value, null, 2)},`;
  const own = names.filter((it) => !it.startsWith(options)).map((it) => row(it, rest[it]));
  const nested = names
    .filter((it) => it.startsWith(options))
    .map((it) => row(it.slice(options.length), rest[it]));
  const isJson = typeof filter === "string" && filter.startsWith("{");
  const rows = [
    ...own,
    ...(nested.length > 0 ? [`"output_options": {\n${indented(nested)}\n},`] : []),
    ...(isJson ? [`"filter": ${textLines("filter", filter).join("\n")},`] : []),
    ...(isJson || filter === undefined ? [] : [row("filter", filter)]),
  ];
  return `{\n${indented(rows)}\n}\n`;
}

function indented(rows: readonly string[]): string {
  return rows.join("\n").replaceAll(/^/gm, "  ");
}
