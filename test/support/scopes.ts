import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import oniguruma from "vscode-oniguruma";
import textmate, { type IGrammar } from "vscode-textmate";
import { trimExample } from "./marks.ts";

const root = dirname(dirname(import.meta.dirname));

interface Contributed {
  readonly scopeName: string;
  readonly path: string;
  readonly injectTo?: readonly string[];
}

const contributed: readonly Contributed[] = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
).contributes.grammars;

/** The committed grammar of a language, loaded in VS Code's own engine. */
export async function loadGrammar(id: string): Promise<IGrammar> {
  return load(`source.${id}`, () => undefined);
}

interface HostGrammar {
  readonly scopeName: string;
}

/** A grammar of another extension and its dependencies, with ours injected as declared in the manifest. */
export async function loadWithInjections(
  host: HostGrammar,
  ...others: readonly HostGrammar[]
): Promise<IGrammar> {
  return load(host.scopeName, (scope) => [host, ...others].find((it) => it.scopeName === scope));
}

async function load(
  scope: string,
  others: (scope: string) => object | undefined,
): Promise<IGrammar> {
  const wasm = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");
  await oniguruma.loadWASM(readFileSync(wasm));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (name) => {
      const other = others(name);
      if (other) return textmate.parseRawGrammar(JSON.stringify(other), `${name}.json`);
      const path = contributed.find((it) => it.scopeName === name)?.path;
      if (path === undefined) return null;
      return textmate.parseRawGrammar(readFileSync(join(root, path), "utf8"), path);
    },
    getInjections: (name) =>
      contributed.filter((it) => it.injectTo?.includes(name)).map((it) => it.scopeName),
  });
  const grammar = await registry.loadGrammar(scope);
  if (!grammar) throw new Error(`No grammar for ${scope}.`);
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
