import { describe, expect, test } from "vitest";
import { check } from "../../../server/src/cli/commands/check.ts";
import { pull } from "../../../server/src/cli/commands/pull.ts";
import { defaults } from "../../../server/src/emulator/state/defaults.ts";
import { baseUrl, Harness } from "../../push/harness.ts";
import { runCommand } from "../../support/programs/run-command.ts";

type Rules = Readonly<Record<string, string>>;

function text(name: string, directives: string): string {
  const lines = ["@action block", `@ref ${name.replace(/.*\//, "")}`, ...directives.split(";")];
  const own = lines.filter((it) => it !== "").map((it) => `# ${it}\n`);
  return `${own.join("")}http.host eq "${name}"\n`;
}

function write(h: Harness, rules: Rules): void {
  for (const [name, it] of Object.entries(rules)) h.write(`${name}.cfrule`, text(name, it));
}

type Profiles = Readonly<Record<string, object>>;

function workspace(rules: Rules, profiles: Profiles = {}): Harness {
  const h = new Harness({ rulesTarget: "rulesets" });
  if (Object.keys(profiles).length > 0) h.write("weir.json", JSON.stringify({ profiles }));
  write(h, rules);
  return h;
}

/** The problems with positions, as in "a.cfrule:3 error unknown-rule". */
async function problems(h: Harness, ...args: readonly string[]): Promise<readonly string[]> {
  const { out } = await runCommand(h, check, ["--format", "json", ...args]);
  const { files } = JSON.parse(out) as {
    files: { path: string; diagnostics: { code: string; severity: string; message: string }[] }[];
  };
  return files.flatMap(({ path, diagnostics }) =>
    diagnostics
      .filter((it) => /^(unknown-rule|position-conflict|duplicate-ref)$/.test(it.code))
      .map((it) => `${path} ${it.severity} ${it.code}: ${it.message}`),
  );
}

const zoneOf = (zone: string) => ({ baseUrl, zone: zone.repeat(32), rulesTarget: "rulesets" });
const firewall = { ...zoneOf("1"), rulesTarget: "firewall-rules" };

describe("'check' accepts", () => {
  const accepted: readonly (readonly [string, Rules, Profiles?])[] = [
    [
      "a ref, a file and a path",
      { a: "@after b", b: "@after x/c.cfrule", "x/c": "@before ../d", d: "" },
    ],
    ["a reference each way that agree", { a: "@after b", b: "@before a" }],
    ["several rules after the same one", { a: "@after c", b: "@after c", c: "" }],
    [
      "two first rules in two phases",
      { a: "@position first", b: "@position first;@phase http_request_sbfm" },
    ],
    [
      "rules with the same ref that may go to two zones",
      { "x/a": "", "y/a": "" },
      { one: zoneOf("1"), two: zoneOf("2") },
    ],
    [
      "refs that repeat in other phases",
      { a: "@after b", b: "", "x/b": "@phase http_request_sbfm" },
    ],
    [
      "two first rules that may go to two zones",
      { "x/a": "@position first", "y/b": "@position first" },
      { one: zoneOf("1"), two: zoneOf("2") },
    ],
    ["firewall rules, which have priorities", { a: "@after nobody" }, { one: firewall }],
  ];
  for (const [name, rules, profiles] of accepted)
    test(name, async () => {
      using h = workspace(rules, profiles);
      expect(await problems(h)).toEqual([]);
    });

  test("a reference to a file that is broken, or left out", async () => {
    using h = workspace({ a: "@after broken.cfrule", b: "@after x/left.cfrule" });
    h.write("broken.cfrule", "# @action block\nhttp.host eq and\n");
    h.write("x/left.cfrule", text("left", ""));
    expect(await problems(h, "--exclude", "x/**")).toEqual([]);
    expect(await problems(h, "a.cfrule")).toEqual([]);
  });
});

