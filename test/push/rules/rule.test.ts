import { describe, expect, test } from "vitest";
import { push } from "../../../server/src/cli/commands/push.ts";
import type { Rule } from "../../../server/src/emulator/state/state.ts";
import type { RulesTarget } from "../../../server/src/workspace/config/config.ts";
import { runCommand } from "../../support/programs/run-command.ts";
import { rule } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

const admin = 'http.request.uri.path contains "/admin"';
const login = 'http.request.uri.path eq "/login"';

const notes = (h: Harness) => h.plans.at(-1)?.notes.join(" ") ?? "";
const rules = (h: Harness) => [...h.zone.rules.values()];
const expressions = (h: Harness) => [...h.zone.filters.values()].map((it) => it.expression);
const writes = (h: Harness) => h.requests.filter((it) => !it.startsWith("GET"));

/** Creates a rule and a filter externally. */
async function stranger(h: Harness, expression: string): Promise<Rule> {
  h.write("stranger.cfrule", rule(expression, "log", "# @description A stranger\n"));
  await h.push("stranger.cfrule");
  h.forget("stranger.cfrule");
  h.requests.length = 0;
  const made = rules(h).find((it) => it.description === "A stranger");
  if (!made) throw new Error("There is no stranger.");
  return made;
}

describe("the recommended sequence", () => {
  test("creates the filter, then the rule", async () => {
    const text = rule(
      admin,
      "block",
      "# @description Mine\n# @priority 3\n# @paused\n# @ref mine\n",
    );
    using h = new Harness({ files: { "a.cfrule": text } });
    const { outcome, ids } = await h.push("a.cfrule");
    expect(outcome).toBe("created");
    expect(writes(h)).toEqual(["POST /filters", "POST /firewall/rules"]);
    expect(rules(h)).toEqual([
      {
        id: ids.rule,
        action: "block",
        description: "Mine",
        priority: 3,
        paused: true,
        ref: "mine",
        filter: ids.filter,
      },
    ]);
    expect(expressions(h)).toEqual([admin]);
    expect(notes(h)).toBe("The rule is paused and has no effect.");
    expect(h.entry("a.cfrule")).toMatchObject({
      rule: ids.rule,
      filter: ids.filter,
      state: "done",
    });
    expect((await h.push("a.cfrule")).outcome).toBe("unchanged");
  });

  test("shares an equal filter, and names the other rules", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    const other = await stranger(h, admin);
    expect((await h.push("a.cfrule")).ids.filter).toBe(other.filter);
    expect(writes(h)).toEqual(["POST /firewall/rules"]);
    expect(notes(h)).toBe(
      `The filter '${admin}' (${other.filter}) already exists and is used by 'A stranger'. The rule shares it.`,
    );
    expect(h.entry("a.cfrule")).toMatchObject({ shared: true });
  });

  test("does not share a paused filter", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    const { filter } = await stranger(h, admin);
    h.zone.filters.set(filter, { id: filter, expression: admin, paused: true });
    await h.push("a.cfrule");
    expect(expressions(h)).toEqual([admin, admin]);
  });

  test("adopts an equal rule", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin, "log") } });
    const other = await stranger(h, admin);
    expect(await h.push("a.cfrule")).toMatchObject({
      outcome: "unchanged",
      ids: { rule: other.id },
    });
    expect(rules(h)).toHaveLength(1);
  });

  test("updates the filter in place, and keeps unknown properties", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin, "block", "# @description Mine\n") } });
    const { ids } = await h.push("a.cfrule");
    const { filter = "", rule: id = "" } = ids;
    h.zone.filters.set(filter, {
      id: filter,
      expression: admin,
      paused: false,
      description: "Kept",
    });
    h.zone.rules.set(id, { ...(rules(h)[0] as Rule), priority: 9, ref: "kept" });
    h.write("a.cfrule", rule(login, "log"));
    h.requests.length = 0;
    expect(await h.push("a.cfrule")).toMatchObject({ outcome: "updated", ids });
    expect(writes(h)).toEqual([`PUT /filters/${filter}`, `PUT /firewall/rules/${id}`]);
    expect([...h.zone.filters.values()]).toEqual([
      { id: filter, expression: login, paused: false, description: "Kept" },
    ]);
    // The description was removed from the file; the other settings were never in it.
    expect(rules(h)).toEqual([
      { id, action: "log", paused: false, priority: 9, ref: "kept", filter },
    ]);
  });

  test("does not change a shared filter, and names the rules that share it", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    const other = await stranger(h, admin);
    await h.push("a.cfrule");
    h.write("a.cfrule", rule(login));
    expect((await h.push("a.cfrule")).outcome).toBe("updated");
    expect(h.questions[0]).toContain(`is also used by 'A stranger'.`);
    expect(notes(h)).toContain("It is kept, and this rule gets a separate filter.");
    expect(h.zone.filters.get(other.filter)?.expression).toBe(admin);
    expect(expressions(h).sort()).toEqual([admin, login].sort());
    expect(h.entry("a.cfrule")).not.toHaveProperty("shared");
  });

  test("changes a shared filter when requested", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    const other = await stranger(h, admin);
    await h.push("a.cfrule");
    h.write("a.cfrule", rule(login));
    h.answers = { confirm: "yes", choose: 1 };
    expect((await h.push("a.cfrule")).outcome).toBe("updated");
    expect(h.zone.filters.get(other.filter)?.expression).toBe(login);
    expect(notes(h)).toContain(`'A stranger'. It is updated for every rule that uses it.`);
  });

  test("switches to an equal filter, and deletes the old one", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    const other = await stranger(h, login);
    await h.push("a.cfrule");
    h.write("a.cfrule", rule(login));
    expect((await h.push("a.cfrule")).ids.filter).toBe(other.filter);
    expect(expressions(h)).toEqual([login]);
  });

  test("keeps its filter when another resource uses it", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    await stranger(h, login);
    const { ids } = await h.push("a.cfrule");
    h.write("a.cfrule", rule(login));
    const inUse = { kind: "status", status: 400, method: "DELETE", path: "/filters" } as const;
    h.emulator.configure({ faults: [inUse] });
    const { outcome, message } = await h.push("a.cfrule");
    expect(outcome).toBe("updated");
    expect(message).toContain(
      `The filter '${admin}' (${ids.filter}) was kept because something else uses it.`,
    );
    expect(h.entry("a.cfrule")?.state).toBe("done");
  });

  test("stops at the quota, and continues later", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) }, settings: { ruleQuota: 0 } });
    const { message } = await h.push("a.cfrule");
    expect(message).toMatch(
      /This zone is limited to 0 rules.*The filter '.*' \(\w+\) exists\. Fix the cause, then push again/,
    );
    expect(h.entry("a.cfrule")).toMatchObject({ state: "filter-created" });
    expect((await h.compare("a.cfrule")).message).toBe(
      "Not on the service. Push to create it. The last push stopped at 'filter-created'.",
    );
    h.emulator.configure({ ruleQuota: 1 });
    h.write("a.cfrule", rule(login));
    expect((await h.push("a.cfrule")).outcome).toBe("created");
    // The leftover filter was updated from the file.
    expect(expressions(h)).toEqual([login]);
  });

  test("explains what to use where firewall rules are not available", async () => {
    using h = new Harness({
      files: { "a.cfrule": rule(admin) },
      settings: { firewallRulesGone: true },
    });
    expect((await h.push("a.cfrule")).message).toContain(
      `Set "rulesTarget": "rulesets" in profile 'local'.`,
    );
  });
});

