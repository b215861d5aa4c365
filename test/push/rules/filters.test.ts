import { expect, test } from "vitest";
import { deleteCommand } from "../../../server/src/cli/commands/delete.ts";
import { pull } from "../../../server/src/cli/commands/pull.ts";
import { push } from "../../../server/src/cli/commands/push.ts";
import { undo } from "../../../server/src/cli/commands/undo.ts";
import { runCommand } from "../../support/programs/run-command.ts";
import { rule } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

/** A filter that Weir created goes with the last rule that uses it, whichever file's push created it. Others' filters stay. */

const admin = 'http.request.uri.path contains "/admin"';
const login = 'http.request.uri.path eq "/login"';

type Step = (h: Harness) => unknown;

const write =
  (path: string, ...text: Parameters<typeof rule>): Step =>
  (h) =>
    h.write(path, rule(...text));
const gone =
  (path: string): Step =>
  (h) =>
    h.folder.remove(path);
const pushAll: Step = (h) => runCommand(h, push, ["--all", "--yes", "--overwrite"]);
const prune: Step = (h) => runCommand(h, push, ["--all", "--yes", "--prune"]);
const remove =
  (...paths: string[]): Step =>
  (h) =>
    runCommand(h, deleteCommand, [...paths, "--yes"]);
const undoLast: Step = (h) => runCommand(h, undo, ["--yes"]);
const pullAll: Step = (h) => runCommand(h, pull, ["--yes"]);

/** Another person has a rule with its own filter. */
const stranger: Step = async (h) => {
  h.write("stranger.cfrule", rule(admin, "log", "# @description A stranger\n"));
  await h.push("stranger.cfrule");
  h.forget("stranger.cfrule");
};
const strangerLeaves: Step = (h) => {
  for (const it of [...h.zone.rules.values()])
    if (it.description === "A stranger") h.zone.rules.delete(it.id);
};
/** Another rule uses the first filter. */
const strangerJoins: Step = (h) => {
  const [filter] = h.zone.filters.values();
  const [like] = h.zone.rules.values();
  if (filter && like)
    h.zone.rules.set("f".repeat(32), {
      ...like,
      id: "f".repeat(32),
      action: "log",
      description: "A stranger",
    });
};

const two = [write("a.cfrule", admin), write("b.cfrule", admin, "log"), pushAll];

interface Case {
  readonly name: string;
  readonly steps: readonly Step[];
  /** The expressions of the filters that are left. */
  readonly left: readonly string[];
}

