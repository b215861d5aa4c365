import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import oniguruma from "vscode-oniguruma";
import textmate, { type IGrammar } from "vscode-textmate";
import { trimExample } from "./marks.ts";

const root = dirname(dirname(import.meta.dirname));

/** The committed grammar of a language, in the engine that VS Code runs it in. */
export async function loadGrammar(id: string): Promise<IGrammar> {
  const wasm = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");
  await oniguruma.loadWASM(readFileSync(wasm));
  const path = join(root, "syntaxes", `${id}.tmLanguage.json`);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(path, "utf8"), path),
  });
  const grammar = await registry.loadGrammar(`source.${id}`);
  if (!grammar) throw new Error(`No grammar for ${id}.`);
  return grammar;
}

const markLine = /^ *(\^+) ([\w.-]+)$/;

/** The innermost scope of each character above a `^^^ scope` line is that one, in the language of the grammar. */
export function checkScopes(grammar: IGrammar, marked: string): void {
  const found: string[] = [];
  let line = "";
  let scopes: string[] = [];
  let state = textmate.INITIAL;
  for (const text of trimExample(marked).split("\n")) {
    const mark = markLine.exec(text);
    if (mark) {
      const from = text.indexOf("^");
      const under = new Set(scopes.slice(from, from + (mark[1] ?? "").length));
      found.push(text.slice(0, text.lastIndexOf("^") + 2) + [...under].join(" and "));
      continue;
    }
    line = text;
    found.push(line);
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    scopes = Array.from(line, () => "");
    for (const { startIndex, endIndex, scopes: all } of tokens) {
      scopes.fill((all.at(-1) ?? "").replace(/\.[a-z]+$/, ""), startIndex, endIndex);
    }
  }
  expect(found.join("\n")).toBe(trimExample(marked));
}
