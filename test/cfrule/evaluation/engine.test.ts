import { expect, test } from "vitest";
import { compile } from "../../../server/src/cfrule/evaluation/evaluate.ts";
import { parse } from "../../../server/src/cfrule/syntax/parse.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { Random } from "../../conformance/random.ts";
import { asFields, makeRequest } from "../../conformance/requests.ts";
import { compareWithEngine } from "../../conformance/run.ts";
import { times } from "../../support/long.ts";
import { engineScheme, startEngine } from "../../support/programs/engine.ts";

/**
 * The engine in the package is older than comparisons of two values. Their expected results come from comparisons with the
 * value of the right side as a literal.
 */
test("compares two values like the engine compares a value with a literal", async () => {
  const engine = await startEngine();
  const random = new Random(20_261_001);
  const results = new Set<string>();
  for (const operator of ["eq", "ne", "lt", "le", "gt", "ge", "==", "<"]) {
    for (let i = 0; i < times(10); i++) {
      const request = makeRequest(random);
      const text = `http.host ${operator} local["a"]`;
      expect(engine.judge(text, request)).toBe("refused");
      const { root, problems } = parse(text, engineScheme);
      expect(problems).toEqual([]);
      const ours = compile(root, { missing: "undetermined" })(asFields(request));
      const value = request.local.a;
      const theirs =
        value === undefined
          ? "undetermined"
          : engine.judge(
              `http.host ${operator} ${JSON.stringify(value).replace("\\n", "\n")}`,
              request,
            );
      expect([text, request, ours]).toEqual([text, request, theirs]);
      results.add(String(ours));
    }
  }
  expect([...results].sort()).toEqual(["false", "true", "undetermined"]);
});

test("accepts the same whitespace in a text that is sent as it is, and fixes the other", async () => {
  const engine = await startEngine();
  const request = makeRequest(new Random(1));
  const spaces =
    "\t\n\v\f\r \x1c\x85\xa0\u1680\u180e\u2000\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff";
  const places = [
    (it: string) => `http.host${it}eq "a"`,
    (it: string) => `${it}ip.src.vpn`,
    (it: string) => `ip.src.vpn${it}`,
    (it: string) => ` ${it} ip.src.vpn${it} \n`,
    (it: string) => `http.host strict${it}wildcard "a*"`,
    (it: string) => `http.host strict ${it}wildcard "a*"`,
    (it: string) => `http.host in {"a"${it}"b${it}"}`,
    (it: string) => `(${it}not ${it} ip.src.vpn )`,
    (it: string) => `http.request.headers["a"] ${it}${it}eq${it}"a"`,
  ];
  for (const space of spaces) {
    for (const place of places) {
      const text = place(space);
      const { problems } = parse(text, engineScheme, { isSentAsWritten: true });
      const theirs = engine.judge(text, request);
      expect([text, problems.length > 0]).toEqual([text, theirs === "refused"]);
      const edits = problems.flatMap((it) => it.fixes[0]?.edits ?? []);
      const fixed = engine.judge(applyEdits(text, edits), request);
      if (/[\s\x85]/.test(space)) expect([text, fixed]).not.toEqual([text, "refused"]);
    }
  }
});

test("accepts and evaluates expressions like the engine", async () => {
  const cases = times(63, 15_000);
  const found = compareWithEngine(await startEngine(), { cases, seed: 20_260_721 });
  expect(found.mismatches).toEqual([]);
  expect(found.cases).toBe(cases);
  // Make sure that enough expressions are valid.
  expect(found.taken).toBeGreaterThan(times(22, 5500));
  expect(found.refused).toBeGreaterThan(times(14, 3500));
  expect(found.matches).toBeGreaterThan(times(12, 3000));
  expect(found.exceptions).toBeLessThan(found.cases / 100);
});
