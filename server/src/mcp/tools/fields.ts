import type { FieldSummary } from "../../core/field-summary.ts";
import { defaultDataset, languages } from "../../languages.ts";
import { nearest } from "../../text/nearest.ts";
import { thousands } from "../../text/wording.ts";
import { searchFields } from "../field-search.ts";
import { datasetParameter, ownLanguageParameter } from "../parameters.ts";
import { arrayOf, integerSchema, objectSchema, stringSchema } from "../schema.ts";
import { tool } from "../tool.ts";

const usualLimit = 20;

const field = objectSchema(
  {
    name: stringSchema,
    type: stringSchema,
    doc: stringSchema,
    operators: arrayOf(
      stringSchema,
      "The operators that compare it, or its elements. Empty for a Boolean of rules, which is used on its own, and for a field that cannot be filtered.",
    ),
    values: arrayOf(stringSchema, "Known values; there may be others."),
    example: stringSchema,
    deprecated: { type: "boolean" },
    replacement: { type: "string", description: "The field to use instead." },
    note: stringSchema,
  },
  ["name", "type", "doc", "operators"],
);

export const fields = tool({
  name: "fields",
  title: "Look up fields",
  description:
    "Lists the fields that a filter, job or rule can use, with their types, operators and known values. Look up field names instead of guessing them: log fields differ between datasets, and rules have other names than logs.",
  parameters: {
    language: ownLanguageParameter,
    dataset: {
      ...datasetParameter,
      description: `The dataset, for filters and jobs. Default: '${defaultDataset}'.`,
    },
    search: {
      type: "string",
      description:
        "Words about the field, in any order, such as 'client country'. Names, descriptions and known values are searched.",
      maxLength: 200,
    },
    limit: {
      type: "integer",
      description: `How many fields to return. Default: ${usualLimit}.`,
      minimum: 1,
      maximum: 500,
    },
  },
  output: {
    fields: arrayOf(field, "Best matches first; without a search, the most used first."),
    total: {
      ...integerSchema,
      description: "How many fields there are, including those beyond the limit.",
    },
  },
  required: ["fields", "total"],
  run({ language, dataset, search = "", limit = usualLimit }) {
    const all = languages.find((it) => it.id === language)?.fields?.(dataset) ?? [];
    const found = searchFields(all, search);
    const listed = found.fields.slice(0, limit);
    const total = found.fields.length;
    return {
      structured: { fields: listed, total },
      texts: [
        ...(found.isComplete || total === 0
          ? []
          : [`No field matches every word of '${search}'. These match most of them.`]),
        total > 0 ? tableOf(listed, total) : nothingFor(search, all),
      ],
    };
  },
});

function tableOf(listed: readonly FieldSummary[], total: number): string {
  const rows = listed.map(
    ({ name, type, doc, deprecated }) =>
      `${name} (${type}${deprecated ? ", deprecated" : ""}): ${doc}`,
  );
  const more = total - listed.length;
  if (more > 0) rows.push(`… and ${thousands(more)} more. Use 'search' or 'limit'.`);
  return rows.join("\n");
}

function nothingFor(search: string, all: readonly FieldSummary[]): string {
  const guess = nearest(
    search,
    all.map((it) => it.name),
  );
  return `No field matches '${search}'. ${guess ? `Did you mean '${guess}'?` : "Use fewer or other words."}`;
}
