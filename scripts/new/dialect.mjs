import { withEntry, withImport } from "./words.mjs";

/**
 * A dialect of standard SQL.
 * @param {string} name
 * @returns {import("../new.mjs").NewFiles}
 */
export function dialectFiles(name) {
  const title = name[0]?.toUpperCase() + name.slice(1);
  return {
    files: {
      [`server/src/sql/dialects/${name}.ts`]: `import { type Dialect, isNumeric, number, quoteByDoubling } from "../dialect.ts";
import { asciiCase, likeWith } from "../text-functions.ts";

const identifier = (name: string) => quoteByDoubling(name, '"');
const string = (text: string) => quoteByDoubling(text, "'");

// TODO: this is standard SQL. Compare each line with the database: 'Dialect' says what it must return.
export const ${name}: Dialect = {
  // TODO: its name, as its makers write it.
  title: "${title}",
  identifier,
  string,
  hasNul: false,
  text: (column) => column,
  integer: (column) => column,
  double: (column) => \`CAST(\${column} AS DOUBLE PRECISION)\`,
  boolean: (column) => column,
  timeText: (column) => \`CAST(\${column} AS VARCHAR)\`,
  looseNumber: (column) => \`CAST(\${column} AS DOUBLE PRECISION)\`,
  looseInteger: (column) => \`CAST(\${column} AS BIGINT)\`,
  looseBoolean: (column) => \`CAST(\${column} AS BOOLEAN)\`,
  startsWith: (it, start) => \`POSITION(\${string(start)} IN \${it}) = 1\`,
  endsWith: (it, end) => \`RIGHT(\${it}, CHAR_LENGTH(\${string(end)})) = \${string(end)}\`,
  contains: (it, part) => \`POSITION(\${string(part)} IN \${it}) > 0\`,
  ...asciiCase,
  byteLength: (it) => \`OCTET_LENGTH(\${it})\`,
  position: (it, part) => \`POSITION(\${string(part)} IN \${it})\`,
  like: likeWith({ ...asciiCase, string }),
  hasElement: (column, element) =>
    \`\${isNumeric(element) ? number(element) : string(String(element))} = ANY(\${column})\`,
};
`,
      [`test/sql/dialects/${name}.test.ts`]: `import { expect, test } from "vitest";
import { toSql } from "../../../server/src/library/library.ts";

// TODO: run some of these in the database. test/sql/databases.ts does for those that npm can install.
test.each([
  ['http.host eq "it\\'s"', "\\"ClientRequestHost\\" = 'it''s'"],
  ['starts_with(http.host, "a")', "POSITION('a' IN \\"ClientRequestHost\\") = 1"],
  ['http.host contains "a"', "POSITION('a' IN \\"ClientRequestHost\\") > 0"],
])("%s", (rule, sql) => {
  expect(toSql(rule, { language: "cfrule", dialect: "${name}", where: true })).toContain(sql);
});
`,
    },
    list: "server/src/sql/dialects.ts",
    register: (text) =>
      withEntry(
        withImport(text, name, `./dialects/${name}.ts`),
        /export const dialects = \{\n(?: {2}.+\n)*? {2}.+,(?=\n\})/,
        name,
      ),
    tests: [`test/sql/dialects/${name}.test.ts`, "test/sql"],
  };
}