describe.each<RulesTarget>(["firewall-rules", "rulesets"])("a lost answer (%s)", (rulesTarget) => {
  const files = { "a.cfrule": rule(admin), "b.cfrule": rule(admin) };
  const path = rulesTarget === "rulesets" ? "/rules" : "/firewall/rules";

  /** The second write of rulesets is the real one. */
  const losing = (h: Harness, afterEffect: boolean) => {
    let writes = 0;
    h.count((_number, request) => {
      if (request.startsWith("POST") && request.endsWith(path)) writes++;
      const isIt = request.startsWith("POST") && writes === (rulesTarget === "rulesets" ? 2 : 1);
      h.emulator.configure({ faults: isIt ? [{ kind: "drop", afterEffect }] : [] });
    });
  };

  test("of a create does not claim the equal rule of another file", async () => {
    using h = new Harness({ files, rulesTarget });
    await h.push("a.cfrule");
    losing(h, false);
    const result = await h.push("b.cfrule");
    expect(result).toMatchObject({ outcome: "failed" });
    expect(result.message).toContain("Create rule: not done.");
    expect(h.entry("b.cfrule")?.rule).toBeUndefined();
  });

  test("of a create that was carried out finds its own rule", async () => {
    using h = new Harness({ files, rulesTarget });
    await h.push("a.cfrule");
    losing(h, true);
    expect((await h.push("b.cfrule")).outcome).toBe("created");
    expect(h.entry("b.cfrule")?.rule).not.toBe(h.entry("a.cfrule")?.rule);
    expect(h.zone.rules.size + h.rulesetRules.length).toBe(2);
  });

  test("of a create does not claim a rule of another person with another action", async () => {
    using h = new Harness({ files: { "b.cfrule": rule(admin) }, rulesTarget });
    const theirs = { "z.cfrule": rule(login), "a.cfrule": rule(admin, "log") };
    using other = new Harness({ files: theirs, rulesTarget, emulator: h.emulator });
    await other.push("z.cfrule");
    let writes = 0;
    h.count(async (_number, request) => {
      if (!request.startsWith("POST") || !request.endsWith(path)) return;
      if (rulesTarget === "rulesets" && ++writes < 2) return;
      h.before = () => {};
      await other.push("a.cfrule");
      h.emulator.configure({ faults: [{ kind: "drop" }] });
    });
    expect((await h.push("b.cfrule")).message).toContain("Create rule: not done.");
    expect(h.entry("b.cfrule")?.rule).toBeUndefined();
  });

  test("and an equal rule of another person: nothing is deleted", async () => {
    using h = new Harness({ files: { "b.cfrule": rule(admin) }, rulesTarget });
    const theirs = { ...files, "z.cfrule": rule(login) };
    using other = new Harness({ files: theirs, rulesTarget, emulator: h.emulator });
    await other.push("z.cfrule");
    let writes = 0;
    h.count(async (_number, request) => {
      if (!request.startsWith("POST") || !request.endsWith(path)) return;
      if (rulesTarget === "rulesets" && ++writes < 2) return;
      h.before = () => {};
      await other.push("a.cfrule");
      h.emulator.configure({ faults: [{ kind: "drop", afterEffect: true, times: 1 }] });
    });
    await h.push("b.cfrule");
    expect(h.requests.filter((it) => it.startsWith("DELETE"))).toEqual([]);
    const id = other.entry("a.cfrule")?.rule ?? "";
    expect(h.zone.rules.has(id) || h.rulesetRules.some((it) => it.id === id)).toBe(true);
  });
});

