import { expect, test } from "vitest";
import { diff } from "../../../server/src/cli/commands/diff.ts";
import { push } from "../../../server/src/cli/commands/push.ts";
import { UsageError } from "../../../server/src/cli/io.ts";
import { runCommand } from "../../support/programs/run-command.ts";
import { filter, job, rule, secret } from "../faults/sequences.ts";
import { Harness, type HarnessOptions } from "../harness.ts";

const admin = 'http.request.uri.path contains "/admin"';
const login = 'http.request.uri.path eq "/login"';
const plan = ["--all", "--dry-run", "--out", "plan.json"];
const env = { LOGS_KEY: secret };

async function planned(options: HarnessOptions, ...more: string[]): Promise<Harness> {
  const h = new Harness(options);
  expect(await runCommand(h, push, [...plan, ...more])).toMatchObject({ status: 0, err: "" });
  return h;
}

function carryOut(h: Harness, ...more: string[]) {
  return runCommand(h, push, ["--plan", "plan.json", ...more]);
}

function planIn(h: Harness) {
  return JSON.parse(h.folder.read("plan.json"));
}

const rules = { "rules/a.cfrule": rule(admin), "rules/b.cfrule": rule(login, "log") };

test.each(["firewall-rules", "rulesets"] as const)(
  "a plan is carried out without prompts: %s",
  async (rulesTarget) => {
    using h = await planned({ rulesTarget, files: rules });
    expect(h.zone.rules.size + h.rulesetRules.length).toBe(0);
    const { version, resources } = planIn(h);
    expect(version).toBe(1);
    expect(resources).toMatchObject([
      { path: "rules/a.cfrule", profile: "local", planned: "create", basis: null },
      { path: "rules/b.cfrule", planned: "create" },
    ]);
    expect(await carryOut(h)).toMatchObject({ status: 0, err: "" });
    expect(h.zone.rules.size + h.rulesetRules.length).toBe(2);
    expect((await runCommand(h, diff, [])).status).toBe(0);
    expect((await carryOut(h)).status).toBe(1);
    expect(h.zone.rules.size + h.rulesetRules.length).toBe(2);
  },
);

test("jobs with inline filters, rules with equal filters, and unchanged files match their plan", async () => {
  const files = {
    "shop.lpjob": job(),
    "shop.lpfilter": filter("a.example"),
    "a.cfrule": rule(admin),
    "b.cfrule": rule(admin, "log"),
  };
  using h = await planned({ files, env });
  expect(await carryOut(h)).toMatchObject({ status: 0 });
  h.write("shop.lpfilter", filter("b.example"));
  h.write("shop.lpjob", job({ name: "shop-2" }));
  h.write("a.cfrule", rule(login));
  expect((await runCommand(h, push, plan)).status).toBe(0);
  const again = await carryOut(h);
  expect([again.status, again.err]).toEqual([0, ""]);
  expect((await runCommand(h, diff, ["--format", "json"])).status).toBe(0);
});

test("a changed file stops the whole plan, and is reported", async () => {
  using h = await planned({ files: rules });
  h.write("rules/b.cfrule", rule('http.host eq "other.example"', "log"));
  const { status, out } = await carryOut(h);
  expect(status).toBe(1);
  expect(out).toContain(
    "rules/b.cfrule\n          The file has changed since the plan was created: 'expression'.",
  );
  expect(out).toContain("rules/a.cfrule\n          Not pushed");
  expect(h.zone.rules.size).toBe(0);
});

test("comments and formatting are not part of the plan", async () => {
  using h = await planned({ files: rules });
  h.write("rules/b.cfrule", `# for reviewers\n${rule(login, "log")}\n`);
  expect((await carryOut(h)).status).toBe(0);
});

test("a missing file, or one that appears again, stops the plan", async () => {
  using h = await planned({ files: rules });
  h.folder.remove("rules/a.cfrule");
  expect(await carryOut(h)).toMatchObject({ status: 1 });
  h.write("rules/a.cfrule", rule(admin));
  expect(await carryOut(h)).toMatchObject({ status: 0 });
  h.folder.remove("rules/a.cfrule");
  expect((await runCommand(h, push, [...plan, "--prune"])).status).toBe(0);
  expect(planIn(h).resources).toMatchObject([{ planned: "none" }, { planned: "delete" }]);
  h.write("rules/a.cfrule", rule(admin));
  expect((await carryOut(h)).out).toContain("'rules/a.cfrule' exists again.");
  h.folder.remove("rules/a.cfrule");
  expect(h.zone.rules.size).toBe(2);
  expect((await carryOut(h)).status).toBe(0);
  expect(h.zone.rules.size).toBe(1);
});

