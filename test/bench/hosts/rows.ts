import { createRequire } from "node:module";
import { Language, Parser } from "web-tree-sitter";
import { parseAllDocuments } from "yaml";
import { defaultContext, hostOfPath } from "../../../server/src/languages.ts";
import { slowestRow } from "../hostile.ts";
import { compareEvenly, fasterRow, type Row, withinRow } from "../measure.ts";
import { terraform } from "../shipped.ts";
import { jsonOfSize, terraformOfSize, yamlOfRules } from "./corpus.ts";
import { hostileHosts } from "./hostile.ts";

const runs = { runs: 200, warmUp: 300 };

/** Rules in Terraform and YAML files: the cost of finding them, and the total. */
export async function hostRows(): Promise<Row[]> {
  const size = 100_000;
  const hcl = terraformOfSize(size, 50);
  const json = jsonOfSize(hcl.length, 50);
  const find = await compareEvenly(
    () => terraform.textsIn(hcl, defaultContext),
    () => JSON.parse(json),
    runs,
  );
  const other = terraformOfSize(size, 0);
  const nothing = await compareEvenly(
    () => terraform.textsIn(other, defaultContext),
    () => JSON.parse(json),
    runs,
  );
  const parse = await treeSitter();
  const whole = await compareEvenly(
    () => diagnose("main.tf", hcl),
    () => parse(hcl),
    { runs: 30, warmUp: 50 },
  );
  const rules = yamlOfRules(1000);
  const inYaml = await compareEvenly(
    () => diagnose("rules.yaml", rules),
    () => parseAllDocuments(rules, { keepSourceTokens: true }),
    { runs: 30, warmUp: 20 },
  );
  const hostile: Row[] = [];
  for (const [path, texts] of Object.entries(hostileHosts())) {
    const language = hostOfPath(path);
    if (language)
      hostile.push(await slowestRow(`hostile '${path}' of 1 MB, the slowest`, language, texts));
  }
  return [
    ...hostile,
    withinRow("finding 50 rules in 100 kB of Terraform, beside JSON.parse", find, 1),
    withinRow("finding no rules in 100 kB of Terraform, beside JSON.parse", nothing, 0.1),
    fasterRow("diagnostics of these 50 rules, beside tree-sitter's parse", whole, 6),
    withinRow("diagnostics of 1,000 rules in YAML, beside the parse of 'yaml'", inYaml, 3),
  ];
}

function diagnose(path: string, text: string) {
  return hostOfPath(path)?.analyze(text, defaultContext).diagnostics();
}

async function treeSitter(): Promise<(text: string) => void> {
  await Parser.init();
  const grammar = "@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm";
  const parser = new Parser();
  parser.setLanguage(await Language.load(createRequire(import.meta.url).resolve(grammar)));
  return (text) => parser.parse(text)?.delete();
}