describe("rule directives", () => {
  test.each([
    ["allow", "# @action allow\n", "firewall-rules", "created"],
    ["bypass", "# @action bypass\n# @products waf, uaBlock\n", "firewall-rules", "created"],
    ["a skip", "# @action skip\n# @skip ruleset=current\n", "rulesets", "created"],
    ["products to skip", "# @action skip\n# @products waf\n", "rulesets", "created"],
    ["JSON", '# @action skip\n# @skip {"phases":["http_ratelimit"]}\n', "rulesets", "created"],
  ] as const)("%s is sent", async (_, head, rulesTarget, outcome) => {
    using h = new Harness({ files: { "a.cfrule": `${head}${admin}\n` }, rulesTarget });
    expect(await h.push("a.cfrule")).toMatchObject({ outcome });
    expect(await h.push("a.cfrule")).toMatchObject({ outcome: "unchanged" });
  });

  test.each([
    ["an unknown action", "# @action ban\n", "firewall-rules", "'ban'"],
    ["allow in rulesets", "# @action allow\n", "rulesets", "Use 'skip'"],
    ["a skip of nothing", "# @action skip\n", "rulesets", "'# @skip ruleset=current'"],
    ["products of a block", "# @action block\n# @products waf\n", "firewall-rules", "'bypass'"],
    ["a priority of words", "# @action log\n# @priority high\n", "firewall-rules", "integer"],
    ["a value expression", "# @value\n", "firewall-rules", ""],
    ["no action", "", "firewall-rules", "has no action. Add a line such as '# @action block'"],
  ] as const)("%s is refused before anything is sent", async (_, head, rulesTarget, why) => {
    using h = new Harness({ files: { "a.cfrule": `${head}${admin}\n` }, rulesTarget });
    const { outcome, message } = await h.push("a.cfrule");
    expect(outcome).toBe("failed");
    expect(message).toContain(why);
    expect(writes(h)).toEqual([]);
  });

  test("the action comes from a prompt, an option or the existing rule", async () => {
    using h = new Harness({ files: { "a.cfrule": admin, "b.cfrule": login } });
    h.answers = { confirm: "yes", choose: 1 };
    expect((await h.push("a.cfrule")).outcome).toBe("created");
    expect((await h.push("b.cfrule", { action: "log" })).outcome).toBe("created");
    expect(rules(h).map((it) => it.action)).toEqual(["managed_challenge", "log"]);
    h.answers = { confirm: "yes" };
    expect((await h.push("b.cfrule")).outcome).toBe("unchanged");
  });

  test("a renamed file keeps its rule", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    const { ids } = await h.push("a.cfrule");
    h.rename("a.cfrule", "rules/b.cfrule");
    expect(await h.push("rules/b.cfrule")).toMatchObject({ outcome: "unchanged", ids });
    h.rename("rules/b.cfrule", "b.cfrule");
    h.write("b.cfrule", rule(login));
    expect(await h.push("b.cfrule")).toMatchObject({ outcome: "updated", ids: { rule: ids.rule } });
    expect(rules(h)).toHaveLength(1);
  });
});

