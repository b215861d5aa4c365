import type { FieldSummary } from "../../core/field-summary.ts";
import { defaultDataset, languages } from "../../languages.ts";
import { nearest } from "../../text/nearest.ts";
import { thousands } from "../../text/wording.ts";
import { searchFields } from "../field-search.ts";
import { datasetParameter, ownLanguageParameter } from "../parameters.ts";
import { integerSchema, objects } from "../schema.ts";
import { tool } from "../tool.ts";

const usualLimit = 20;

export const fields = tool({
  name: "fields",
  title: "Look up fields",
  description:
    "Lists the fields that a filter, job or rule can use, with their types, operators and known values. Look up field names instead of guessing them: log fields differ between datasets, and rules have other names than logs.",
  parameters: {
    language: ownLanguageParameter,
    dataset: {
      ...datasetParameter,
      description: `For filters and jobs; an unknown name lists all. Default: '${defaultDataset}'.`,
    },
    search: {
      type: "string",
      description: "Words about the field, such as 'client country'.",
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
    fields: objects(
      "Best matches first, each with 'name', 'type', 'doc', 'operators' (empty for a Boolean of rules and for a field that cannot be filtered), known 'values', 'example', and the 'replacement' of a deprecated one.",
    ),
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
