import { describe, expect, test } from "vitest";
import { deleteCommand } from "../../server/src/cli/commands/delete.ts";
import { push } from "../../server/src/cli/commands/push.ts";
import { undo } from "../../server/src/cli/commands/undo.ts";
import type { Command } from "../../server/src/cli/io.ts";
import { reviewCommand } from "../../server/src/cli/review/command.ts";
import { push as push_ } from "../../server/src/push/push.ts";
import { runCommand } from "../support/programs/run-command.ts";
import { rule } from "./faults/sequences.ts";
import { Harness } from "./harness.ts";

/** The question before a push is about this push: what is sent, in its order, and what is left out. */

type Files = Readonly<Record<string, string | undefined>>;

interface Case {
  readonly name: string;
  readonly before: Files;
  /** Undefined for a file that is deleted. */
  readonly after: Files;
  readonly args?: readonly string[];
  readonly says: readonly string[];
  readonly saysNot?: string;
  readonly target?: "rulesets" | "firewall-rules";
  /** A change by other means after the first push. */
  readonly colleague?: (h: Harness) => void;
  readonly status?: number;
}

const host = (name: string) => `http.host eq "${name}.example"`;
const more = rule(host("more"), "block");

const cases: readonly Case[] = [
  {
    name: "a renamed file is the same rule, and its action is weakened",
    before: { "a.cfrule": rule(host("a")), "more.cfrule": more },
    after: { "a.cfrule": undefined, "b.cfrule": rule(host("a"), "log") },
    says: ["These 2 rules together: block → allow.", "such as GET https://a.example/"],
  },
  {
    name: "renamed with another expression, but the same description",
    before: { "a.cfrule": rule(host("a"), "block", "# @description x\n"), "more.cfrule": more },
    after: { "a.cfrule": undefined, "b.cfrule": rule(host("b"), "block", "# @description x\n") },
    says: ["These 2 rules together: allow → block, block → allow."],
  },
  {
    name: "renamed with another expression, but the same ref",
    before: { "a.cfrule": rule(host("a"), "block", "# @ref x\n"), "more.cfrule": more },
    after: { "a.cfrule": undefined, "b.cfrule": rule(host("b"), "log", "# @ref x\n") },
    says: ["These 2 rules together: block → allow."],
  },
  {
    name: "a deletion by --prune",
    before: { "a.cfrule": rule(host("a")), "more.cfrule": more },
    after: {
      "a.cfrule": undefined,
      "more.cfrule": rule(host("more"), "block", "# @description y\n"),
    },
    args: ["--prune"],
    says: [
      "These 2 rules together: block → allow.",
      "block → allow: such as GET https://a.example/",
    ],
  },
  {
    name: "a deletion that is not carried out",
    before: { "a.cfrule": rule(host("a")), "b.cfrule": rule(host("b")), "more.cfrule": more },
    after: {
      "a.cfrule": undefined,
      "b.cfrule": "http.hots eq\n",
      "more.cfrule": rule(host("more"), "log"),
    },
    args: ["--prune"],
    says: ["This rule: block → allow.", "Not pushed: 'b.cfrule'."],
    status: 1,
  },
  {
    name: "swapped expressions, of which one has an error",
    before: { "a.cfrule": rule(host("a")), "b.cfrule": rule(host("b")) },
    after: { "a.cfrule": rule(host("b")), "b.cfrule": rule(`${host("a")} and`) },
    says: [
      "This rule: block → allow.",
      "such as GET https://a.example/",
      "Not pushed: 'b.cfrule'.",
    ],
    status: 1,
  },
  {
    name: "a conflict is not overwritten",
    before: { "a.cfrule": rule(host("a")), "b.cfrule": rule(host("b"), "log") },
    after: { "a.cfrule": rule(host("b")), "b.cfrule": rule(host("b"), "block") },
    target: "rulesets",
    colleague: (h) => {
      for (const it of h.zone.rulesets.values())
        h.zone.rulesets.set(it.id, {
          ...it,
          rules: it.rules.map((rule) =>
            rule.action === "log" ? { ...rule, expression: host("c") } : rule,
          ),
        });
    },
    says: ["This rule: allow → block, block → allow.", "Not pushed: 'b.cfrule'."],
    status: 1,
  },
  {
    name: "swapped expressions",
    before: { "a.cfrule": rule(host("a")), "b.cfrule": rule(host("b"), "log") },
    after: { "a.cfrule": rule(host("b")), "b.cfrule": rule(host("a"), "log") },
    says: ["These 2 rules together: allow → block, block → allow."],
  },
  {
    name: "two rules that exchange what they block",
    before: { "a.cfrule": rule(host("a")), "b.cfrule": rule(host("b")) },
    after: { "a.cfrule": rule(host("b")), "b.cfrule": rule(host("a")) },
    target: "rulesets",
    says: [
      "These 2 rules together change no outcome (proved).",
      "After the call for 'a.cfrule' and before that for 'b.cfrule', requests are open that are protected before and after: such as GET https://a.example/",
    ],
  },
  {
    name: "a block and a log that exchange their actions",
    before: {
      "a.cfrule": rule(host("a")),
      "b.cfrule": rule(`${host("a")} and ssl or ${host("a")}`, "log"),
    },
    after: {
      "a.cfrule": rule(host("a"), "log"),
      "b.cfrule": rule(`${host("a")} and ssl or ${host("a")}`),
    },
    says: [
      "After the call for 'a.cfrule' and before that for 'b.cfrule', requests are open that are protected before and after: such as GET https://a.example/",
    ],
  },
  {
    name: "protection that is added first",
    before: {
      "a.cfrule": rule(`${host("a")} and ssl or ${host("a")}`, "log"),
      "b.cfrule": rule(host("a")),
    },
    after: {
      "a.cfrule": rule(`${host("a")} and ssl or ${host("a")}`),
      "b.cfrule": rule(host("a"), "log"),
    },
    says: ["These 2 rules together change no outcome (proved)."],
    saysNot: "requests are open",
  },
  {
    name: "one rule of two that share a filter",
    before: { "a.cfrule": rule(host("a")), "b.cfrule": rule(host("a"), "log") },
    after: { "a.cfrule": rule(host("b")) },
    target: "firewall-rules",
    says: ["These 2 rules together: allow → block, block → allow."],
  },
  {
    name: "a file that wants the first place",
    before: { "a.cfrule": rule("ssl"), "b.cfrule": rule(host("a"), "managed_challenge") },
    after: {
      "a.cfrule": rule("ssl", "block", "# @position 2\n"),
      "b.cfrule": rule(host("a"), "managed_challenge", "# @position first\n"),
    },
    target: "rulesets",
    says: ["These 2 rules together: block → managed_challenge."],
  },
  {
    name: "the action of a rule that was deleted on the service",
    before: { "a.cfrule": rule(host("a")), "more.cfrule": more },
    after: { "a.cfrule": rule(host("a"), "managed_challenge") },
    target: "rulesets",
    colleague: (h) => {
      for (const it of h.zone.rulesets.values())
        h.zone.rulesets.set(it.id, { ...it, rules: it.rules.slice(1) });
    },
    says: ["These 2 rules together: allow → managed_challenge."],
  },
];

