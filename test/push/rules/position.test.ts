import { describe, expect, test } from "vitest";
import { undo } from "../../../server/src/push/undo.ts";
import { rule } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

const names = ["a", "b", "c"] as const;

function text(name: string, more = ""): string {
  return rule(`http.host eq "${name}.example"`, "block", `# @ref ${name}\n${more}`);
}

async function three(): Promise<Harness> {
  const files = Object.fromEntries(names.map((it) => [`rules/${it}.cfrule`, text(it)]));
  const h = new Harness({ files, rulesTarget: "rulesets" });
  for (const it of names) expect((await h.push(`rules/${it}.cfrule`)).outcome).toBe("created");
  return h;
}

function order(h: Harness): string {
  return h.rulesetRules.map((it) => String(it.ref)).join("");
}

function idOf(h: Harness, name: string): string {
  return h.rulesetRules.find((it) => it.ref === name)?.id ?? "";
}

describe("the position of a rule in its ruleset", () => {
  test.each([
    ["c", "# @position first", "cab"],
    ["a", "# @position last", "bca"],
    ["c", "# @position 2", "acb"],
    ["a", "# @position 99", "bca"],
    ["c", "# @before a", "cab"],
    ["c", "# @before b", "acb"],
    ["a", "# @after c", "bca"],
    ["a", "# @after b.cfrule", "bac"],
    ["a", "# @after rules/c", "bca"],
  ])("'%s' with '%s' is moved, once", async (name, line, expected) => {
    using h = await three();
    const path = `rules/${name}.cfrule`;
    h.write(path, text(name, `${line}\n`));
    expect((await h.compare(path)).outcome).toBe("updated");
    const result = await h.push(path);
    expect([result.outcome, result.message]).toEqual(["updated", expect.any(String)]);
    expect(order(h)).toBe(expected);
    const change = h.plans.at(-1)?.changes.find((it) => it.name === "position");
    expect(change?.before).toMatch(/^\d of 3$/);
    expect(change?.after).toBeDefined();
    expect((await h.compare(path)).outcome).toBe("unchanged");
    expect((await h.push(path)).outcome).toBe("unchanged");
  });

  test("refers to the file beside its own first, and then to one from the top", async () => {
    using h = await three();
    h.write("c.cfrule", text("top", "# @position first\n"));
    expect((await h.push("c.cfrule")).outcome).toBe("created");
    h.write("rules/d.cfrule", text("d", "# @before c.cfrule\n"));
    expect((await h.push("rules/d.cfrule")).outcome).toBe("created");
    expect(order(h)).toBe("topabdc");
  });

  test("can refer to another rule by its ID", async () => {
    using h = await three();
    h.write("rules/c.cfrule", text("c", `# @before ${idOf(h, "a")}\n`));
    await h.push("rules/c.cfrule");
    expect(order(h)).toBe("cab");
  });

  test("applies to a new rule", async () => {
    using h = await three();
    h.write("d.cfrule", text("d", "# @before b\n"));
    expect((await h.push("d.cfrule")).outcome).toBe("created");
    expect(order(h)).toBe("adbc");
  });

  test("is restored by undo", async () => {
    using h = await three();
    h.write("rules/c.cfrule", text("c", "# @before a\n"));
    const { undo: was } = await h.push("rules/c.cfrule");
    expect(order(h)).toBe("cab");
    if (!was) throw new Error("The push cannot be undone.");
    expect((await undo("rules/c.cfrule", h.session(), was)).outcome).toBe("updated");
    expect(order(h)).toBe("abc");
  });

  test("an external move is a difference", async () => {
    using h = await three();
    h.write("rules/a.cfrule", text("a", "# @position first\n"));
    expect((await h.push("rules/a.cfrule")).outcome).toBe("unchanged");
    for (const it of h.zone.rulesets.values())
      h.zone.rulesets.set(it.id, { ...it, rules: it.rules.toReversed() });
    expect((await h.compare("rules/a.cfrule")).outcome).toBe("updated");
  });

  test("two rules after the same rule do not displace each other", async () => {
    using h = await three();
    for (const it of ["a", "b"]) h.write(`rules/${it}.cfrule`, text(it, "# @after c\n"));
    for (const it of ["a", "b"]) await h.push(`rules/${it}.cfrule`);
    for (const it of ["a", "b"])
      expect((await h.compare(`rules/${it}.cfrule`)).outcome).toBe("unchanged");
  });

  test("an unknown rule is reported, and nothing is sent", async () => {
    using h = await three();
    h.write("rules/a.cfrule", text("a", "# @before nobody\n"));
    h.requests.length = 0;
    const { outcome, message } = await h.push("rules/a.cfrule");
    expect(outcome).toBe("failed");
    expect(message).toContain("'@before nobody' matches no rule of the ruleset.");
    expect(h.requests.filter((it) => !it.startsWith("GET"))).toEqual([]);
  });

  test("a pull keeps the file's position and adds none", async () => {
    using h = await three();
    h.write("rules/a.cfrule", text("a", "# @position first\n"));
    await h.push("rules/a.cfrule");
    for (const it of h.rulesetRules) Object.assign(it, { action: "log" });
    await h.pull();
    expect(h.folder.read("rules/a.cfrule")).toContain("# @position first");
    expect(h.folder.read("rules/a.cfrule")).toContain("# @action log");
    expect(h.folder.read("rules/b.cfrule")).not.toMatch(/@(position|before|after)/);
  });

  test("the first rule of a ruleset accepts any position", async () => {
    using h = new Harness({
      files: { "a.cfrule": text("a", "# @position 7\n") },
      rulesTarget: "rulesets",
    });
    expect((await h.push("a.cfrule")).outcome).toBe("created");
    expect((await h.compare("a.cfrule")).outcome).toBe("unchanged");
  });

  test("firewall rules use '@priority' instead", async () => {
    using h = new Harness({ files: { "a.cfrule": text("a", "# @position first\n") } });
    expect((await h.push("a.cfrule")).outcome).toBe("created");
    expect(h.plans[0]?.notes.join()).toContain("Use '@priority' for firewall rules.");
  });
});

