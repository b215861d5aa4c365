import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { cfruleGrammar } from "./support/generate/cfrule-grammar.ts";
import { catalogCounts, claims } from "./support/generate/counts.ts";
import { logFieldsPage, pageWithTables, ruleFieldsPage } from "./support/generate/docs-tables.ts";
import {
  markdownInjection,
  resourceInjection,
  terraformInjection,
  yamlInjection,
  yamlLinesInjection,
  yamlRulesInjection,
} from "./support/generate/injection-grammars.ts";
import {
  jsonDeclaredInjection,
  jsonInjection,
  jsonResourceInjection,
  jsonRulesInjection,
} from "./support/generate/json-injection.ts";
import { l10nBundle } from "./support/generate/l10n.ts";
import { lpfilterGrammar } from "./support/generate/lpfilter-grammar.ts";
import { lpjobGrammar } from "./support/generate/lpjob-grammar.ts";
import { manualPage } from "./support/generate/manual.ts";
import { dialectNamesModule, engineDialects, manifest } from "./support/generate/names.ts";
import { scannerWasm } from "./support/generate/scanner-wasm.ts";
import { traceSchema } from "./support/generate/trace-schema.ts";
import { weirSchema } from "./support/generate/weir-schema.ts";
import { httpRequestLines } from "./support/random/log-lines.ts";

/** Files generated from the catalogs and the checks, or from a seed. `npm run generate` sets UPDATE to rewrite them. */
const generated: Readonly<Record<string, () => string>> = {
  "docs/diagnostics.md": manualPage,
  "docs/filters.md": () => pageWithTables("docs/filters.md"),
  "docs/jobs.md": () => pageWithTables("docs/jobs.md"),
  "docs/log-fields.md": logFieldsPage,
  "docs/rule-fields.md": ruleFieldsPage,
  "docs/rules.md": () => pageWithTables("docs/rules.md"),
  "docs/sql.md": () => pageWithTables("docs/sql.md"),
  "docs/trust.md": claims,
  "l10n/bundle.l10n.json": () => jsonText(l10nBundle()),
  "package.json": manifest,
  "samples/logs/http_requests.ndjson": () => `${[...httpRequestLines(150)].join("\n")}\n`,
  "schemas/weir.schema.json": () => jsonText(weirSchema()),
  "schemas/trace.schema.json": () => jsonText(traceSchema()),
  "server/src/logs/scanner-wasm.ts": scannerWasm,
  "server/src/sql/dialect-names.ts": dialectNamesModule,
  "server/src/workspace/config/engines.ts": engineDialects,
  "syntaxes/cfrule.tmLanguage.json": () => jsonText(cfruleGrammar()),
  "syntaxes/in-json.tmLanguage.json": () => jsonText(jsonInjection()),
  "syntaxes/in-json-declared.tmLanguage.json": () => jsonText(jsonDeclaredInjection()),
  "syntaxes/in-json-resource.tmLanguage.json": () => jsonText(jsonResourceInjection()),
  "syntaxes/in-json-rules.tmLanguage.json": () => jsonText(jsonRulesInjection()),
  "syntaxes/in-markdown.tmLanguage.json": () => jsonText(markdownInjection()),
  "syntaxes/in-terraform.tmLanguage.json": () => jsonText(terraformInjection()),
  "syntaxes/in-terraform-resource.tmLanguage.json": () => jsonText(resourceInjection()),
  "syntaxes/in-yaml.tmLanguage.json": () => jsonText(yamlInjection()),
  "syntaxes/in-yaml-lines.tmLanguage.json": () => jsonText(yamlLinesInjection()),
  "syntaxes/in-yaml-rules.tmLanguage.json": () => jsonText(yamlRulesInjection()),
  "syntaxes/lpfilter.tmLanguage.json": () => jsonText(lpfilterGrammar()),
  "syntaxes/lpjob.tmLanguage.json": () => jsonText(lpjobGrammar()),
};

const root = dirname(import.meta.dirname);

for (const [path, make] of Object.entries(generated)) {
  test(`${path} is up to date`, () => {
    const file = join(root, path);
    if (process.env.UPDATE === "1") {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, make());
    }
    // A checkout on Windows may have CRLF.
    const committed = readFileSync(file, "utf8").replaceAll("\r\n", "\n");
    expect(committed === make(), "Run `npm run generate`.").toBe(true);
  });
}

// Prints the source of the regenerated files.
afterAll(() => {
  if (process.env.UPDATE === "1") console.log(`${catalogCounts()}.`);
});

/** Formats JSON like Biome: an array of strings is on one line if it fits. */
function jsonText(value: object): string {
  const wide = JSON.stringify(value, null, 2);
  const list = /^( *(?:"[^"]*": )?)\[\n((?: *"(?:[^"\\]|\\.)*",?\n)+) *\](,?)$/gm;
  const text = wide.replace(list, (written, start: string, items: string, end: string) => {
    const line = `${start}[${items.trim().replace(/,\n */g, ", ")}]${end}`;
    return line.length <= 100 ? line : written;
  });
  return `${text}\n`;
}