describe("the simplified sequence", () => {
  test("creates both in one request", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin, "block", "# @description Mine\n") } });
    expect((await h.push("a.cfrule", { inline: true })).outcome).toBe("created");
    expect(writes(h)).toEqual(["POST /firewall/rules"]);
    expect(rules(h)).toMatchObject([{ action: "block", description: "Mine" }]);
    expect(await h.push("a.cfrule")).toMatchObject({ outcome: "unchanged" });
    h.write("a.cfrule", rule(login));
    expect((await h.push("a.cfrule", { inline: true })).message).toContain(
      "'--inline' can only create",
    );
  });

  test.each([
    ["over the quota", { ruleQuota: 0 }, { ruleQuota: 1 }],
    ["without the feature", { unavailable: ["block"] }, { unavailable: [] }],
  ])("%s finds the existing filter, and continues with the other sequence", async (_, stop, go) => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) }, settings: stop });
    const { outcome, message } = await h.push("a.cfrule", { inline: true });
    expect(outcome).toBe("failed");
    expect(message).toMatch(/The filter '.*' \(\w{32}\) was created without its rule\./);
    expect(message).toContain("push the file without '--inline' to continue with this filter.");
    const left = h.entry("a.cfrule");
    expect(left).toMatchObject({ state: "filter-created" });
    h.emulator.configure(go);
    h.requests.length = 0;
    expect(await h.push("a.cfrule")).toMatchObject({
      outcome: "created",
      ids: { filter: left?.filter },
    });
    expect(writes(h)).toEqual(["POST /firewall/rules"]);
    expect(expressions(h)).toEqual([admin]);
  });

  test("needs one request as well when an equal filter exists", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    const other = await stranger(h, admin);
    expect((await h.push("a.cfrule", { inline: true })).ids.filter).toBe(other.filter);
    expect(expressions(h)).toEqual([admin]);
  });
});

describe("rulesets", () => {
  test("a dry run is sent first, and a rejected rule is not sent", async () => {
    using h = new Harness({
      files: { "a.cfrule": rule(admin) },
      rulesTarget: "rulesets",
      settings: { ruleQuota: 0 },
    });
    const { message } = await h.push("a.cfrule");
    expect(message).toContain("Dry run: ");
    expect(message).toContain("This zone is limited to 0 rules. Nothing was changed.");
    expect(writes(h)).toEqual(["POST /rulesets"]);
    expect(h.lockText()).toBe("");
    h.emulator.configure({ ruleQuota: 1 });
    expect((await h.push("a.cfrule")).outcome).toBe("created");
  });

  test("an update keeps other properties and the position", async () => {
    const [mine, yours] = [rule(admin, "block", "# @description Mine\n"), rule(login, "log")];
    using h = new Harness({
      files: { "a.cfrule": mine, "b.cfrule": yours },
      rulesTarget: "rulesets",
    });
    await h.push("a.cfrule");
    await h.push("b.cfrule");
    const [ruleset] = h.zone.rulesets.values();
    const response = { status_code: 429, content: "No.", content_type: "text/plain" };
    const first = { ...h.rulesetRules[0], action_parameters: { response } };
    h.zone.rulesets.set(ruleset?.id ?? "", {
      ...ruleset,
      rules: [first, h.rulesetRules[1]],
    } as never);
    h.write("a.cfrule", rule('http.host eq "a.example"', "block", "# @paused\n# @priority 1\n"));
    expect((await h.push("a.cfrule")).outcome).toBe("updated");
    expect(h.rulesetRules.map((it) => it.expression)).toEqual(['http.host eq "a.example"', login]);
    expect(h.rulesetRules[0]).toMatchObject({ action_parameters: { response }, enabled: false });
    expect(h.rulesetRules[0]).not.toHaveProperty("description");
    expect(notes(h)).toContain("in rulesets, the order of the rules decides");
    expect(notes(h)).toContain("The rule is disabled and has no effect.");
  });

  test("--inline is not supported", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) }, rulesTarget: "rulesets" });
    expect((await h.push("a.cfrule", { inline: true })).message).toContain(
      "only applies to firewall rules",
    );
  });
});