test("any change on the service stops the plan", async () => {
  const files = { "shop.lpjob": job(), "shop.lpfilter": filter("a.example"), ...rules };
  using h = await planned({ files, env });
  await carryOut(h);
  h.write("rules/a.cfrule", rule('http.host eq "new.example"'));
  h.write("shop.lpjob", job({ enabled: true }));
  expect((await runCommand(h, push, plan)).status).toBe(0);
  // A setting that is not in the file.
  h.change("jobs", { max_upload_bytes: 5_000_000 });
  const { status, out } = await carryOut(h);
  expect(status).toBe(1);
  expect(out).toContain(
    "shop.lpjob\n          The service has changed since the plan was created.",
  );
  expect([...h.zone.jobs.values()][0]?.enabled).not.toBe(true);
  const [first] = h.zone.filters.values();
  expect(first?.expression).toBe(admin);
});

test("a rule that another one has been put in front of stops the plan", async () => {
  using h = await planned({
    files: { "a.cfrule": rule(admin, "block", "# @position first\n") },
    rulesTarget: "rulesets",
  });
  await carryOut(h);
  h.write("b.cfrule", rule(login));
  expect((await h.push("b.cfrule")).outcome).toBe("created");
  expect((await runCommand(h, push, plan)).status).toBe(0);
  for (const it of h.zone.rulesets.values())
    h.zone.rulesets.set(it.id, { ...it, rules: it.rules.toReversed() });
  expect((await carryOut(h)).out).toContain(
    "The order of the rules has changed since the plan was created, in the files or on the service.",
  );
});

test("a resource that is created or deleted in the meantime stops the plan", async () => {
  using h = await planned({ files: { "a.cfrule": rule(admin) } });
  expect((await h.push("a.cfrule")).outcome).toBe("created");
  expect((await carryOut(h)).out).toContain("The service has changed since the plan was created.");
  h.write("a.cfrule", rule(login));
  expect((await runCommand(h, push, plan)).status).toBe(0);
  h.zone.rules.clear();
  expect((await carryOut(h)).out).toContain("The service has changed since the plan was created.");
});

