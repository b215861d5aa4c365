import { expect, test } from "vitest";
import type { Configuration } from "../../../server/src/core/configuration/model.ts";
import { withRulesets } from "../../../server/src/core/configuration/replace.ts";
import { defaultContext } from "../../../server/src/languages.ts";
import type { Config, RulesTarget } from "../../../server/src/workspace/config/config.ts";
import { configurationOfRuleFiles } from "../../../server/src/workspace/configuration/rule-files.ts";
import { rule } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

const names = ["a", "b", "c"];
const textOf = (name: string, more: string) =>
  rule(`http.host eq "${name}.example"`, "block", `# @description ${name}\n${more}`);

async function configurationOn(h: Harness): Promise<Configuration> {
  const { place, service } = h.session();
  return (await service.configuration(place)).configuration;
}

const orderOf = ({ rulesets }: Configuration) =>
  rulesets.flatMap((it) => it.rules.map(({ description }) => description)).join(" ");

const cases: readonly (readonly [RulesTarget, files: Readonly<Record<string, string>>, string])[] =
  [
    ["rulesets", { d: "" }, "a b c d"],
    ["rulesets", { c: "# @position first" }, "c a b"],
    ["rulesets", { a: "# @position last" }, "b c a"],
    ["rulesets", { a: "# @position 2" }, "b a c"],
    ["rulesets", { c: "# @before b.cfrule" }, "a c b"],
    ["rulesets", { d: "# @after rules/a" }, "a d b c"],
    ["rulesets", { d: "# @position 2", e: "" }, "a d b c e"],
    ["rulesets", { d: "# @ref new", e: "# @before new" }, "a b c e d"],
    ["rulesets", { d: "", e: "# @before d.cfrule" }, "a b c e d"],
    ["firewall-rules", { c: "# @priority 1" }, "c a b"],
    ["firewall-rules", { d: "# @priority 1", a: "# @priority 2" }, "d a b c"],
  ];

test.each(cases)(
  "files over %s run as after a push: %o → %s",
  async (target, changed, expected) => {
    const pathOf = (name: string) => `rules/${name}.cfrule`;
    const files = Object.fromEntries(names.map((it) => [pathOf(it), textOf(it, "")]));
    using h = new Harness({ files, rulesTarget: target });
    for (const it of names) expect((await h.push(pathOf(it))).outcome).toBe("created");
    for (const [name, line] of Object.entries(changed))
      h.write(pathOf(name), textOf(name, `${line}\n`));
    const all = [...new Set([...names, ...Object.keys(changed)])].map((it) => {
      const path = pathOf(it);
      return { path, name: path, text: h.folder.read(path), context: defaultContext };
    });
    const config = JSON.parse(h.folder.read("weir.json")) as Config;
    const own = configurationOfRuleFiles(all, config, (name) => h.folder.read(name));
    expect(orderOf(withRulesets(await configurationOn(h), own))).toBe(expected);
    for (const name of Object.keys(changed)) await h.push(pathOf(name));
    expect(orderOf(await configurationOn(h))).toBe(expected);
  },
);
