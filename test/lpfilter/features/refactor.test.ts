import { expect, test } from "vitest";
import { defaultContext } from "../../../server/src/languages.ts";
import { lpfilter } from "../../../server/src/lpfilter/language.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { trimExample } from "../../support/marks.ts";

/** The cursor is `<|>`; two of them mark a selection. */
function offered(marked: string) {
  const [before = "", inside = "", after] = trimExample(marked).split("<|>");
  const text = before + inside + (after ?? "");
  const end = before.length + (after === undefined ? 0 : inside.length);
  const span = { start: before.length, end };
  return { text, refactorings: lpfilter.analyze(text, defaultContext).refactorings(span) };
}

function checkTitles(marked: string, ...titles: string[]): void {
  expect(offered(marked).refactorings.map((it) => it.title)).toEqual(titles);
}

function checkRefactoring(marked: string, title: string, after: string): void {
  const { text, refactorings } = offered(marked);
  const found = refactorings.find((it) => it.title === title);
  expect(found, `no '${title}' among ${refactorings.map((it) => it.title)}`).toBeDefined();
  if (found) expect(applyEdits(text, found.edits)).toBe(trimExample(after));
}

const shared = `
{
  "where": {
    "or": [
      {
        "and": [
          { "key": "ClientCountry", <|>"operator": "eq", "value": "de" },
          { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
        ]
      },
      {
        "and": [
          { "key": "ClientRequestPath", "operator": "eq", "value": "/x" },
          { "key": "ClientCountry", "operator": "eq", "value": "de" },
          { "key": "ClientRequestHost", "operator": "!eq", "value": "" }
        ]
      }
    ]
  }
}
`;

test("offers the refactorings of a condition", () => {
  checkTitles(
    `{ "where": { "key": "ClientCountry", "operator": "in", "value": ["de", <|>"fr"] } }`,
    "Wrap condition in 'and'",
    "Wrap condition in 'or'",
    "Negate condition",
    "Use one 'eq' per value",
    'Split the array before "fr"',
  );
});

test("offers the refactorings of a group, and ways to suppress its diagnostics", () => {
  checkTitles(
    `{ "where": { <|>"and": [{ "key": "ClientCountry", "operator": "eq", "value": "de" }] } }`,
    "Wrap group in 'and'",
    "Wrap group in 'or'",
    "Negate group",
    "Change 'and' to 'or'",
    "Ignore 'redundant-group' here",
    "Ignore 'redundant-group' in this file",
  );
});

test("offers only examples before the filter, and nothing after it or where the text has errors", () => {
  checkTitles(
    `<|>{ "where": { "key": "ClientCountry", "operator": "eq", "value": "de" } }`,
    "Add a test with a kept line",
    "Add a test with a dropped line",
  );
  checkTitles(`{ "where": { "key": "ClientCountry", "operator": "eq", "value": "de" } }\n<|>`);
  checkTitles(`{ "where": { <|>"key": "ClientCountry", "operator": "eq", "value": "de" }`);
});

test("wraps a condition with the indentation around it", () => {
  checkRefactoring(
    `
{
\t"where": {
\t\t"and": [
\t\t\t{ "key": "ClientCountry",<|> "operator": "eq", "value": "de" }, // Germany
\t\t\t{ "key": "ClientRequestPath", "operator": "eq", "value": "/" }
\t\t]
\t}
}
`,
    "Wrap condition in 'or'",
    `
{
\t"where": {
\t\t"and": [
\t\t\t{
\t\t\t\t"or": [
\t\t\t\t\t{ "key": "ClientCountry", "operator": "eq", "value": "de" }
\t\t\t\t]
\t\t\t}, // Germany
\t\t\t{ "key": "ClientRequestPath", "operator": "eq", "value": "/" }
\t\t]
\t}
}
`,
  );
});

test("wraps a single line on one line", () => {
  checkRefactoring(
    `{ "where": { "key": <|>"ClientCountry", "operator": "eq", "value": "de" } }`,
    "Wrap condition in 'and'",
    `{ "where": { "and": [{ "key": "ClientCountry", "operator": "eq", "value": "de" }] } }`,
  );
});

test("wraps the selected parts of a group, and leaves the others", () => {
  checkRefactoring(
    `
{
  "where": {
    "and": [
      { "key": "ClientRequestPath", "operator": "eq", "value": "/" },
      { "key": <|>"ClientCountry", "operator": "eq", "value": "de" }, // Germany
      { "key": "EdgeResponseStatus", "operator": "geq", <|>"value": 500 }
    ]
  }
}
`,
    "Wrap 2 members in 'or'",
    `
{
  "where": {
    "and": [
      { "key": "ClientRequestPath", "operator": "eq", "value": "/" },
      {
        "or": [
          { "key": "ClientCountry", "operator": "eq", "value": "de" }, // Germany
          { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
        ]
      }
    ]
  }
}
`,
  );
});

test("negates a group by De Morgan's laws", () => {
  checkRefactoring(
    `
{ "where": { <|>"or": [
  { "key": "ClientRequestPath", "operator": "!startsWith", "value": "/" },
  { "and": [
    { "key": "EdgeResponseStatus", "operator": "lt", "value": 500 },
    { "key": "EdgeResponseStatus", "operator": "gt", "value": 400 }
  ] }
] } }
`,
    "Negate group",
    `
{ "where": { "and": [
  { "key": "ClientRequestPath", "operator": "startsWith", "value": "/" },
  { "or": [
    { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 },
    { "key": "EdgeResponseStatus", "operator": "leq", "value": 400 }
  ] }
] } }
`,
  );
});

