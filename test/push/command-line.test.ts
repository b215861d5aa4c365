import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { deleteCommand } from "../../server/src/cli/commands/delete.ts";
import { diff } from "../../server/src/cli/commands/diff.ts";
import { pull } from "../../server/src/cli/commands/pull.ts";
import { push } from "../../server/src/cli/commands/push.ts";
import { type Command, UsageError } from "../../server/src/cli/io.ts";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import { filter, job, rule, secret } from "./faults/sequences.ts";
import { baseUrl, Harness } from "./harness.ts";

const admin = 'http.request.uri.path contains "/admin"';
const login = 'http.request.uri.path eq "/login"';
const env = { LOGS_KEY: secret };

interface Setting {
  /** Lines typed at a terminal; omitted for no terminal. */
  readonly typed?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Interrupts at this prompt or request. */
  readonly interruptAt?: string;
  /** Whether standard error is a terminal. */
  readonly terminal?: boolean;
}

/** Runs a command in the folder of the workspace, with the service in memory. */
async function weir(h: Harness, command: Command, args: readonly string[], setting: Setting = {}) {
  let out = "";
  let err = "";
  let interrupt = (_status: number) => {};
  const isMoment = (what: string) => setting.interruptAt && what.includes(setting.interruptAt);
  const stdin = Readable.from(setting.typed === undefined ? [] : [setting.typed]);
  if (setting.typed !== undefined) Object.assign(stdin, { isTTY: true });
  const status = await command.run(args, {
    cwd: h.folder.path,
    stdin,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
      if (isMoment(text)) interrupt(130);
    },
    color: false,
    progress: setting.terminal === true,
    columns: 100,
    env: { ...h.env, ...setting.env },
    fetch: (input, init) => {
      if (isMoment(`${init?.method} ${String(input)}`)) interrupt(130);
      return h.emulator.fetch(input, init);
    },
    onInterrupt: (listener) => {
      interrupt = listener;
      return () => {};
    },
  });
  expect(out + err).not.toContain(secret);
  expect(out + err).not.toContain("weir-emulator-token");
  return { status, out, err };
}

