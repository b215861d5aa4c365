import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Analysis } from "../../../server/src/core/analysis.ts";
import { KeptProofs } from "../../../server/src/core/configuration/kept-proofs.ts";
import { Budget } from "../../../server/src/core/solver/budget.ts";
import {
  type AnyLanguage,
  defaultContext,
  type FileContext,
  hostOfPath,
} from "../../../server/src/languages.ts";
import { applyChange, changes } from "../../properties/changed-texts.ts";
import { times } from "../../support/long.ts";
import { fileOf, type RuleFile, ruleFiles } from "./random-rule-files.ts";

/** An analysis that takes over what did not change since an earlier version says the same as a fresh one. */

const contexts: readonly FileContext[] = [
  defaultContext,
  { ...defaultContext, severity: { "duplicate-rule": "off", "unreachable-rule": "error" } },
  { ...defaultContext, lists: ["known"], plan: "free" },
];

/** Equal, but another object, as for each version in an editor. */
function contextOf(number: number): FileContext {
  return { ...(contexts[number % contexts.length] ?? defaultContext) };
}

/** All that can be asked about a document, at a few offsets. */
function said(analysis: Analysis, text: string, at: number): unknown {
  const whole = { start: 0, end: text.length };
  const offsets = [0, 1, 2, 3].map((it) => (at + it * 97) % (text.length + 1));
  const answers = {
    diagnostics: analysis.diagnostics(),
    tokens: analysis.tokens(),
    inlays: analysis.inlays(whole),
    lenses: analysis.lenses(),
    links: analysis.links(),
    examples: analysis.examples?.(),
    trials: analysis.trials?.(),
    notChecked: analysis.notChecked?.(),
    unread: analysis.unread?.().map((it) => [it, it.owner?.properties()]),
    regions: analysis.regions?.().map((it) => [it, it.owner?.properties()]),
    embedded: analysis.embedded?.().map((it) => [it, it.source?.(), it.placeOf(1)]),
    lists: analysis.listReferences?.(),
    at: offsets.map((it) => [
      analysis.hover(it),
      analysis.highlights(it),
      analysis.signature(it),
      analysis.complete(it).map(({ label, edit }) => [label, edit]),
      analysis.refactorings({ start: it, end: it }),
    ]),
  };
  // Some have functions, and analyses of texts as they are in no document.
  const plain = JSON.stringify(answers, (key, value) => (key === "analysis" ? undefined : value));
  return JSON.parse(plain);
}

/** Analyzes each version with the analysis of the one before, of which more or less was asked. */
function check(language: AnyLanguage, versions: readonly Version[]): void {
  let previous: Analysis | undefined;
  for (const { text, context, asked } of versions) {
    const analysis = language.analyze(text, contextOf(context), previous);
    previous = analysis;
    if (asked === 0) continue;
    if (asked === 1) analysis.diagnostics();
    else
      assert.deepEqual(
        said(analysis, text, asked),
        said(language.analyze(text, contextOf(context)), text, asked),
        text,
      );
  }
}

interface Version {
  readonly text: string;
  /** Which of the contexts. */
  readonly context: number;
  /** Nothing, only diagnostics, or everything, at this and other offsets. */
  readonly asked: number;
}

const asked = fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 2, max: 3000 }));
const context = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { arbitrary: fc.nat(2), weight: 1 },
);
const seed = 20_261_117;

function languageOf(path: string): AnyLanguage {
  const language = hostOfPath(path);
  assert(language);
  return language;
}

describe("a version after another", () => {
  const folder = join(import.meta.dirname, "../fixtures");
  const files = readdirSync(folder)
    .filter((it) => it.includes("."))
    .map((it) => [it, readFileSync(join(folder, it), "utf8")] as const);
  const change = changes(files.map(([, text]) => text));

  test.each(files)("of '%s', with random changes", (path, start) => {
    const language = languageOf(path);
    const list = fc.array(fc.tuple(change, context, asked), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(list, (steps) => {
        let text = start;
        const versions = steps.map(([made, number, how]) => {
          text = applyChange(text, made);
          return { text, context: number, asked: how };
        });
        check(language, [{ text: start, context: 0, asked: 1 }, ...versions]);
      }),
      { seed, numRuns: times(2) },
    );
  });

  test.each(["main.tf", "rules.yaml", "ruleset.json"])(
    "of a generated '%s', with rules that are added, removed, moved and changed",
    (path) => {
      const language = languageOf(path);
      let found = 0;
      fc.assert(
        fc.property(
          ruleFiles,
          fc.array(fc.tuple(context, asked), { minLength: 5, maxLength: 5 }),
          (models, hows) => {
            const versions = models.map((model: RuleFile, index) => {
              const [number = 0, how = 2] = hows[index % hows.length] ?? [];
              return { text: fileOf(path, model), context: number, asked: how };
            });
            check(language, versions);
            const [first] = versions;
            found += first ? language.analyze(first.text, contextOf(0)).diagnostics().length : 0;
          },
        ),
        { seed, numRuns: times(3, 300) },
      );
      expect(found).toBeGreaterThan(times(1, 200));
    },
  );
});

test("a kept answer takes as much work as when it was asked, and needs as much to be left", () => {
  const asked: string[] = [];
  const ask = (kept: KeptProofs, question: string, budget: Budget) =>
    kept.answer(question, budget, 10, () => {
      asked.push(question);
      budget.spend(30);
      return budget.isSpent ? "unknown" : "yes";
    });
  const first = new KeptProofs();
  expect(ask(first, "a", new Budget(100))).toBe("yes");
  expect(ask(first, "short", new Budget(35))).toBe("yes");
  const second = new KeptProofs(new KeptProofs(first));
  const budget = new Budget(100);
  expect(ask(second, "a", budget)).toBe("yes");
  expect(budget.remaining).toBe(70);
  expect(asked).toEqual(["a", "short"]);
  // Less is left than the question might have needed, so that it is asked again.
  expect(ask(second, "a", new Budget(20))).toBe("unknown");
  expect(ask(second, "short", new Budget(100))).toBe("yes");
  expect(asked).toEqual(["a", "short", "a", "short"]);
});

test("an analysis does not keep the versions before it", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const language = languageOf("main.tf");
  const text = (host: string) =>
    `resource "cloudflare_ruleset" "a" {
  phase = "http_request_firewall_custom"
  rules = [
    { action = "block", expression = "http.host eq \\"a\\"" },
    { action = "block", expression = "http.host eq \\"${host}\\"" },
  ]
}`;
  let last = language.analyze(text("a"), defaultContext);
  const dropped: WeakRef<Analysis>[] = [];
  for (let i = 0; i < 20; i++) {
    last.diagnostics();
    dropped.push(new WeakRef(last));
    last = language.analyze(text(`a${i}`), { ...defaultContext }, last);
  }
  expect(last.diagnostics()).toEqual([]);
  return new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    collect();
    expect(dropped.filter((it) => it.deref() !== undefined)).toEqual([]);
    expect(last.diagnostics()).toEqual([]);
  });
});