const targets = ["rulesets", "firewall-rules"] as const;
const all = targets.flatMap((target) =>
  cases.flatMap((it) => (it.target && it.target !== target ? [] : [{ ...it, target }])),
);

async function changed({ before, after, target, colleague }: Case): Promise<Harness> {
  const first = Object.entries(before).flatMap(([path, text]) => (text ? [[path, text]] : []));
  const h = new Harness({
    files: Object.fromEntries(first),
    ...(target && { rulesTarget: target }),
  });
  await runCommand(h, push, ["--all", "--yes"]);
  for (const [path, text] of Object.entries(after)) {
    if (text === undefined) h.folder.remove(path);
    else h.write(path, text);
  }
  colleague?.(h);
  return h;
}

describe("the first question is about this push", () => {
  test.each(all)("$target: $name", async (it) => {
    using h = await changed(it);
    const args = ["--all", ...(it.args ?? [])];
    const outputs = [(await runCommand(h, push, [...args, "--dry-run"])).out];
    // A plan in a file says the same, if all of it can be pushed.
    const planned = [...args, "--dry-run", "--out", "plan.json"];
    const isPlanned = !it.status && (await runCommand(h, push, planned)).status === 0;
    const overwrite = it.colleague ? ["--overwrite"] : [];
    const byPlan = ["--plan", "plan.json", ...overwrite];
    if (isPlanned) outputs.push((await runCommand(h, push, [...byPlan, "--dry-run"])).out);
    const isCarriedOut = isPlanned && it.target === "rulesets";
    const { out, status } = await runCommand(h, push, isCarriedOut ? byPlan : [...args, "--yes"]);
    for (const said of [...outputs, out]) {
      for (const text of it.says) expect(said).toContain(text);
      if (it.saysNot !== undefined) expect(said).not.toContain(it.saysNot);
    }
    expect(status).toBe(it.status ?? 0);
  });
});

interface Reversal {
  readonly name: string;
  readonly command: Command;
  readonly args: readonly string[];
  readonly prepare?: (h: Harness) => Promise<unknown>;
  readonly says: readonly string[];
}

const deleteBoth = (h: Harness) => runCommand(h, deleteCommand, ["a.cfrule", "b.cfrule", "--yes"]);

const reversals: readonly Reversal[] = [
  {
    name: "delete a rule",
    command: deleteCommand,
    args: ["a.cfrule"],
    says: ["This rule: block → allow.", "block → allow: such as GET https://a.example/"],
  },
  {
    name: "delete a rule that another one covers",
    command: deleteCommand,
    args: ["more.cfrule"],
    says: ["This rule changes no outcome (proved)."],
  },
  {
    name: "delete two rules",
    command: deleteCommand,
    args: ["a.cfrule", "b.cfrule"],
    says: ["These 2 rules together: block → allow."],
  },
  {
    name: "undo a push of several rules",
    command: undo,
    args: [],
    says: ["These 3 rules together: block → allow."],
  },
  {
    name: "undo the push of one file",
    command: undo,
    args: ["a.cfrule"],
    says: ["This rule: block → allow."],
  },
  {
    name: "undo a deletion",
    command: undo,
    args: [],
    prepare: deleteBoth,
    says: ["These 2 rules together: allow → block."],
  },
  {
    name: "undo a change",
    command: undo,
    args: [],
    prepare: (h) => {
      h.write("a.cfrule", rule(host("a"), "log"));
      return runCommand(h, push, ["a.cfrule", "--yes"]);
    },
    says: ["This rule: allow → block.", "such as GET https://a.example/"],
  },
];

