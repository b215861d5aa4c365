import { type FieldSummary, type FunctionSummary, maxValues } from "../../core/field-summary.ts";
import { code, escapeMarkdown, paragraphs } from "../../text/markdown.ts";
import { mostUsedFirst } from "../../text/nearest.ts";
import { thousands } from "../../text/wording.ts";
import { vocabularies } from "../../vocabulary/vocabularies.ts";
import type { Availability } from "../catalog/availability.ts";
import type { DirectiveRow } from "../catalog/directives.ts";
import { type Field, fieldNamed, fields } from "../catalog/fields.ts";
import { functions, type Parameter, type RuleFunction } from "../catalog/functions.ts";
import { isListName, listKindOf, listKinds, managedListNamed } from "../catalog/lists.ts";
import { mostUsedFields } from "../catalog/most-used.ts";
import { type Comparison, comparisons, type Logical } from "../catalog/operators.ts";
import type { Standing } from "../catalog/plans.ts";
import { type AddOn, type Plan, planPhrase } from "../catalog/plans.ts";
import { signatureOf } from "../catalog/signature.ts";
import { isCollection, type Type, typeName } from "../catalog/type.ts";
import type { RuleContext } from "../context.ts";

/** Markdown for catalog rows, used by hover, completion and signature help. */

export function describeField(field: Field): string {
  return paragraphs(
    `**${escapeMarkdown(field.name)}** · ${escapeMarkdown(typeName(field.type))}`,
    field.deprecated && `Deprecated. Use ${code(field.deprecated)}.`,
    escapeMarkdown(field.doc),
    field.note && escapeMarkdown(field.note),
    valuesOf(field),
    availabilityOf(field),
    field.example && `Example: ${code(field.example)}`,
    hasPage(field) ? `[Documentation](${fieldPage(field)})` : undefined,
  );
}

/** Fields from `weir.json` and undocumented fields have no page. */
function hasPage(field: Field): boolean {
  return !field.standing && !field.pseudo && fieldNamed(field.name) === field;
}

function fieldPage({ name }: Field): string {
  return `https://developers.cloudflare.com/ruleset-engine/rules-language/fields/reference/${name}/`;
}

function valuesOf({ vocabulary, range, also, constant, unit, letters }: Field): string | undefined {
  const said: string[] = [];
  if (constant !== undefined) said.push(`Now always ${code(String(constant))}.`);
  if (vocabulary) {
    const { noun, values } = vocabularies[vocabulary];
    const listed = values.size > maxValues ? `one ${noun}` : codes([...values.keys()]);
    said.push(`Values: ${listed}.`);
  } else if (range) {
    const others = also ? `, and ${codes(also.map(String))}` : "";
    said.push(`From ${thousands(range[0])} to ${thousands(range[1])}${others}.`);
  }
  if (unit) said.push(`Unit: ${unit}.`);
  if (letters) said.push(`Always ${letters === "lower" ? "lowercase" : "uppercase"}.`);
  return said.length === 0 ? undefined : said.join(" ");
}

export function describeFunction(callee: RuleFunction): string {
  return paragraphs(
    code(signatureOf(callee)),
    escapeMarkdown(callee.doc),
    callee.note && escapeMarkdown(callee.note),
    callee.valueOnly ? "For value expressions only, such as the path of a rewrite." : undefined,
    availabilityOf(callee),
    `Example: ${code(callee.example)}`,
  );
}

export function describeParameter(parameter: Parameter): string {
  const { range, flags, fallback, literalOnly, fieldOnly, fields } = parameter;
  const limits = [
    literalOnly ? "Must be a literal." : undefined,
    fieldOnly ? "Must be a field or a call." : undefined,
    fields && `Must be one of ${codes(fields)}.`,
    range && `From ${thousands(range[0])} to ${thousands(range[1])}.`,
    fallback === undefined ? undefined : `Default: ${fallback}.`,
  ].filter((it) => it !== undefined);
  const letters = Object.entries(flags ?? {}).map(
    ([flag, doc]) => `- ${code(flag)} ${escapeMarkdown(doc)}`,
  );
  return paragraphs(
    [escapeMarkdown(parameter.doc), ...limits].join(" "),
    letters.length > 0 ? letters.join("\n") : undefined,
  );
}

