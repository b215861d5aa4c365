import { getLanguageService } from "vscode-json-languageservice";
import { TextDocument } from "vscode-languageserver-textdocument";
import { defaultContext } from "../../server/src/languages.ts";
import { filterOfSize, filterSchema } from "./corpus.ts";
import { growthRow } from "./growth.ts";
import { slowestRow } from "./hostile.ts";
import { compareEvenly, fasterRow, type Row, withinRow } from "./measure.ts";
import { lpfilter } from "./shipped.ts";

/** Filter diagnostics in process, compared with the JSON service with an equal schema, and with `JSON.parse` alone. */
export async function filterRows(): Promise<Row[]> {
  const service = getLanguageService({});
  service.configure({
    validate: true,
    schemas: [{ uri: "weir://filter", fileMatch: ["*.json"], schema: filterSchema() }],
  });
  const rows: Row[] = [];
  for (const size of [1_000, 30_000, 300_000]) {
    const text = filterOfSize(size);
    const bare = text.slice(text.indexOf("{"));
    const document = TextDocument.create("file:///filter.json", "json", 1, bare);
    const runs = Math.max(40, Math.min(2_000, 6_000_000 / size));
    const diagnose = () => lpfilter.analyze(text, defaultContext).diagnostics();
    const validate = () =>
      service.doValidation(document, service.parseJSONDocument(document), { comments: "ignore" });
    // Both sides are warmed up, as in a server that has run for a while.
    const warmUp = Math.max(40, 4_000_000 / size);
    const serviceRuns = size >= 300_000 ? 20 : runs / 4;
    const beside = await compareEvenly(diagnose, validate, {
      runs: Math.round(serviceRuns),
      warmUp,
    });
    rows.push(
      fasterRow(
        `filter diagnostics, ${size / 1000} kB, beside vscode-json-languageservice`,
        beside,
        8,
      ),
    );
    const collects = size >= 300_000;
    const parse = await compareEvenly(diagnose, () => JSON.parse(bare), { runs, warmUp, collects });
    rows.push(withinRow(`filter diagnostics, ${size / 1000} kB, beside JSON.parse`, parse, 6));
  }
  rows.push(
    await growthRow(
      "growth: filter diagnostics, 300 kB beside 30 kB",
      lpfilter,
      filterOfSize(30_000),
      filterOfSize(300_000),
    ),
  );
  rows.push(await hostileRow());
  return rows;
}

/** The slowest of many hostile megabytes: the time that a server would be blocked. */
async function hostileRow(): Promise<Row> {
  const megabyte = 1_000_000;
  const nasty = [
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    '"',
    "\\",
    "/",
    "'",
    "a",
    "1",
    "-",
    "#",
    "\n",
    "\u00e9",
    "\ud800",
    "\0",
    "[{",
    '{"and":[',
    '{"a":',
    '{"key":1},',
    '"\\u12',
    "/*",
    "//\n",
    '{"where":',
    "}{",
    "][",
    '{"or":[]},',
    '"a" ',
    "true ",
    '\\"',
    '{"key":"ClientCountry","operator":"eq","value":"de"},',
    '{"key":"X","operator":"y","value":[1,"a",{}]},',
  ];
  const texts = nasty.flatMap((piece) => {
    const text = piece.repeat(Math.ceil(megabyte / piece.length));
    return [text, `{"where":{"and":[${text}]}}`];
  });
  return slowestRow("hostile filters of 1 MB, the slowest", lpfilter, texts);
}
