import { countCodePoints } from "../../text/width.ts";
import { type Dialect, isNumeric, number, quoteByDoubling } from "../dialect.ts";
import { plainLike, plainTests, typedColumns } from "../plain-text.ts";
import { refuseControls, refuseHere } from "../text-functions.ts";

const title = "Log Explorer";

const string = (text: string) => quoteByDoubling(refuseControls(text, title), "'");

/** Names without quotes are found in any letter case; the answers have them in lowercase. */
const identifier = (name: string) =>
  /^[A-Za-z_]\w*$/.test(name) && !reserved.has(name.toUpperCase())
    ? name
    : quoteByDoubling(name, '"');

const reserved = new Set(
  "ALL ANALYZE AND ANY ARRAY AS ASC BETWEEN BOTH BY CASE CAST CHECK COLLATE COLUMN CONSTRAINT CREATE CROSS CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER DEFAULT DELETE DESC DISTINCT DO DROP ELSE END ESCAPE EXCEPT EXISTS EXPLAIN EXTRACT FALSE FETCH FOR FOREIGN FROM FULL GRANT GROUP HAVING ILIKE IN INNER INSERT INTERSECT INTERVAL INTO IS JOIN LATERAL LEADING LEFT LIKE LIMIT LOCALTIME LOCALTIMESTAMP MINUS NATURAL NOT NULL OFFSET ON ONLY OR ORDER OUTER OVER PARTITION POSITION PRIMARY REFERENCES REGEXP RETURNING RIGHT RLIKE ROW ROWS SELECT SESSION_USER SET SIMILAR SOME SORT SUBSTRING SYMMETRIC TABLE THEN TO TRAILING TRIM TRUE TRY_CAST UNION UNIQUE UNNEST UPDATE USER USING VALUES VIEW WHEN WHERE WINDOW WITH".split(
    " ",
  ),
);

const tests = plainTests(string, {
  startsWith: (it, start) => `substr(${it}, 1, ${countCodePoints(start)}) = ${string(start)}`,
  endsWith: (it, end) =>
    `substr(${it}, length(${it}) - ${countCodePoints(end) - 1}) = ${string(end)}`,
  contains: (it, part) => `replace(${it}, ${string(part)}, '') <> ${it}`,
});

/** Its own functions may convert other letters, too. */
function replaceLetters(text: string, letters: Iterable<string>, isLower: boolean): string {
  return [...letters].reduce((inner, letter) => {
    const [from, to] = [letter.toUpperCase(), letter];
    return `replace(${inner}, '${isLower ? from : to}', '${isLower ? to : from}')`;
  }, text);
}

const alphabet = "abcdefghijklmnopqrstuvwxyz";

const noFunction = (what: string) => refuseHere(`${title} has no function for ${what}.`);
const noConversion = refuseHere(`${title} cannot convert the values of a column exactly.`);

/** Only what the service documents: few functions, and at most 25 predicates. */
export const logExplorer: Dialect = {
  title,
  note: ", Cloudflare's own store; at most 25 conditions",
  identifier,
  string,
  isPlain: true,
  mostPredicates: 25,
  timestamp: { literal: (it) => `'${it}'`, digits: 9 },
  storesTimestamps: true,
  hasNul: true,
  orMissing: (column, test) => {
    const start = `${column} <> `;
    // A single predicate. In parentheses, because DataFusion's parser would read what follows as a part of the value.
    return test.startsWith(start)
      ? `(${column} IS DISTINCT FROM ${test.slice(start.length)})`
      : `(${test} OR ${column} IS NULL)`;
  },
  firstOf: (values) =>
    values.reduceRight((rest, it) => `CASE WHEN ${it} IS NOT NULL THEN ${it} ELSE ${rest} END`),
  ...typedColumns(noConversion),
  ...tests,
  lower: (it) => replaceLetters(it, alphabet, true),
  upper: (it) => replaceLetters(it, alphabet, false),
  byteLength: noFunction("the number of bytes"),
  position: noFunction("the position of a part"),
  like: plainLike({
    title,
    string,
    ...tests,
    lower: (it, letters) => replaceLetters(it, letters, true),
  }),
  hasElement: (column, element) =>
    `ARRAY_CONTAINS(${column}, ${isNumeric(element) ? number(element) : string(String(element))})`,
};