describe("weir push", () => {
  test("shows the plan, asks, and reports the result", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    const { status, out, err } = await weir(h, push, ["a.cfrule"], { typed: "y\n" });
    expect(status).toBe(0);
    const zone = "7a6f6e65000000000000000000000001";
    expect(out).toBe(`a.cfrule → local
  http://127.0.0.1:8787, zone example.com (${zone}), account 6163636f756e74000000000000000001, signed in with the emulator's own token
  Create rule and its filter.
      expression
    +   ${admin}
    + action block
  ! This rule: allow → block.
  ! allow → block: such as GET https://example.com/admin
  POST /zones/${zone}/filters
  POST /zones/${zone}/firewall/rules
created   a.cfrule
          Created rule 'http.request.uri.path contains "/admin"'.
`);
    expect(err).toBe("Push this? [y/N] ");
  });

  test.each(["n\n", "\n", "", "maybe\n"])("%j is not a confirmation", async (typed) => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    const { status, out } = await weir(h, push, ["a.cfrule"], { typed });
    expect(status).toBe(1);
    expect(out).toContain("Not confirmed; nothing was changed.");
    expect(h.zone.rules.size + h.zone.filters.size).toBe(0);
  });

  test("without a terminal and without --yes nothing is sent", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    const { status, out } = await weir(h, push, ["a.cfrule"]);
    expect(status).toBe(1);
    expect(out).toContain("Pass '--yes'");
    expect(h.zone.filters.size).toBe(0);
    expect((await weir(h, push, ["a.cfrule", "--yes"])).status).toBe(0);
    expect(h.zone.rules.size).toBe(1);
  });

  test("--dry-run shows the plan and sends nothing", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    const { status, out } = await weir(h, push, ["--dry-run", "--yes", "a.cfrule"]);
    expect(status).toBe(0);
    expect(out).toContain("Would create rule and its filter.");
    expect(h.zone.filters.size).toBe(0);
  });

  test.each(["rulesets", "firewall-rules"] as const)(
    "the first of several questions says what the rules change together: %s",
    async (rulesTarget) => {
      const text = (host: string, more = "") =>
        rule(`http.host eq "${host}.example"`, "block", more);
      using h = new Harness({
        files: { "a.cfrule": text("a"), "b.cfrule": text("b"), "bad.cfrule": rule("http.hots eq") },
        rulesTarget,
      });
      const all = () => weir(h, push, ["--all"], { typed: "y\ny\n" });
      const first = await all();
      const [one, other] = first.out.split("b.cfrule → local");
      expect(one).toContain("These 2 rules together: allow → block.\n");
      expect(one).toContain("allow → block: such as GET https://a.example/\n");
      expect(one).toContain("This rule alone: allow → block.\n");
      expect(other).toContain("This rule alone: allow → block.\n");
      expect(other).not.toContain("together");
      h.write("a.cfrule", text("a", "# @description one\n"));
      h.write("b.cfrule", text("b", "# @description other\n"));
      expect((await all()).out).toContain("These 2 rules together change no outcome (proved).\n");
      h.write("a.cfrule", text("b"));
      h.write("b.cfrule", text("c"));
      const last = await all();
      expect(last.out).toContain("These 2 rules together: allow → block, block → allow.\n");
      expect(last.out).toContain("block → allow: such as GET https://a.example/\n");
    },
  );

  test.each(["rulesets", "firewall-rules"] as const)(
    "a dry run says of each rule what it changes alone: %s",
    async (rulesTarget) => {
      const text = (host: string, more = "") =>
        rule(`http.host eq "${host}.example"`, "block", more);
      using h = new Harness({
        files: { "a.cfrule": text("a"), "b.cfrule": text("b", "# @paused true\n") },
        rulesTarget,
      });
      const b = (out: string) => out.split("b.cfrule → local")[1]?.split("c.cfrule")[0] ?? "";
      const all = ["--all", "--dry-run", "--out", "plan.json"];
      const { out } = await weir(h, push, all);
      expect(out).toContain("This rule alone: allow → block.");
      expect(b(out)).toContain("This rule alone changes no outcome (proved).");
      await weir(h, push, ["--plan", "plan.json"]);
      h.write("a.cfrule", text("c"));
      await weir(h, push, all);
      const { out: kept } = await weir(h, push, ["--plan", "plan.json", "--dry-run"]);
      expect(kept).toContain("block → allow");
      expect(b(kept)).not.toContain("alone");
      const deletion = await weir(h, deleteCommand, ["a.cfrule", "b.cfrule", "--dry-run"]);
      expect(b(deletion.out)).toContain("This rule alone changes no outcome (proved).");
    },
  );

  test("the question about a rule says what happens if the next one is declined", async () => {
    const text = (host: string) => rule(`http.host eq "${host}.example"`, "block");
    using h = new Harness({ files: { "a.cfrule": text("a"), "b.cfrule": text("b") } });
    await weir(h, push, ["--all", "--yes"]);
    h.write("a.cfrule", text("b"));
    h.write("b.cfrule", text("a"));
    const { out } = await weir(h, push, ["--all"], { typed: "y\nn\n" });
    const [first] = out.split("b.cfrule → local");
    expect(first).toContain("These 2 rules together change no outcome (proved).\n");
    expect(first).toContain("This rule alone: block → allow.\n");
  });

  test("a rule that moves counts", async () => {
    const block = rule("ssl", "block", "# @ref block\n");
    const skip = (more: string) =>
      rule('http.host eq "a.example"', "skip", `# @skip ruleset=current\n${more}`);
    using h = new Harness({
      files: { "a.cfrule": block, "b.cfrule": skip("") },
      rulesTarget: "rulesets",
    });
    await weir(h, push, ["--all", "--yes"]);
    h.write("a.cfrule", `# @description tls\n${block}`);
    h.write("b.cfrule", skip("# @before block\n"));
    const { out } = await weir(h, push, ["--all", "--yes"]);
    expect(out).toContain("These 2 rules together: block → allow.\n");
  });

  test("a failure in one file does not stop the others, and the summary names it", async () => {
    using h = new Harness({
      files: {
        "rules/a.cfrule": rule(admin),
        "rules/bad.cfrule": rule("http.hots eq"),
        "rules/c.cfrule": rule(login, "log"),
        "shop.lpjob": job(),
        "shop.lpfilter": filter("a.example"),
        "unused.lpfilter": filter("b.example"),
      },
      env,
    });
    const { status, out } = await weir(h, push, ["--all", "--yes"]);
    expect(status).toBe(1);
    expect(out).toContain("6 files: 3 created, 1 unchanged, 1 skipped, 1 failed.");
    expect(out).toContain("Not done: rules/bad.cfrule\n");
    expect(h.zone.rules.size).toBe(2);
    expect((await weir(h, push, ["unused.lpfilter", "--yes"])).status).toBe(1);
  });

  test("--format json prints one document", async () => {
    using h = new Harness({ files: { "r/a.cfrule": rule(admin), "b.cfrule": "http.hots eq" } });
    const { out, status } = await weir(h, push, ["r", "b.cfrule", "--yes", "--format", "json"]);
    expect(status).toBe(1);
    expect(JSON.parse(out)).toEqual({
      version: 1,
      results: [
        {
          path: "r/a.cfrule",
          profile: "local",
          outcome: "created",
          ids: { rule: expect.any(String), filter: expect.any(String) },
          message: expect.stringContaining("Created rule"),
        },
        {
          path: "b.cfrule",
          profile: "local",
          outcome: "failed",
          ids: {},
          message: expect.stringContaining("'b.cfrule' has an error"),
        },
      ],
    });
  });

  test.each([
    ["a question", "[y/N]", "Canceled; nothing was changed."],
    ["reading", "/firewall/rules", "Canceled; nothing was changed."],
    ["a call that changes something", "/filters", "Create rule: not done. Canceled."],
  ])(
    "reports what was done when interrupted at %s, and starts nothing new",
    async (_, at, message) => {
      using h = new Harness({ files: { "a.cfrule": rule(admin), "b.cfrule": rule(login) } });
      const interruptAt = at === "/filters" ? `POST ${baseUrl}/zones/${defaults.zone}${at}` : at;
      const typed = at === "[y/N]" ? "" : "y\n";
      const first = await weir(h, push, ["a.cfrule", "b.cfrule"], { typed, interruptAt });
      expect(first.status).toBe(130);
      expect(first.out).toContain(message);
      expect(first.out).toContain("skipped   b.cfrule\n          Canceled");
      expect(first.err).toContain("Press Ctrl+C again to quit now.");
      expect(h.zone.filters.size).toBe(at === "/filters" ? 1 : 0);
      expect(h.zone.rules.size).toBe(0);
      expect((await weir(h, push, ["a.cfrule", "b.cfrule", "--yes"])).status).toBe(0);
      expect([h.zone.filters.size, h.zone.rules.size]).toEqual([2, 2]);
    },
  );

  test("asks for the job of a filter that was named", async () => {
    using h = new Harness({
      files: { "shop.lpjob": job({ filter: undefined }), "f.lpfilter": filter("a.example") },
      env,
    });
    await weir(h, push, ["shop.lpjob", "--yes"]);
    expect((await weir(h, push, ["--all", "--yes"])).status).toBe(0);
    const { status, out } = await weir(h, push, ["f.lpfilter"], { typed: "1\ny\n" });
    expect(out).toContain("Updated the filter of job 'shop' (1).");
    expect(status).toBe(0);
  });

  test("replacing a job requires typing its name", async () => {
    const files = { "shop.lpjob": job({ filter: "" }) };
    using h = new Harness({ files, env });
    await weir(h, push, ["shop.lpjob", "--yes"]);
    h.write("shop.lpjob", job({ dataset: "firewall_events", filter: "", output_options: {} }));
    expect((await weir(h, push, ["shop.lpjob", "--yes"])).status).toBe(1);
    expect((await weir(h, push, ["shop.lpjob"], { typed: "y\n" })).status).toBe(1);
    expect([...h.zone.jobs.keys()]).toEqual([1]);
    const { status, err } = await weir(h, push, ["shop.lpjob"], { typed: "shop\n" });
    expect([status, err]).toEqual([0, "Type 'shop' to confirm: "]);
    expect([...h.zone.jobs.keys()]).toEqual([2]);
    h.write("shop.lpjob", job({ filter: "" }));
    expect((await weir(h, push, ["shop.lpjob", "--yes", "--job", "shop"])).status).toBe(0);
    expect([...h.zone.jobs.keys()]).toEqual([3]);
  });

  test("asks for the action before the confirmation", async () => {
    using h = new Harness({ files: { "a.cfrule": admin } });
    const { status, err } = await weir(h, push, ["a.cfrule"], { typed: "2\ny\n" });
    expect(status).toBe(0);
    expect(err).toContain(
      "Which action should 'a.cfrule' have?\n  1. block\n  2. managed_challenge\n",
    );
    expect([...h.zone.rules.values()][0]?.action).toBe("managed_challenge");
  });

  test("a plan shows the destination without its secrets", async () => {
    using h = new Harness({ files: { "shop.lpjob": job({ filter: "" }) }, env });
    const { out } = await weir(h, push, ["shop.lpjob", "--yes"]);
    expect(out).toContain(
      `+ destination_conf https://logs.example.com?header_Authorization=\${env:LOGS_KEY}\n`,
    );
    expect(out).not.toContain(env.LOGS_KEY);
  });

  test("control characters from the service are escaped", async () => {
    using h = new Harness({ files: { "shop.lpjob": job({ filter: "" }) }, env });
    await weir(h, push, ["shop.lpjob", "--yes"]);
    h.change("jobs", { name: "\u001b[2Jgone\u202e", filter: "\u001b]0;x" });
    const { out } = await weir(h, push, ["shop.lpjob", "--dry-run"]);
    expect(out).toContain("␛[2Jgone");
    for (const it of ["\u001b", "\u202e"]) expect(out).not.toContain(it);
  });

  test.each([
    [[], "'weir push' needs paths, or '--all'"],
    [["a.cfrule", "--all"], "paths are not allowed"],
    [["a.cfrule", "--format", "xml"], "'--format' needs"],
    [["a.cfrule", "b.cfrule", "--job", "1"], "Pass exactly one file"],
    [["a.cfrule", "--jobb", "1"], "Did you mean '--job'?"],
  ])("%j is invalid usage", async (args, message) => {
    using h = new Harness({ files: { "a.cfrule": rule(admin), "b.cfrule": rule(login) } });
    const error = await weir(h, push, args).catch((it: unknown) => it);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toContain(message);
  });

  test("exits with 2 when it cannot run", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    const statuses = async (...args: string[]) => (await weir(h, push, [...args, "--yes"])).status;
    expect(await statuses("none.cfrule")).toBe(2);
    expect(await statuses("a.cfrule", "--profile", "none")).toBe(2);
    h.write("weir.json", '{ "profiles": { "local": { "zone": "../x" } } }');
    const { status, err, out } = await weir(h, push, ["a.cfrule", "--yes"]);
    expect(status).toBe(2);
    expect(err).toMatch(/weir\.json:1:36: .*an identifier/);
    expect(out).toContain("'weir.json' has errors. Fix them before you push.");
  });

  test("a damaged lock is reported, and nothing is sent", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin), "weir.lock.json": "{ oops" } });
    const { status, out } = await weir(h, push, ["a.cfrule", "--yes"]);
    expect(status).toBe(1);
    expect(out).toContain("'weir.lock.json' cannot be used. It is not valid JSON.");
    expect(h.zone.filters.size).toBe(0);
    expect(h.folder.read("weir.lock.json")).toBe("{ oops");
  });
});

