import type { FunctionSummary } from "../../core/field-summary.ts";
import { languages } from "../../languages.ts";
import { nearest } from "../../text/nearest.ts";
import { thousands } from "../../text/wording.ts";
import { searchFields } from "../field-search.ts";
import { integerSchema, objects } from "../schema.ts";
import { tool } from "../tool.ts";

const usualLimit = 20;

export const functions = tool({
  name: "functions",
  title: "Look up functions",
  description:
    "Lists the functions that a rule can call, with their parameters, results and an example. Look them up instead of guessing: other languages have other names, and some functions are only available in rewrites. Filters and jobs have no functions.",
  parameters: {
    search: {
      type: "string",
      description: "Words about the function, such as 'lowercase'.",
      maxLength: 200,
    },
    limit: {
      type: "integer",
      description: `How many functions to return. Default: ${usualLimit}.`,
      minimum: 1,
      maximum: 500,
    },
  },
  output: {
    functions: objects("Best matches first, each with 'name', 'signature', 'doc' and 'example'."),
    total: {
      ...integerSchema,
      description: "How many functions there are, including those beyond the limit.",
    },
  },
  required: ["functions", "total"],
  run({ search = "", limit = usualLimit }) {
    const all = languages.flatMap((it) => it.functions?.() ?? []);
    const { fields: found } = searchFields(all, search);
    const listed = found.slice(0, limit);
    return {
      structured: { functions: listed, total: found.length },
      texts: [found.length > 0 ? tableOf(listed, found.length) : nothingFor(search, all)],
    };
  },
});

function tableOf(listed: readonly FunctionSummary[], total: number): string {
  const rows = listed.map(({ signature, doc, example }) => `${signature}: ${doc} ${example}`);
  const more = total - listed.length;
  if (more > 0) rows.push(`… and ${thousands(more)} more. Use 'search' or 'limit'.`);
  return rows.join("\n");
}

function nothingFor(search: string, all: readonly FunctionSummary[]): string {
  const guess = nearest(
    search,
    all.map((it) => it.name),
  );
  return `No function matches '${search}'. ${guess ? `Did you mean '${guess}'?` : "Use fewer or other words."}`;
}
