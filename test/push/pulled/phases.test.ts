import { expect, test } from "vitest";
import { remoteText } from "../../../server/src/push/pulled/remote-text.ts";
import { listResources } from "../../../server/src/push/resources.ts";
import { rule } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

const phase = "http_ratelimit";
const text = rule("ssl", "block", `# @phase ${phase}\n`);

/** Adds a rule in a phase that the emulator does not support, as if the file had been pushed to it. */
async function withOtherPhase(h: Harness): Promise<void> {
  h.write("usual.cfrule", rule("ssl"));
  await h.push("usual.cfrule");
  const [ruleset] = h.zone.rulesets.values();
  if (!ruleset) throw new Error("There is no ruleset.");
  h.zone.rulesets.set(ruleset.id, { ...ruleset, phase });
  const lock = h.lockText().replace("usual.cfrule", "a.cfrule");
  h.forget("usual.cfrule");
  h.write("weir.lock.json", lock);
}

test("a rule of another phase has text on the service, and is listed", async () => {
  using h = new Harness({ files: { "a.cfrule": text }, rulesTarget: "rulesets" });
  await withOtherPhase(h);
  expect(await remoteText("a.cfrule", h.session())).toBe(text);
  const { resources } = await listResources(h.session());
  expect(resources).toMatchObject([{ kind: "rule", path: "a.cfrule", standing: "in-sync" }]);
});

test("rules are listed in the order in which they run", async () => {
  const files = {
    "a.cfrule": text,
    "b.cfrule": rule("ssl", "log", "# @phase http_request_transform\n"),
    "c.cfrule": rule("not ssl"),
  };
  using h = new Harness({ files, rulesTarget: "rulesets" });
  await withOtherPhase(h);
  await h.push("c.cfrule");
  const [limits] = h.zone.rulesets.values();
  if (!limits) throw new Error("There is no ruleset.");
  const rules = limits.rules.map((it) => ({ ...it, id: "f".repeat(32), description: "rewrite" }));
  h.zone.rulesets.set("9", { ...limits, id: "9", phase: "http_request_transform", rules });
  const { resources } = await listResources(h.session());
  expect(resources.map((it) => it.path ?? it.name)).toEqual(["rewrite", "c.cfrule", "a.cfrule"]);
});

test("firewall rules are listed by priority", async () => {
  const priorities = [
    ["a", "# @priority 7\n"],
    ["b", ""],
    ["c", "# @priority 2\n"],
  ] as const;
  const files = Object.fromEntries(
    priorities.map(([name, more]) => [
      `${name}.cfrule`,
      rule(`http.host eq "${name}"`, "log", more),
    ]),
  );
  using h = new Harness({ files });
  for (const it of Object.keys(files)) await h.push(it);
  const { resources } = await listResources(h.session());
  const rules = resources.filter((it) => it.kind === "rule");
  expect(rules.map((it) => it.path)).toEqual(["c.cfrule", "a.cfrule", "b.cfrule"]);
});

test("a rule of another phase without a file is pulled with its phase", async () => {
  using h = new Harness({ files: { "a.cfrule": text }, rulesTarget: "rulesets" });
  await withOtherPhase(h);
  const id = "f".repeat(32);
  for (const it of h.rulesetRules) Object.assign(it, { id, ref: id, expression: "not ssl" });
  const results = await h.pull();
  const path = results.find((it) => it.outcome === "created")?.path ?? "";
  expect(h.folder.read(path)).toBe(`# @action block\n# @phase ${phase}\nnot ssl\n`);
});