describe("an untrusted weir.json", () => {
  const credentials = {
    WEIR_API_TOKEN: "s3cret-token",
    CLOUDFLARE_API_TOKEN: "s3cret-too",
    CLOUDFLARE_API_KEY: "s3cret-key",
    CLOUDFLARE_EMAIL: "me@example.com",
  };

  test.each([
    ["https://evil.example/client/v4", "No credential for 'https://evil.example'"],
    ["http://evil.example/client/v4", "is not encrypted"],
    ["http://127.0.0.1@evil.example/", "contains a user name or password"],
    ["https://api.cloudflare.com.evil.example/", "No credential for"],
    ["https://api.cloudflare.com:8443/client/v4", "No credential for"],
    ["javascript:alert(1)", "is not a valid URL"],
  ])("%s receives no credential", async (baseUrl, why) => {
    const config = { profiles: { p: { baseUrl, zone: "z" } } };
    using h = new Harness({
      files: { "a.cfrule": rule(admin), "weir.json": JSON.stringify(config) },
    });
    const sent: string[] = [];
    const spied = { ...h.emulator, fetch: async (it: unknown) => void sent.push(String(it)) };
    Object.assign(h, { emulator: spied });
    for (const command of [push, diff, pull, deleteCommand]) {
      const result = await weir(h, command, ["a.cfrule", "--yes"], { env: credentials });
      expect(result.status).not.toBe(0);
      expect(result.out + result.err).toContain(why);
      expect(result.out + result.err).not.toContain("s3cret");
    }
    expect(sent).toEqual([]);
  });

  test("loopback receives the emulator token, never a real one", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    const { status, out } = await weir(h, push, ["a.cfrule", "--yes"], { env: credentials });
    expect([status, out.includes("the emulator's own token")]).toEqual([0, true]);
  });

  test("a rejected credential is not shown", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    const own = { WEIR_API_TOKEN: "s3cret-token", WEIR_BASE_URL: "http://127.0.0.1:8787" };
    const { status, out } = await weir(h, push, ["a.cfrule", "--yes"], { env: own });
    expect(status).toBe(1);
    expect(out).toContain("rejected the credential (401)");
    expect(out).not.toContain("s3cret");
  });
});

