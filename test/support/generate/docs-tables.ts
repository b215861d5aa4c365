import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Action, actions } from "../../../server/src/cfrule/catalog/actions.ts";
import { directives } from "../../../server/src/cfrule/catalog/directives.ts";
import { fields as ruleFields } from "../../../server/src/cfrule/catalog/fields.ts";
import { functions } from "../../../server/src/cfrule/catalog/functions.ts";
import { comparisons } from "../../../server/src/cfrule/catalog/operators.ts";
import { planPhrase } from "../../../server/src/cfrule/catalog/plans.ts";
import { signatureOf } from "../../../server/src/cfrule/catalog/signature.ts";
import { typeName } from "../../../server/src/cfrule/catalog/type.ts";
import type { Field } from "../../../server/src/lpfilter/catalog/dataset.ts";
import { datasets } from "../../../server/src/lpfilter/catalog/datasets.ts";
import { operators } from "../../../server/src/lpfilter/catalog/operators.ts";
import { rowsOf } from "../../../server/src/lpjob/catalog/properties.ts";
import type { PropertyRow } from "../../../server/src/lpjob/catalog/property.ts";
import { providers } from "../../../server/src/lpjob/catalog/providers.ts";
import { kindOf } from "../../../server/src/lpjob/features/describe.ts";
import type { Dialect } from "../../../server/src/sql/dialect.ts";
import { dialects } from "../../../server/src/sql/dialects.ts";

const root = join(import.meta.dirname, "../../..");

/** A hand-written page with its generated tables, each between `<!-- table NAME -->` and `<!-- end -->`. */
export function pageWithTables(path: string): string {
  const page = readFileSync(join(root, path), "utf8").replaceAll("\r\n", "\n");
  const place = /(<!-- table ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g;
  return page.replace(place, (_, start: string, name: string, end: string) => {
    const make = tables[name];
    if (!make) throw new Error(`${path}: unknown table '${name}'.`);
    return `${start}${make()}\n${end}`;
  });
}

const tables: Readonly<Record<string, () => string>> = {
  "filter-operators": () =>
    table(
      ["operator", "keeps lines whose field …", "value", "field types"],
      operators.map((it) => [
        code(it.name),
        `${it.reads} the value${it.operand === "list" ? "s" : ""}`,
        it.operand === "list" ? "an array" : "a single value",
        it.takes.map(code).join(", "),
      ]),
    ),
  dialects: () =>
    table(
      ["dialect", "database"],
      Object.entries<Dialect>(dialects).map(([name, { title, note }]) => [
        code(name),
        note ? `${title}${note}` : title,
      ]),
    ),
  datasets: () =>
    table(
      ["dataset", "one line is", "belongs to", "fields", "filterable"],
      datasets.map((it) => [
        `[${code(it.name)}](log-fields.md#${it.name})`,
        it.about,
        it.scopes.join(" or "),
        String(it.fields.length),
        String(it.fields.filter(isFilterable).length),
      ]),
    ),
  "rule-operators": () =>
    table(
      ["English", "C-like", "field types", "meaning"],
      comparisons.map((it) => [
        code(it.name),
        it.symbols.map(code).join(", ") || "–",
        it.accepts.join(", "),
        it.doc,
      ]),
    ),
  functions: () =>
    table(
      ["function", "returns", "meaning"],
      functions.map((it) => [
        code(signatureOf(it)),
        it.returns === "first" ? "the type of its argument" : typeName(it.returns),
        it.doc,
      ]),
    ),
  directives: () =>
    table(
      ["directive", "value", "meaning"],
      directives.map((it) => [code(`# @${it.name}`), it.takes ?? "none", it.doc]),
    ),
  actions: () =>
    table(
      ["action", "meaning", "rules target"],
      actions
        .filter((it: Action) => it.custom)
        .map((it) => [code(it.name), it.doc, it.targets.join(", ")]),
    ),
  "job-properties": () => propertyTable(rowsOf.job),
  "output-options": () => propertyTable(rowsOf.output_options),
  destinations: () =>
    table(
      ["provider", "destination"],
      providers.map((it) => [it.name, code(it.form)]),
    ),
};

/** Every log field, dataset by dataset. */
export function logFieldsPage(): string {
  const sections = datasets.map(
    ({ name, title, about, scopes, fields }) =>
      `## ${name}\n\n${title}: ${about} Sent by jobs of ${scopes.map((it) => `${it === "account" ? "an" : "a"} ${it}`).join(" or ")}.\n\n${table(
        ["field", "type", "meaning"],
        fields.map((it) => [code(it.name), it.type, `${it.doc}${remarkOn(it)}`]),
      )}`,
  );
  const count = datasets.reduce((sum, it) => sum + it.fields.length, 0);
  return `# Log fields

${count.toLocaleString("en")} fields in ${datasets.length} datasets. [filters.md](filters.md) shows how to write a filter.

${sections.join("\n\n")}
`;
}

/** Every field of a rule. */
export function ruleFieldsPage(): string {
  const rows = ruleFields.map((it) => {
    const plan = it.plan ? ` Needs ${planPhrase(it.plan, it.addOn)}.` : "";
    const successor = it.deprecated ? ` Deprecated: use ${code(it.deprecated)}.` : "";
    return [code(it.name), typeName(it.type), `${it.doc}${plan}${successor}`];
  });
  return `# Rule fields

${ruleFields.length} fields. [rules.md](rules.md) shows how to write a rule.

${table(["field", "type", "meaning"], rows)}
`;
}

function isFilterable({ type, refused }: Field): boolean {
  return !refused && operators.some((it) => (it.takes as readonly string[]).includes(type));
}

function remarkOn(field: Field): string {
  const remarks = [
    ...(isFilterable(field) ? [] : ["Cannot be filtered."]),
    ...(field.deprecated === true ? ["Deprecated."] : []),
    ...(typeof field.deprecated === "string" ? [`Deprecated: use ${code(field.deprecated)}.`] : []),
  ];
  return remarks.map((it) => ` ${it}`).join("");
}

function propertyTable(rows: readonly PropertyRow[]): string {
  return table(
    ["property", "type", "meaning"],
    rows.map((it) => [
      code(it.name),
      it.values ? it.values.map(({ value }) => code(value || '""')).join(", ") : kindOf(it),
      `${it.doc}${it.readOnly ? " Read-only." : ""}${it.deprecated ? ` Deprecated: ${it.deprecated}` : ""}`,
    ]),
  );
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((it) => it.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