describe("a pull after the order has changed on the service", () => {
  test.each([
    ["b", "# @position 2", ["b", "a", "c"], "# @position first"],
    ["a", "# @position first", ["b", "c", "a"], "# @position 3"],
    ["c", "# @position last", ["c", "a", "b"], "# @position first"],
    ["a", "# @before c", ["b", "c", "a"], "# @after c"],
    ["c", "# @after a.cfrule", ["c", "a", "b"], "# @before a.cfrule"],
    ["a", "# @before c", ["a", "b"], undefined],
  ])("'%s' with '%s' and the order %j gets '%s'", async (name, line, now, expected) => {
    using h = await three();
    const path = `rules/${name}.cfrule`;
    h.write(path, text(name, `${line}\n`));
    expect((await h.push(path)).outcome).not.toBe("failed");
    const [ruleset] = h.zone.rulesets.values();
    const rules = now.map((it) => h.rulesetRules.find(({ ref }) => ref === it));
    Object.assign(ruleset ?? {}, { rules });
    expect(await h.compare(path)).not.toMatchObject({ outcome: "unchanged" });
    const [pulled] = await h.pull(path);
    expect(pulled).toMatchObject({ outcome: "updated" });
    expect(h.folder.read(path)).toBe(text(name, expected ? `${expected}\n` : ""));
    expect(await h.compare(path)).toMatchObject({ outcome: "unchanged" });
    expect(await h.pull(path)).toMatchObject([{ outcome: "unchanged" }]);
  });

  test("keeps a position that was never pushed", async () => {
    using h = await three();
    h.write("rules/c.cfrule", text("c", "# @position first\n"));
    h.answers = { ...h.answers, confirm: "unavailable" };
    await h.pull("rules/c.cfrule");
    expect(h.folder.read("rules/c.cfrule")).toContain("# @position first");
    expect(h.plans.at(-1)).toMatchObject({ careful: true });
  });
});
