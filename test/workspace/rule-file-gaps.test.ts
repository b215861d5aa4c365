import { expect, test } from "vitest";
import { UnknownPart } from "../../server/src/core/configuration/model.ts";
import { defaultContext } from "../../server/src/languages.ts";
import { emptyConfig } from "../../server/src/workspace/config/config.ts";
import { configurationOfRuleFiles } from "../../server/src/workspace/configuration/rule-files.ts";

function read(directives: string, lock?: string) {
  const file = { path: "a.cfrule", name: "a.cfrule", text: `${directives}\nssl\n` };
  return configurationOfRuleFiles([{ ...file, context: defaultContext }], emptyConfig, () => lock);
}

test.each([
  ["# @paused", false],
  ["# @paused true", false],
  ["# @paused false", true],
  ["# @action log", true],
  ["# @paused maybe", undefined],
])("%s", (directives, enabled) => {
  const [rule] = read(directives).rulesets[0]?.rules ?? [];
  if (enabled === undefined) expect(rule?.enabled).toBeInstanceOf(UnknownPart);
  else expect(rule?.enabled).toBe(enabled);
});

test.each(['{"ruleset": ', "nothing", "ruleset=", ""])("'@skip %s' is not known", (value) => {
  const [rule] = read(`# @action skip\n# @skip ${value}`).rulesets[0]?.rules ?? [];
  expect(rule?.parameters).toBeInstanceOf(UnknownPart);
});

test("a phase without a name is unknown", () => {
  expect(read("# @phase").rulesets).toMatchObject([{ phase: "(empty)" }]);
});

test.each([
  [undefined, []],
  ["<<<<<<< ours", [{ what: "weir.lock.json", mayChange: "everything" }]],
  ['{ "version": 1, "resources": {} }', []],
])("the order is not known with a damaged lock file: %s", (lock, gaps) => {
  expect(read("# @action log", lock).gaps).toMatchObject(gaps);
});
