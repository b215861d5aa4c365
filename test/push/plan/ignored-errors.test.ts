import { expect, test } from "vitest";
import { defaultContext } from "../../../server/src/languages.ts";
import { ignoredErrors } from "../../../server/src/push/plan/ignored-errors.ts";

const condition = (operator: string) =>
  `    { "key": "ClientCountry", "operator": "${operator}", "value": "at" }`;
const filter = (...lines: string[]) => `{ "where": { "and": [\n${lines.join("\n")}\n] } }\n`;
const ignored = "    // weir-ignore unknown-operator";
const one = (line: number) =>
  `Line ${line} has an ignored error; the service will probably reject it.`;

test.each([
  ["no error", "a.lpfilter", filter(condition("eq")), {}, undefined],
  ["an error", "a.lpfilter", filter(ignored, condition("equls")), {}, one(3)],
  ["a setting", "a.lpfilter", filter(condition("equls")), { "unknown-operator": "off" }, one(2)],
  [
    "two lines",
    "a.lpfilter",
    filter(ignored, `${condition("equls")},`, ignored, condition("nope")),
    {},
    "Line 3 and others have 2 ignored errors; the service will probably reject them.",
  ],
  [
    "a warning",
    "a.lpfilter",
    `// weir-ignore-file prefer-in\n${filter(condition("eq"))}`,
    {},
    undefined,
  ],
  ["a rule", "a.cfrule", "# weir-ignore unknown-field\nhttp.hots eq 1\n", {}, one(2)],
] as const)(
  "a push says that the service will probably reject %s",
  (_, path, text, severity, said) => {
    expect(ignoredErrors(path, text, { ...defaultContext, severity })).toBe(said);
  },
);