export function describeComparison(operator: Comparison): string {
  const { name, symbols, reads, doc, note, plan, accepts } = operator;
  return paragraphs(
    `**${escapeMarkdown([name, ...symbols].join(" "))}** · ${reads}`,
    escapeMarkdown(doc),
    note && escapeMarkdown(note),
    `For ${accepts.map(escapeMarkdown).join(", ")}. Needs ${operands[operator.operand]}.`,
    plan && needs(plan),
  );
}

const operands: Readonly<Record<Comparison["operand"], string>> = {
  value: "one value: a literal, or a field or call of the same type",
  literal: "one literal",
  set: `a set, such as ${code('{"a" "b"}')}, or a list, such as ${code("$name")}`,
  regex: "a regular expression in quotes",
  wildcard: "a pattern in quotes",
};

export function describeLogical({ name, symbols, doc }: Logical): string {
  return paragraphs(`**${escapeMarkdown([name, ...symbols].join(" "))}**`, escapeMarkdown(doc));
}

export function describeList(name: string, context: RuleContext): string {
  const managed = managedListNamed(name);
  const kind = listKindOf(name, context);
  if (!managed) {
    return paragraphs(
      `**${escapeMarkdown(`$${name}`)}** · list${kind ? ` of ${listKinds[kind].noun}` : ""}`,
      isListName(name) ? "A list in your account." : undefined,
    );
  }
  return paragraphs(
    `**${escapeMarkdown(`$${name}`)}** · list of ${listKinds[managed.kind].noun}`,
    escapeMarkdown(managed.doc),
    "Managed by the service.",
  );
}

export function describeDirective({ name, takes, doc, values }: DirectiveRow): string {
  return paragraphs(
    `**@${escapeMarkdown(name)}**${takes ? ` · ${escapeMarkdown(takes)}` : ""}`,
    escapeMarkdown(doc),
    values && values.length <= maxValues
      ? `Values: ${codes(values.map((it) => it.name))}.`
      : undefined,
  );
}

interface Offered extends Availability {
  readonly plan?: Plan;
  readonly addOn?: AddOn;
  readonly standing?: Standing;
  readonly scope?: "account";
}

const standings: Readonly<Record<Standing, string>> = {
  undocumented: "Shown in the service's tools, but not documented.",
  unverified: "Only known from other tools; not verified with the service.",
};

function availabilityOf(it: Offered): string | undefined {
  const said = [
    it.plan && needs(it.plan, it.addOn),
    !it.plan && it.addOn ? `Requires ${it.addOn}.` : undefined,
    it.product && `For ${it.product} only.`,
    it.response ? "Only available after the response." : undefined,
    it.body ? "Only available in phases that read the request body." : undefined,
    it.phases && !it.product ? `Phases: ${codes(it.phases)}.` : undefined,
    it.scope && "For account-level rules only.",
    it.standing && standings[it.standing],
  ].filter((each) => each !== undefined);
  return said.length === 0 ? undefined : said.join(" ");
}

function needs(plan: Plan, addOn?: AddOn): string {
  return `Requires ${planPhrase(plan, addOn)}.`;
}

function codes(names: readonly string[]): string {
  return names.map(code).join(", ");
}

/** The functions, in the order of their names. */
export function functionSummaries(): readonly FunctionSummary[] {
  return functions.map((it) => ({
    name: it.name,
    signature: signatureOf(it),
    doc: it.doc,
    example: it.example,
    ...(it.note !== undefined && { note: it.note }),
  }));
}

/** All fields of rules, most used first. */
export function fieldSummaries(): readonly FieldSummary[] {
  return mostUsedFirst(fields, (it) => it.name, mostUsedFields).map(summaryOf);
}

function summaryOf(field: Field): FieldSummary {
  const { name, type, doc, vocabulary, example, deprecated } = field;
  const note = [field.note, availabilityOf(field)].filter((it) => it !== undefined).join(" ");
  return {
    name,
    type: typeName(type),
    doc,
    operators: operatorsFor(type),
    ...(vocabulary && { values: [...vocabularies[vocabulary].values.keys()].slice(0, maxValues) }),
    ...(example !== undefined && { example }),
    ...(deprecated !== undefined && { deprecated: true, replacement: deprecated }),
    ...(note !== "" && { note }),
  };
}

/** For arrays and maps, the operators of their elements. */
function operatorsFor(type: Type): readonly string[] {
  const { kind } = scalarIn(type);
  return comparisons
    .filter((it) => (it.accepts as readonly string[]).includes(kind))
    .map((it) => it.name);
}

function scalarIn(type: Type): Type {
  return isCollection(type) ? scalarIn(type.of) : type;
}