const cases: readonly Case[] = [
  { name: "one of two rules is deleted", steps: [...two, remove("a.cfrule")], left: [admin] },
  {
    name: "both, the first one first",
    steps: [...two, remove("a.cfrule"), remove("b.cfrule")],
    left: [],
  },
  {
    name: "both, the second one first",
    steps: [...two, remove("b.cfrule"), remove("a.cfrule")],
    left: [],
  },
  { name: "both in one run", steps: [...two, remove("a.cfrule", "b.cfrule")], left: [] },
  {
    name: "pruned one by one",
    steps: [...two, gone("a.cfrule"), prune, gone("b.cfrule"), prune],
    left: [],
  },
  { name: "pruned together", steps: [...two, gone("a.cfrule"), gone("b.cfrule"), prune], left: [] },
  { name: "the push of both is undone", steps: [...two, undoLast], left: [] },
  {
    name: "the first is deleted, and the push of the second is undone",
    steps: [
      ...[write("a.cfrule", admin), pushAll, write("b.cfrule", admin, "log"), pushAll],
      ...[remove("a.cfrule"), (h: Harness) => runCommand(h, undo, ["b.cfrule", "--yes"])],
    ],
    left: [],
  },
  {
    name: "a deletion is undone, and both are deleted",
    steps: [...two, remove("a.cfrule"), undoLast, remove("b.cfrule"), remove("a.cfrule")],
    left: [],
  },
  {
    name: "both change, one after the other",
    steps: [...two, write("a.cfrule", login), pushAll, write("b.cfrule", login, "log"), pushAll],
    left: [login],
  },
  {
    name: "the second is renamed and deleted",
    steps: [
      ...two,
      remove("a.cfrule"),
      gone("a.cfrule"),
      (h) => h.rename("b.cfrule", "c.cfrule"),
      pushAll,
      remove("c.cfrule"),
    ],
    left: [],
  },
  {
    name: "the last rule has no file, and is deleted by its ID",
    steps: [
      ...[write("a.cfrule", admin), pushAll, strangerJoins, remove("a.cfrule")],
      remove("--id", "f".repeat(32)),
    ],
    left: [],
  },
  {
    name: "a rule of another person is deleted by its ID",
    steps: [
      ...[write("stranger.cfrule", admin), pushAll, strangerJoins],
      (h) => h.forget("stranger.cfrule"),
      remove("--id", "f".repeat(32)),
    ],
    left: [admin],
  },
  {
    name: "the first is deleted in the dashboard",
    steps: [
      ...two,
      (h) => h.zone.rules.delete(h.entry("a.cfrule")?.rule ?? ""),
      remove("a.cfrule"),
      remove("b.cfrule"),
    ],
    left: [],
  },
  {
    name: "the second is pulled",
    steps: [
      write("a.cfrule", admin),
      pushAll,
      strangerJoins,
      pullAll,
      remove("a.cfrule"),
      (h) =>
        runCommand(h, deleteCommand, [
          ...h
            .session()
            .files.list()
            .filter((it) => it !== "a.cfrule"),
          "--yes",
        ]),
    ],
    left: [],
  },
  {
    name: "another rule uses it, which is pulled and deleted later",
    steps: [
      ...[write("a.cfrule", admin), pushAll, strangerJoins, remove("a.cfrule")],
      ...[gone("a.cfrule"), pullAll],
      (h: Harness) => runCommand(h, deleteCommand, [...h.session().files.list(), "--yes"]),
    ],
    left: [],
  },
  {
    name: "another rule uses it, and the first gets another expression",
    steps: [
      ...[write("a.cfrule", admin), pushAll, strangerJoins, write("a.cfrule", login), pushAll],
      ...[remove("a.cfrule"), gone("a.cfrule"), pullAll],
      (h: Harness) => runCommand(h, deleteCommand, [...h.session().files.list(), "--yes"]),
    ],
    left: [],
  },
  {
    name: "a stranger uses it",
    steps: [write("a.cfrule", admin), pushAll, strangerJoins, remove("a.cfrule")],
    left: [admin],
  },
  {
    name: "a stranger's filter",
    steps: [stranger, write("a.cfrule", admin), pushAll, strangerLeaves, remove("a.cfrule")],
    left: [admin],
  },
  {
    name: "a stranger's filter, used by two rules",
    steps: [stranger, ...two, strangerLeaves, remove("a.cfrule"), remove("b.cfrule")],
    left: [admin],
  },
  {
    name: "the rule and the filter of a stranger",
    steps: [stranger, write("a.cfrule", admin, "log"), pushAll, remove("a.cfrule")],
    left: [admin],
  },
  {
    name: "a stranger's filter, and another expression later",
    steps: [
      stranger,
      write("a.cfrule", admin),
      pushAll,
      strangerLeaves,
      write("a.cfrule", login),
      pushAll,
      remove("a.cfrule"),
    ],
    left: [admin],
  },
  {
    name: "a pulled rule",
    steps: [
      stranger,
      pullAll,
      (h) => runCommand(h, deleteCommand, [...h.session().files.list(), "--yes"]),
    ],
    left: [admin],
  },
];

test.each(cases)("a filter goes with its last rule: $name", async ({ steps, left }) => {
  using h = new Harness();
  for (const step of steps) await step(h);
  expect([...h.zone.filters.values()].map((it) => it.expression)).toEqual(left);
});

test("a dry run of several deletions by ID lists the filter of the last one", async () => {
  using h = new Harness();
  const ids = ["e", "f"].map((it) => it.repeat(32));
  for (const step of [write("a.cfrule", admin), pushAll, strangerJoins]) await step(h);
  const [, like] = h.zone.rules.values();
  if (like) h.zone.rules.set(ids[0] ?? "", { ...like, id: ids[0] ?? "" });
  await remove("a.cfrule")(h);
  const args = ids.flatMap((it) => ["--id", it]);
  const dry = await runCommand(h, deleteCommand, [...args, "--dry-run"]);
  const calls = (out: string) => out.match(/^ {2}DELETE .*$/gm);
  const { out } = await runCommand(h, deleteCommand, [...args, "--yes"]);
  expect(calls(dry.out)).toEqual(calls(out));
  expect([calls(out)?.length, h.zone.filters.size]).toEqual([3, 0]);
});