describe("deleting", () => {
  test("deletes the rule, then its own filter", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    const { ids } = await h.push("a.cfrule");
    h.requests.length = 0;
    expect((await h.remove("a.cfrule")).outcome).toBe("deleted");
    expect(writes(h)).toEqual([
      `DELETE /firewall/rules/${ids.rule}`,
      `DELETE /filters/${ids.filter}`,
    ]);
    expect(h.entry("a.cfrule")).toBeUndefined();
    expect(h.folder.read("a.cfrule")).toBe(rule(admin));
    expect(await h.remove("a.cfrule")).toMatchObject({
      outcome: "unchanged",
      message: "Already deleted from the service.",
    });
    expect((await h.remove("b.cfrule")).message).toContain("has no entry for 'b.cfrule'");
  });

  test("keeps a filter that is shared or existed before", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    const other = await stranger(h, admin);
    await h.push("a.cfrule");
    await h.remove("a.cfrule");
    expect(notes(h)).toBe(
      `The filter '${admin}' (${other.filter}) is kept: also used by 'A stranger'.`,
    );
    expect(rules(h).map((it) => it.id)).toEqual([other.id]);
    await h.push("a.cfrule");
    h.zone.rules.delete(other.id);
    await h.remove("a.cfrule");
    expect(notes(h)).toBe(
      `The filter '${admin}' (${other.filter}) is kept: it existed before the rule.`,
    );
    expect(expressions(h)).toEqual([admin]);
  });

  test("cannot change its phase", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) }, rulesTarget: "rulesets" });
    await h.push("a.cfrule");
    h.write("a.cfrule", rule(admin, "block", "# @phase http_request_sbfm\n"));
    expect((await h.push("a.cfrule")).message).toBe(
      "The rule is in phase 'http_request_firewall_custom', which cannot be changed. Nothing was sent. Push a new file for 'http_request_sbfm', then delete this rule.",
    );
    expect((await h.remove("a.cfrule")).outcome).toBe("deleted");
    expect((await h.push("a.cfrule")).outcome).toBe("created");
  });

  test("of another phase is no earlier state of a new file", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) }, rulesTarget: "rulesets" });
    await h.push("a.cfrule");
    h.folder.remove("a.cfrule");
    h.write("b.cfrule", rule("ssl", "block", "# @phase http_request_sbfm\n"));
    const { status } = await runCommand(h, push, ["--all", "--prune", "--yes"]);
    expect([status, h.rulesetRules.map((it) => it.expression)]).toEqual([0, ["ssl"]]);
  });

  test("only removes the lock entry when the rule is already gone", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) }, rulesTarget: "rulesets" });
    await h.push("a.cfrule");
    h.zone.rulesets.clear();
    h.answers = { confirm: "no" };
    expect((await h.remove("a.cfrule")).message).toBe("Already deleted from the service.");
    expect(h.entry("a.cfrule")).toBeUndefined();
  });

  test("is refused while the outcome of a push is unknown", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    h.emulator.configure({ faults: [{ kind: "drop", path: "/filters", method: "POST" }] });
    let isSent = false;
    h.count((_number, request) => {
      if (isSent) h.emulator.configure({ faults: [{ kind: "drop" }] });
      isSent ||= request.startsWith("POST");
    });
    expect((await h.push("a.cfrule")).message).toContain(
      "Outcome unknown. The next attempt checks before sending.",
    );
    h.count(() => h.emulator.configure({ faults: [] }));
    expect((await h.remove("a.cfrule")).message).toContain(
      "Push the file again before you delete it",
    );
    expect((await h.push("a.cfrule")).outcome).toBe("created");
  });
});
