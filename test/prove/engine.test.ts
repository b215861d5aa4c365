import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { serviceScheme } from "../../server/src/cfrule/catalog/scheme.ts";
import { readRequest } from "../../server/src/cfrule/evaluator.ts";
import { witnessText } from "../../server/src/core/meaning/describe-relation.ts";
import type { Witness } from "../../server/src/core/meaning/meaning.ts";
import { times } from "../support/long.ts";
import { type EngineRequest, longestExpression, startEngine } from "../support/programs/engine.ts";
import { conditionPairs } from "./conditions.ts";
import { relationOf, rules, sides } from "./questions.ts";
import { ruleOf } from "./written.ts";

const engine = await startEngine();

function engineRequest(witness: Witness): EngineRequest {
  assert.ok("request" in witness);
  const { request } = readRequest(witnessText(witness), serviceScheme);
  const text = (name: string) => String(request?.get(name) ?? "");
  return {
    ip: text("ip.src") || "192.0.2.1",
    method: text("http.request.method"),
    host: text("http.host"),
    path: text("http.request.uri.path"),
    headers: {},
    local: {},
    details: {},
  };
}

test("the engine agrees about every witness", () => {
  let judged = 0;
  fc.assert(
    fc.property(conditionPairs, (pair) => {
      const texts = pair.map(ruleOf);
      if (texts.some((it) => it.length > longestExpression)) return;
      const relation = relationOf(rules, pair);
      for (const [side, expected] of Object.entries(sides)) {
        const witness = relation[side as keyof typeof sides];
        if (!witness) continue;
        const request = engineRequest(witness);
        assert.equal(texts.map((it) => engine.judge(it, request)).join(" "), expected);
        judged++;
      }
    }),
    { seed: 20_261_116, numRuns: times(13) },
  );
  expect(judged).toBeGreaterThan(times(12));
});
