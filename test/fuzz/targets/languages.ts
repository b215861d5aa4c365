import assert from "node:assert/strict";
import { compile } from "../../../server/src/cfrule/evaluation/evaluate.ts";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { parse } from "../../../server/src/cfrule/syntax/parse.ts";
import { fixAll } from "../../../server/src/core/fix-all.ts";
import { type AnyLanguage, defaultContext } from "../../../server/src/languages.ts";
import { readDocument } from "../../../server/src/lpfilter/document.ts";
import { predicateOf } from "../../../server/src/lpfilter/evaluation/evaluate.ts";
import { lpfilter } from "../../../server/src/lpfilter/language.ts";
import { lpjob } from "../../../server/src/lpjob/language.ts";
import { generate } from "../../conformance/generate.ts";
import { mutate } from "../../conformance/mutate.ts";
import { Random } from "../../conformance/random.ts";
import { asFields, makeRequest } from "../../conformance/requests.ts";
import {
  everyFeatureAnswers,
  formattingKeepsMeaning,
  pushedIsStable,
} from "../../properties/laws.ts";
import { filesWith, samplesOf } from "../samples.ts";
import type { Target } from "../target.ts";

/** Every feature of a language, at a random offset. */
function targetOf(language: AnyLanguage): Target {
  return {
    name: language.id,
    samples: samplesOf(language),
    run(text, random) {
      const at = random.below(text.length + 1);
      everyFeatureAnswers(language, text, at);
      formattingKeepsMeaning(language, text, at);
      pushedIsStable(language, text);
      language.analyze(text, { ...defaultContext, brief: true }).diagnostics();
      if (text.length < longestToMend) fixAll(language, text, defaultContext, { style: true });
    },
  };
}

/** Ten rounds of fixes cost ten times as much as parsing. */
const longestToMend = 20_000;

/** Rules and filters on requests and log lines with arbitrary field values. */
const evaluator: Target = {
  name: "evaluator",
  samples: [...filesWith(".cfrule"), ...filesWith(".lpfilter"), ...expressions()],
  run(text, random) {
    const request = random.chance(0.5) ? asFields(makeRequest(random)) : anyRecord(random);
    const { root } = parse(text);
    for (const missing of ["false", "engine", "undetermined"] as const) {
      const outcome = compile(root, { missing })(request);
      assert([true, false, "undetermined"].includes(outcome));
    }
    const passes = predicateOf(readDocument(text, defaultContext).filter);
    if (passes) assert.equal(typeof passes(anyRecord(random)), "boolean");
  },
};

function expressions(): string[] {
  const random = new Random(1);
  return random.several(60, 60, () => mutate(random, generate(random), generate(random)));
}

const fields = ["http.host", "ip.src", "ssl", "http.request.headers", "ClientIP", "__proto__"];

function anyRecord(random: Random): Record<string, unknown> {
  const value = (): unknown =>
    random.pick([
      ...["", "a", "\ud800", "192.0.2.1", "::", 0, -1, 1.5, Number.NaN, 2 ** 60, true, null],
      ...[undefined, {}, [], [["a"]], { a: ["b"] }, { "x-a": [1, null] }, new Uint8Array([255])],
    ]);
  const names = [...fields, "EdgeResponseStatus", "SecurityActions", "constructor"];
  return Object.fromEntries(names.map((name) => [name, value()]));
}

/** Directives in comments. */
const directives: Target = {
  name: "directives",
  samples: [
    "# @action block\n# @description a b\n# @priority 1\n# @value\nssl\n",
    "#@products waf, bic\n#\t@skip rules=a phases=b\n# weir-ignore a, b\n# weir-ignore-file c\nssl",
    "# @plan pro\r\n# @phase http_request_firewall_custom\r# @ref x\nssl",
    '// @dataset http_requests\n/* @dataset a */ { "where": {} // weir-ignore x\n}',
    "/* weir-ignore-file a, b */\n// @dataset\n{}",
  ],
  run(text) {
    for (const language of [cfrule, lpfilter, lpjob]) {
      const it = language.analyze(text, defaultContext);
      it.diagnostics();
      for (const { name, value } of it.directives?.() ?? []) {
        assert(text.includes(name) && text.includes(value));
      }
    }
  },
};

export const languageTargets: readonly Target[] = [
  targetOf(lpfilter),
  targetOf(cfrule),
  targetOf(lpjob),
  evaluator,
  directives,
];
