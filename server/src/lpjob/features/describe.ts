import { code, escapeMarkdown, paragraphs } from "../../text/markdown.ts";
import { variable } from "../../text/variables.ts";
import { thousands } from "../../text/wording.ts";
import type { PropertyRow } from "../catalog/property.ts";
import type { ParameterRow, Provider } from "../catalog/provider.ts";

/** Markdown of catalog rows, for hover and completion. */

const kinds: Readonly<Record<PropertyRow["shape"], string>> = {
  string: "string",
  boolean: "Boolean",
  "boolean or string": "Boolean",
  integer: "integer",
  number: "number",
  "field names": "array of field names",
  options: "object",
  filter: "filter or path of a filter file",
};

export function kindOf(row: PropertyRow): string {
  return kinds[row.shape];
}

export function describeProperty(row: PropertyRow): string {
  return paragraphs(
    `**${escapeMarkdown(row.name)}** · ${kindOf(row)}`,
    row.doc,
    row.deprecated && `Deprecated. ${escapeMarkdown(row.deprecated)}`,
    row.readOnly && "Read-only.",
    row.datasets && `For ${row.datasets.map(code).join(", ")} only.`,
    row.values
      ?.map((it) => `- ${code(JSON.stringify(it.value))} ${escapeMarkdown(it.meaning)}`)
      .join("\n"),
    limitsOf(row),
    row.default && `Default: ${code(row.default)}`,
  );
}

function limitsOf({ limits, longest }: PropertyRow): string | undefined {
  if (longest !== undefined) return `At most ${thousands(longest)} characters.`;
  if (!limits) return undefined;
  const { least, most, unit } = limits;
  return `${thousands(least)} to ${thousands(most)} ${unit}, or 0 for the service's default.`;
}

const ownership: Readonly<Record<NonNullable<Provider["ownership"]>, string>> = {
  challenge: "Creating a job requires an `ownership_challenge`.",
  "challenge or keys": "Creating a job requires an `ownership_challenge`, or keys in the address.",
  none: "Creating a job requires no `ownership_challenge`.",
};

export function describeProvider(provider: Provider): string {
  return paragraphs(
    `**${escapeMarkdown(provider.name)}**`,
    code(provider.form),
    provider.doc,
    provider.dated && "`{DATE}` in the path is replaced by the day, as in `20251112`.",
    provider.ownership && ownership[provider.ownership],
  );
}

export function describeParameter(row: ParameterRow, provider: Provider): string {
  const isNeeded = provider.needs.some(
    (it) => it.oneOf.includes(row.name) && it.when === undefined,
  );
  return paragraphs(
    `**${escapeMarkdown(row.name)}** · ${escapeMarkdown(provider.name)}${isNeeded ? " · required" : ""}`,
    row.doc,
    row.secret &&
      `A secret: use ${code(variable(row.secret))} and set that variable where you push.`,
  );
}

/** As in `12.5 %`, without floating-point noise. */
export function percent(share: number): string {
  return `${Number((share * 100).toPrecision(6))}%`;
}
