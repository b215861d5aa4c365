import { type DialectName, dialectNames } from "../../sql/dialect-names.ts";
import { dialects } from "../../sql/dialects.ts";
import { translateDocument } from "../../sql/document.ts";
import { Lines } from "../../text/lines.ts";
import { emptinessOf, subjectFor } from "../input-text.ts";
import { datasetParameter, languageParameter, ToolError, textParameter } from "../parameters.ts";
import { objects } from "../schema.ts";
import { tool } from "../tool.ts";

export const sql = tool({
  name: "sql",
  title: "Translate to SQL",
  description:
    "Returns a query that selects the log lines that a filter or job keeps, or that a rule matches, in the SQL of a database. Missing values and letter case are handled.",
  parameters: {
    text: textParameter,
    language: languageParameter,
    dataset: datasetParameter,
    dialect: {
      type: "string",
      description: "The database.",
      enum: dialectNames,
      required: true,
    },
    table: { type: "string", description: "What to select from, as SQL.", maxLength: 1000 },
    count: { type: "boolean", description: "Count the lines instead of selecting them." },
  },
  output: {
    statements: objects("For each filter, job and rule its 'range' and the 'sql', or an 'error'."),
  },
  required: ["statements"],
  run({ dialect, table, count = false, ...given }) {
    const { language, context } = subjectFor(given);
    const found = translateDocument(
      { language, text: given.text, context, readFilter: notRead },
      { dialect: dialects[dialect as DialectName], table, where: false, count },
    );
    const [first] = found;
    if (!first)
      throw new ToolError(
        emptinessOf(language.analyze(given.text, context)) ?? "There is no filter, job or rule.",
      );
    if (found.every((it) => "error" in it) && "error" in first) throw new ToolError(first.error);
    const lines = new Lines(given.text);
    const statements = found.map((it) => {
      const range = lines.rangeOf({ start: it.start, end: it.start });
      return "error" in it ? { range, error: it.error } : { range, sql: it.sql };
    });
    const texts = statements.map((it) => it.sql ?? `-- ${it.error}\n`);
    return { structured: { statements }, texts };
  },
});

function notRead(path: string): { error: string } {
  return { error: `The filter is in another file, '${path}'. Pass that text instead.` };
}