describe("progress", () => {
  test("is shown on a terminal, but not in a pipe", async () => {
    const files = { "a.cfrule": rule(admin), "b.cfrule": rule(admin, "log") };
    using h = new Harness({ files });
    const { out, err } = await weir(h, diff, [], { terminal: true });
    expect(err).toContain("\r\u001b[K1 of 2: a.cfrule");
    // The status line is erased at the end.
    expect(err.endsWith("\r\u001b[K")).toBe(true);
    expect(out).not.toContain("1 of 2");
    expect((await weir(h, diff, [])).err).toBe("");
  });
});

describe("weir diff", () => {
  test.each<[string, "firewall-rules" | "rulesets", string]>([
    ["no action", "firewall-rules", admin],
    ["products and no action", "firewall-rules", `# @products waf\n${admin}`],
    ["no action in a ruleset", "rulesets", `# @ref admin\n${admin}`],
    ["a skip and no action in a ruleset", "rulesets", `# @skip ruleset=current\n${admin}`],
  ])("of a new rule with %s shows it, and what it requires", async (_, rulesTarget, text) => {
    using h = new Harness({ files: { "a.cfrule": text }, rulesTarget });
    const { status, out } = await weir(h, diff, ["a.cfrule"]);
    expect(out).toContain(`+   ${admin}`);
    expect(out).toContain(
      "The rule needs an action before it is pushed. Add a line such as '# @action block'",
    );
    expect(status).toBe(1);
    const json = await weir(h, diff, ["a.cfrule", "--format", "json"]);
    expect(JSON.parse(json.out).results).toMatchObject([{ outcome: "created" }]);
  });

  test("exits with 0 for no difference, 1 for some, and 2 when it cannot run", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    expect((await weir(h, diff, [])).status).toBe(1);
    await weir(h, push, ["--all", "--yes"]);
    const same = await weir(h, diff, []);
    expect([same.status, same.out]).toEqual([
      0,
      "same      a.cfrule\n          The file matches the service.\n",
    ]);
    h.write("a.cfrule", rule(`${admin} and ssl`));
    const changed = await weir(h, diff, ["a.cfrule"]);
    expect(changed.status).toBe(1);
    expect(changed.out).toContain("The file has changed since the last push.");
    expect(changed.out).toContain(`-   ${admin}`);
    expect((await weir(h, diff, ["none.cfrule"])).status).toBe(2);
    h.write("a.cfrule", "http.hots eq");
    expect((await weir(h, diff, ["a.cfrule"])).status).toBe(2);
  });

  test("names the side that changed, in JSON too, and sends no unnecessary requests", async () => {
    const files = { "shop.lpjob": job(), "shop.lpfilter": filter("a.example") };
    using h = new Harness({ files, env });
    await weir(h, push, ["shop.lpjob", "--yes"]);
    h.env = {};
    expect((await weir(h, diff, ["shop.lpjob"])).status).toBe(0);
    h.change("jobs", { enabled: true, filter: "" });
    h.write("shop.lpfilter", filter("c.example"));
    const { out } = await weir(h, diff, ["shop.lpjob", "--format", "json"]);
    expect(JSON.parse(out).results).toMatchObject([
      {
        path: "shop.lpjob",
        profile: "local",
        outcome: "updated",
        ids: { job: "1" },
        message: "The file and the service have both changed since the last push.",
      },
    ]);
  });
});

