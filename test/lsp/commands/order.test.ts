import { afterEach, expect, test } from "vitest";
import { removeFolders } from "../../support/folders.ts";
import { stopClients } from "../../support/programs/lsp.ts";
import { saysYes, Workbench, weirJson } from "../../support/programs/workbench.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

function rule(name: string, directive: string): string {
  return `# @action block\n# @description ${name}\n# ${directive}\nhttp.host eq "${name}"\n`;
}

async function pushed(rules: Readonly<Record<string, string>>) {
  const files = Object.fromEntries(
    Object.entries(rules).map(([name, it]) => [`${name}.cfrule`, rule(name, it)]),
  );
  const bench = await Workbench.open({
    offers: { confirm: true, choose: true },
    answers: saysYes,
    files: { ...files, "weir.json": weirJson({ rulesTarget: "rulesets" }) },
  });
  const uris = Object.keys(files).map((it) => bench.uri(it));
  const answer = await bench.run<{ results: { outcome: string }[] }>("weir.push", { uris });
  const order = [...bench.zone.rulesets.values()].flatMap((it) => it.rules);
  return [answer.results.map((it) => it.outcome), order.map((it) => it.description).join(" ")];
}

test.each([
  [{ a: "@after b", b: "", c: "@position first" }, "created", "c b a"],
  [{ a: "@after b", b: "@after a", c: "" }, "failed", ""],
])(
  "several rules are pushed in the order of their positions: %j",
  async (rules, outcome, order) => {
    expect(await pushed(rules)).toEqual([[outcome, outcome, outcome], order]);
  },
);