test("does not negate an unknown operator", () => {
  const { refactorings } = offered(
    `{ "where": { <|>"and": [{ "key": "ClientCountry", "operator": "is", "value": "de" }] } }`,
  );
  expect(refactorings.map((it) => it.title)).not.toContain("Negate group");
});

test("extracts a shared condition from an 'or', requested on the group or on the condition", () => {
  const pulled = `
{
  "where": {
    "and": [
      { "key": "ClientCountry", "operator": "eq", "value": "de" },
      {
        "or": [
          { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 },
          {
            "and": [
              { "key": "ClientRequestPath", "operator": "eq", "value": "/x" },
              { "key": "ClientRequestHost", "operator": "!eq", "value": "" }
            ]
          }
        ]
      }
    ]
  }
}
`;
  const title = "Extract conditions shared by this 'or'";
  checkRefactoring(shared, title, pulled);
  checkRefactoring(shared.replace("<|>", "").replace('"or"', '<|>"or"'), title, pulled);
});

test("expands an array into its group", () => {
  checkRefactoring(
    `
{
  "where": {
    "or": [
      { "key": "EdgeResponseStatus", "operator": "in", "value": [<|>500, 502] },
      { "key": "ClientCountry", "operator": "eq", "value": "de" }
    ]
  }
}
`,
    "Use one 'eq' per value",
    `
{
  "where": {
    "or": [
      { "key": "EdgeResponseStatus", "operator": "eq", "value": 500 },
      { "key": "EdgeResponseStatus", "operator": "eq", "value": 502 },
      { "key": "ClientCountry", "operator": "eq", "value": "de" }
    ]
  }
}
`,
  );
});

test("splits an array at the cursor", () => {
  checkRefactoring(
    `{ "where": { "key": "ClientCountry", "operator": "!in", "value": ["de", "fr", <|>"ca"] } }`,
    'Split the array before "ca"',
    `{ "where": { "and": [{ "key": "ClientCountry", "operator": "!in", "value": ["de", "fr"] }, { "key": "ClientCountry", "operator": "!in", "value": ["ca"] }] } }`,
  );
});

test("converts an 'or' to an array and keeps the comments", () => {
  checkRefactoring(
    `
{
  "where": {
    "or": [
      // at home
      { "key": "ClientCountry", <|>"operator": "eq", "value": "de" }, // Germany
      { "key": "ClientRequestPath", "operator": "eq", "value": "/" }, // the front page
      { "key": "ClientCountry", "operator": "eq", "value": "fr" },
      { "key": "ClientCountry", "operator": "in", "value": [
        "ca", // Canada
      ] }
    ]
  }
}
`,
    "Use one 'in' for 'ClientCountry'",
    `
{
  "where": {
    "or": [
      // at home
      // Canada
      { "key": "ClientCountry", "operator": "in", "value": ["de", "fr", "ca"] }, // Germany
      { "key": "ClientRequestPath", "operator": "eq", "value": "/" } // the front page
    ]
  }
}
`,
  );
});

test("flattens the groups inside a group", () => {
  checkRefactoring(
    `
{
  "where": {
    <|>"and": [
      {
        "and": [
          { "key": "ClientCountry", "operator": "eq", "value": "de" },
          { "key": "ClientRequestPath", "operator": "eq", "value": "/" }
        ]
      },
      { "or": [{ "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }] }
    ]
  }
}
`,
    "Flatten nested groups",
    `
{
  "where": {
    "and": [
      { "key": "ClientCountry", "operator": "eq", "value": "de" },
      { "key": "ClientRequestPath", "operator": "eq", "value": "/" },
      { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
    ]
  }
}
`,
  );
});

const suspicious = `
{
  "where": {
    "and": [
      { "key": "ClientRequestPath", "operator": "eq", "value": <|>"a" },
      { "key": "ClientRequestPath", "operator": "eq", "value": "/" }
    ]
  }
}
`;

test("an error is not ignored, because the service rejects it", () => {
  const text = suspicious.replace("<|>", "").replace('"ClientRequestPath"', '<|>"Nope"');
  const { refactorings } = offered(text);
  expect(refactorings.filter((it) => it.title.startsWith("Ignore"))).toEqual([]);
});

test("suppresses a diagnostic on the line before it", () => {
  checkRefactoring(
    suspicious,
    "Ignore 'value-shape' here",
    `
{
  "where": {
    "and": [
      // weir-ignore value-shape
      { "key": "ClientRequestPath", "operator": "eq", "value": "a" },
      { "key": "ClientRequestPath", "operator": "eq", "value": "/" }
    ]
  }
}
`,
  );
});

test("extends an existing ignore comment", () => {
  const withComment = (codes: string) =>
    suspicious.replace("      {", `      // weir-ignore ${codes} because\n      {`);
  checkRefactoring(
    withComment("value-case"),
    "Ignore 'value-shape' here",
    withComment("value-case, value-shape").replace("<|>", ""),
  );
});

test("suppresses a diagnostic in the whole file", () => {
  const title = "Ignore 'value-shape' in this file";
  const plain = trimExample(suspicious).replace("<|>", "");
  checkRefactoring(suspicious, title, `// weir-ignore-file value-shape\n${plain}`);
  checkRefactoring(
    `// weir-ignore-file prefer-in\r\n${trimExample(suspicious)}`,
    title,
    `// weir-ignore-file prefer-in, value-shape\r\n${plain}`,
  );
});

test("an array with more values than the limit of conditions is not expanded", () => {
  const values = Array.from({ length: 101 }, (_, i) => i).join(", ");
  checkTitles(
    `{ "where": { "key": <|>"ClientASN", "operator": "in", "value": [${values}] } }`,
    "Wrap condition in 'and'",
    "Wrap condition in 'or'",
    "Negate condition",
  );
});