describe("weir pull and weir delete", () => {
  test("pull writes new files after confirmation, and changed ones only on a terminal", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin, "block", "# @description Mine\n") } });
    await weir(h, push, ["a.cfrule", "--yes"]);
    h.forget("a.cfrule");
    expect((await weir(h, pull, [])).status).toBe(1);
    const { status, out } = await weir(h, pull, ["--yes"]);
    expect([status, out.includes("created   rules/mine.cfrule")]).toEqual([0, true]);
    expect((await weir(h, pull, ["rules", "--yes"])).out).toContain("unchanged rules/mine.cfrule");
    expect((await weir(h, pull, ["jobs.lpjob", "--yes"])).status).toBe(1);
    h.write("rules/mine.cfrule", rule(login));
    expect((await weir(h, pull, ["--yes"])).status).toBe(1);
    expect((await weir(h, pull, ["rules/mine.cfrule", "--yes"], { typed: "y\n" })).status).toBe(0);
    expect(h.folder.read("rules/mine.cfrule")).toContain(admin);
  });

  test("pull writes no more files after an interrupt", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    await weir(h, push, ["a.cfrule", "--yes"]);
    h.forget("a.cfrule");
    const { status, out } = await weir(h, pull, ["--yes"], { interruptAt: "/filters" });
    expect(status).toBe(130);
    expect(out).toContain("Canceled");
    expect(() => h.folder.read("rules/a.cfrule")).toThrow();
  });

  test("delete skips files that were never pushed, unless they are arguments", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin), "b.cfrule": rule(login) } });
    await weir(h, push, ["a.cfrule", "--yes"]);
    const { status, out } = await weir(h, deleteCommand, [".", "--yes"]);
    expect(status).toBe(0);
    expect(out).toContain("deleted   a.cfrule");
    expect(out).toContain("skipped   b.cfrule");
    expect((await weir(h, deleteCommand, ["b.cfrule", "--yes"])).status).toBe(1);
  });

  test("delete asks, works without the file, and reports the result", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    await weir(h, push, ["a.cfrule", "--yes"]);
    expect((await weir(h, deleteCommand, ["a.cfrule"])).status).toBe(1);
    expect((await weir(h, deleteCommand, ["a.cfrule", "--dry-run"])).status).toBe(0);
    expect(h.zone.rules.size).toBe(1);
    h.rename("a.cfrule", "elsewhere.txt");
    const { status, out, err } = await weir(h, deleteCommand, ["a.cfrule"], { typed: "yes\n" });
    expect([status, err]).toEqual([0, "Delete this? [y/N] "]);
    expect(out).toContain("deleted   a.cfrule");
    expect(h.zone.rules.size + h.zone.filters.size).toBe(0);
    await expect(weir(h, deleteCommand, [])).rejects.toThrow(UsageError);
  });
});