describe("'check' reports", () => {
  const reported: readonly (readonly [string, Rules, readonly string[], Profiles?])[] = [
    [
      "a name that only the service may know",
      { a: "@after nobody" },
      [
        "a.cfrule warning unknown-rule: '@after nobody' matches no rule of phase 'http_request_firewall_custom' in the files and in 'weir.lock.json'. Use a rule's '@ref', its ID or its file, or run 'weir pull' if the service has the rule.",
      ],
    ],
    [
      "a file that is missing",
      { a: "@after x/b.cfrule" },
      [
        "a.cfrule error unknown-rule: '@after x/b.cfrule' matches no rule of phase 'http_request_firewall_custom'. Use a rule's '@ref', its ID or its file.",
      ],
    ],
    [
      "a rule of another phase",
      { a: "@after b", b: "@phase http_request_sbfm" },
      [
        "a.cfrule error unknown-rule: 'b' is in phase 'http_request_sbfm', but this rule is in phase 'http_request_firewall_custom'. Use a rule of the same phase.",
      ],
    ],
    [
      "a cycle of three",
      { a: "@after b", b: "@after c", c: "@after a" },
      ["a", "b", "c"].map(
        (it) =>
          `${it}.cfrule error position-conflict: These positions form a cycle: 'a.cfrule', 'b.cfrule', 'c.cfrule', 'a.cfrule'; each is '@after' the next. Change one of them.`,
      ),
    ],
    [
      "the rule itself",
      { a: "@before a" },
      [
        "a.cfrule error position-conflict: '@before a' refers to the rule itself. Use another rule.",
      ],
    ],
    [
      "two first rules",
      { a: "@position first", b: "@position 1" },
      [
        "a.cfrule error position-conflict: '@position first' conflicts with 'b.cfrule', which has the same position. Change one of them.",
        "b.cfrule error position-conflict: '@position 1' conflicts with 'a.cfrule', which has the same position. Change one of them.",
      ],
    ],
    [
      "two first rules of a folder, with several zones",
      { "x/a": "@position first", "x/b": "@position first", "y/b": "@position first" },
      ["a", "b"].map(
        (it, i) =>
          `x/${it}.cfrule warning position-conflict: '@position first' conflicts with 'x/${"ba"[i]}.cfrule', which has the same position, if both are pushed to the same zone. Change one of them.`,
      ),
      { one: zoneOf("1"), two: zoneOf("2") },
    ],
    [
      "new rules with the same ref",
      { "x/a": "", "y/a": "", b: "" },
      ["x", "y"].map(
        (it, i) =>
          `${it}/a.cfrule error duplicate-ref: '@ref a' is used in '${"yx"[i]}/a.cfrule', too. Each rule of a ruleset needs its own ref.`,
      ),
    ],
    [
      "rules after the last one",
      { a: "@after b", b: "@after c", c: "@position last" },
      ["a", "b"].map(
        (it, i) =>
          `${it}.cfrule error position-conflict: '@after ${"bc"[i]}' conflicts with '@position last' in 'c.cfrule'. Change one of them.`,
      ),
    ],
    [
      "a cycle, wherever it is pushed to",
      { a: "@after b", b: "@after a" },
      ["a", "b"].map(
        (it) =>
          `${it}.cfrule error position-conflict: These positions form a cycle: 'a.cfrule', 'b.cfrule', 'a.cfrule'; each is '@after' the next. Change one of them.`,
      ),
      { one: zoneOf("1"), local: firewall },
    ],
  ];
  for (const [name, rules, expected, profiles] of reported)
    test(name, async () => {
      using h = workspace(rules, profiles);
      expect(await problems(h)).toEqual(expected);
    });

  test("errors in a single file too, with exit code 1, where the directive is", async () => {
    using h = workspace({ a: "@position first", b: "@position first" });
    const { status, out } = await runCommand(h, check, ["a.cfrule"]);
    expect([status, out]).toEqual([
      1,
      expect.stringContaining("a.cfrule:3:13 error position-conflict"),
    ]);
    h.write("a.cfrule", `# weir-ignore-file position-conflict\n${h.folder.read("a.cfrule")}`);
    expect((await runCommand(h, check, ["a.cfrule"])).status).toBe(0);
  });
});

describe("what the lock file knows", () => {
  test("exists: a rule by its ID, a file that was deleted; and all rules if each has a file", async () => {
    using h = workspace({ a: "", b: "", gone: "" });
    for (const it of ["a", "b", "gone"]) await h.push(`${it}.cfrule`);
    const id = h.rulesetRules[2]?.id;
    write(h, { a: "@after nobody" });
    expect(await problems(h)).toEqual([expect.stringMatching(/^a.cfrule error unknown-rule/)]);
    h.folder.remove("gone.cfrule");
    write(h, { a: `@after ${id}`, b: "@after gone.cfrule" });
    expect(await problems(h)).toEqual([]);
    write(h, { a: "@after nobody" });
    expect(await problems(h)).toEqual([expect.stringMatching(/^a.cfrule warning unknown-rule/)]);
  });

  test("may be less than the service has", async () => {
    using h = new Harness({ rulesTarget: "rulesets" });
    const path = `/zones/${defaults.zone}/rulesets/phases/http_request_firewall_custom/entrypoint`;
    const rules = [
      { action: "block", expression: "ssl", ref: "pulled" },
      {
        action: "execute",
        expression: "true",
        ref: "executes",
        action_parameters: { id: "e".repeat(32) },
      },
    ];
    await h.emulator.fetch(`${baseUrl}${path}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${defaults.token}`, "content-type": "application/json" },
      body: JSON.stringify({ rules }),
    });
    expect((await runCommand(h, pull, ["--yes"])).status).toBe(0);
    write(h, { a: "@before pulled", b: "@after executes" });
    expect(await problems(h)).toEqual([expect.stringMatching(/^b.cfrule warning unknown-rule/)]);
    expect((await h.push("b.cfrule")).outcome).toBe("created");
  });
});