test("a profile that leads elsewhere stops the plan", async () => {
  using h = await planned({ files: rules });
  h.write("weir.json", h.folder.read("weir.json").replace(/"zone":"[^"]*",/, ""));
  expect((await carryOut(h)).status).toBe(1);
  h.write("weir.json", h.folder.read("weir.json").replaceAll("local", "other"));
  expect((await carryOut(h)).status).toBe(2);
  expect(h.zone.rules.size).toBe(0);
});

test("changes that would be lost need the same confirmation as without a plan", async () => {
  using h = await planned({ files: { "a.cfrule": rule(admin) } });
  await carryOut(h);
  for (const it of h.zone.rules.values()) h.zone.rules.set(it.id, { ...it, action: "log" });
  expect((await runCommand(h, push, plan)).status).toBe(0);
  expect((await carryOut(h)).out).toContain("Changed on the service since the last push.");
  expect([...h.zone.rules.values()][0]?.action).toBe("log");
  expect((await carryOut(h, "--overwrite")).status).toBe(0);
  expect([...h.zone.rules.values()][0]?.action).toBe("block");
});

test("a plan contains no secrets, and the values of the environment are used when it is carried out", async () => {
  const files = {
    "shop.lpjob": job({ name: `shop-\${env:LOGS_KEY}` }),
    "shop.lpfilter": filter("a"),
  };
  using h = await planned({ files, env });
  expect(h.folder.read("plan.json")).not.toContain(secret);
  expect(h.folder.read("plan.json")).not.toContain(h.folder.path);
  expect((await carryOut(h)).status).toBe(0);
  const [sent] = h.zone.jobs.values();
  expect(sent?.name).toBe(`shop-${secret}`);
});

test("another key in the file stops the plan, though the plan does not contain it", async () => {
  const keyed = (key: string) =>
    job({
      destination_conf: `datadog://http-intake.logs.datadoghq.com/v1/input?header_DD-API-KEY=${key}`,
    });
  const [old, other] = ["0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"];
  const files = { "shop.lpjob": keyed(old), "shop.lpfilter": filter("a.example") };
  using h = await planned({ files });
  expect(h.folder.read("plan.json")).not.toContain(old);
  h.write("shop.lpjob", keyed(other));
  const { status, out } = await carryOut(h);
  expect([status, out]).toEqual([1, expect.stringContaining("a secret in 'destination_conf'.")]);
  expect(h.zone.jobs.size).toBe(0);
  h.write("shop.lpjob", keyed(old));
  expect(await carryOut(h)).toMatchObject({ status: 0 });
});

test("--dry-run only compares", async () => {
  using h = await planned({ files: rules });
  expect((await carryOut(h, "--dry-run")).out).toContain("2 planned");
  expect(h.zone.rules.size).toBe(0);
});

test("no plan is written if something fails", async () => {
  using h = new Harness({ files: { ...rules, "bad.cfrule": rule("http.hots eq 1") } });
  const { status, err } = await runCommand(h, push, plan);
  expect([status, err]).toEqual([1, "weir: No plan was written to 'plan.json'.\n"]);
  expect(() => planIn(h)).toThrow();
});

test("the plan decides what is pushed, so other options are refused", async () => {
  using h = await planned({ files: rules });
  const refused = (args: string[], message: string) =>
    expect(runCommand(h, push, args)).rejects.toThrow(new UsageError(message));
  await refused(
    ["a.cfrule", "--out", "x"],
    "'--out' writes the plan of a dry run, so it needs '--dry-run'.",
  );
  await refused(
    ["--plan", "plan.json", "--all"],
    "'--plan' carries out a plan as it is. Omit '--all'.",
  );
  await refused(
    ["--plan", "plan.json", "rules"],
    "'--plan' carries out a plan as it is. Omit paths.",
  );
  await refused(
    ["--plan", "plan.json", "--profile", "b"],
    "The plan is not for profile 'b'. Omit '--profile'.",
  );
  await refused(["--plan", "none.json"], "Cannot read 'none.json'. No such file or folder.");
  h.write("a.json", "{}");
  await refused(
    ["--plan", "a.json"],
    "'a.json': Expected a plan from 'weir push --dry-run --out'.",
  );
  h.write("a.json", '{ "version": 2 }');
  await refused(
    ["--plan", "a.json"],
    "'a.json': Plan version 2 is not supported. Create a new plan.",
  );
  const { version, options, resources } = planIn(h);
  const [first] = resources;
  for (const damaged of [
    { resources: [{}] },
    { resources: {} },
    { resources: [{ ...first, changes: [{}] }] },
    { resources: [{ ...first, calls: "POST" }] },
    { options: null },
    { options: { job: 5 } },
    { options: { action: {} } },
    { options: { inline: "no" } },
  ]) {
    h.write("a.json", JSON.stringify({ version, options, resources, ...damaged }));
    await refused(["--plan", "a.json"], "'a.json': The plan is damaged. Create a new plan.");
  }
});

test("WEIR_PROFILE selects the profile, --profile and a plan take precedence", async () => {
  using h = new Harness({ files: rules });
  const settings = JSON.parse(h.folder.read("weir.json"));
  const { local } = settings.profiles;
  h.write("weir.json", JSON.stringify({ profiles: { local, other: local } }));
  h.env = { WEIR_PROFILE: "other" };
  const results = async (...args: string[]) => {
    const { out } = await runCommand(h, push, ["rules", "--dry-run", "--format", "json", ...args]);
    return JSON.parse(out).results[0].profile;
  };
  expect(await results("--out", "plan.json")).toBe("other");
  expect(await results("--profile", "local")).toBe("local");
  h.env = { WEIR_PROFILE: "local" };
  expect((await carryOut(h)).status).toBe(0);
  expect(h.entry("rules/a.cfrule", "other")?.state).toBe("done");
  h.env = { WEIR_PROFILE: "prod" };
  const { out } = await runCommand(h, push, ["rules", "--dry-run"]);
  expect(out).toContain(
    "Unknown profile 'prod' in 'weir.json'. Use 'local' or 'other'. The profile is set by 'WEIR_PROFILE'.",
  );
});