describe("the question before an undo or a deletion", () => {
  const all = targets.flatMap((target) => reversals.map((it) => ({ target, ...it })));
  test.each(all)("$target: $name", async ({ target, command, args, prepare, says }) => {
    const files = {
      "a.cfrule": rule(host("a")),
      "b.cfrule": rule(host("b")),
      "more.cfrule": rule(`${host("a")} and http.request.method eq "POST"`),
    };
    using h = new Harness({ files, rulesTarget: target });
    await runCommand(h, push, ["--all", "--yes"]);
    await prepare?.(h);
    const dry = await runCommand(h, command, [...args, "--dry-run"]);
    const { out, status } = await runCommand(h, command, [...args, "--yes"]);
    for (const text of says) {
      expect(dry.out).toContain(text);
      expect(out).toContain(text);
      expect(out.split(text)).toHaveLength(2);
    }
    expect(status).toBe(0);
  });
});

test.each(targets)(
  "the plan lists each call once, and they are sent in its order: %s",
  async (rulesTarget) => {
    const files = {
      "a.cfrule": rule(host("a")),
      "b.cfrule": rule(host("b")),
      "c.cfrule": rule(host("a"), "log", rulesTarget === "rulesets" ? "# @after a.cfrule\n" : ""),
    };
    using h = new Harness({ files, rulesTarget });
    const { out } = await runCommand(h, push, ["--all", "--dry-run", "--format", "json"]);
    const { results } = JSON.parse(out) as { results: { calls: string[] }[] };
    const announced = results.flatMap((it) => it.calls);
    const session = h.session();
    for (const path of Object.keys(files)) await push_(path, session, {});
    const sent = h.requests.filter((it) => !it.startsWith("GET"));
    const shown = (call: string) => call.replace(/ \/zones\/\w+/, " ").replace(/\?.*/, "");
    expect(announced.map((it) => shown(it).replace(/new-\d+/, "ID"))).toEqual(
      sent.map((it) => it.replace(/\/[0-9a-f]{32}/g, "/ID")),
    );
  },
);

test("a call that was not announced is not sent, but planned and announced again", async () => {
  using h = new Harness({ files: { "a.cfrule": rule(host("a")) }, rulesTarget: "rulesets" });
  using other = new Harness({
    files: { "z.cfrule": rule(host("z")) },
    rulesTarget: "rulesets",
    emulator: h.emulator,
  });
  h.count(async (number) => {
    // The entry point is created while the first one is asked.
    if (number === 1) await other.push("z.cfrule");
  });
  expect(await h.push("a.cfrule")).toMatchObject({ outcome: "created" });
  expect(h.plans.map((it) => it.calls.length)).toEqual([2, 2]);
  expect(h.plans.at(-1)?.calls[0]).toMatch(/^POST .*\/rules\?dry_run=true$/);
  expect(h.rulesetRules).toHaveLength(2);
});

describe("a review against the service is about the push of the files", () => {
  const review = async (h: Harness, ...more: string[]) =>
    runCommand(h, reviewCommand, ["--service", ".", "--forbid", "block->allow", ...more]);

  test.each(targets)("a renamed rule that is weakened is forbidden: %s", async (target) => {
    using h = await changed({
      name: "",
      before: { "a.cfrule": rule(host("a")), "more.cfrule": more },
      after: { "a.cfrule": undefined, "b.cfrule": rule(host("a"), "log") },
      says: [],
      target,
    });
    const { out, status } = await review(h);
    expect(out).toContain("block → allow   such as GET https://a.example/");
    expect(out).toContain("b.cfrule");
    expect(status).toBe(1);
  });

  test.each(targets)("a file that would be refused is not examined: %s", async (target) => {
    using h = await changed({
      name: "",
      before: { "a.cfrule": rule(host("a")), "b.cfrule": rule(host("b")) },
      after: { "a.cfrule": rule(host("b")), "b.cfrule": rule("http.hots eq 1") },
      says: [],
      target,
    });
    const { out, status } = await review(h);
    expect(out).toContain("not examined: b.cfrule (would not be pushed: ");
    expect(out).toContain("block → allow   such as GET https://a.example/");
    expect(status).toBe(1);
  });

  test.each(targets)("a file that is gone keeps its rule: %s", async (target) => {
    using h = await changed({
      name: "",
      before: { "a.cfrule": rule(host("a")), "more.cfrule": more },
      after: { "a.cfrule": undefined },
      says: [],
      target,
    });
    expect(await review(h)).toMatchObject({ status: 0 });
  });
});
