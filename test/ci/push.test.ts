// Pushes with a plan, and detects drift, with the commands of docs/ci.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import { EmulatorProcess } from "../support/programs/bundle.ts";
import { commandsIn, inShell, manual, repository } from "./repository.ts";

test("a plan is pushed, and a nightly diff detects drift", async () => {
  using folder = repository();
  await using emulator = await EmulatorProcess.start(["emulator"], folder.path);
  const baseUrl = `http://127.0.0.1:${emulator.port}/client/v4`;
  const production = { baseUrl, zone: defaults.zone, account: defaults.account };
  const other = { ...production, baseUrl: "https://elsewhere.example/client/v4" };
  folder.write("weir.json", JSON.stringify({ profiles: { production, other } }));
  folder.write("a.cfrule", '# @action block\nhttp.host eq "a.example"\n');
  const commands = commandsIn(manual.split("## Push from CI")[1] ?? "");
  const [plan = "", push = "", diff = ""] = commands.filter((it) => it.startsWith("npx --no weir"));
  expect([plan, push, diff].map((it) => it.split(" ")[3])).toEqual(["push", "push", "diff"]);
  const env = {
    WEIR_PROFILE: "production",
    GITHUB_STEP_SUMMARY: join(folder.path, ".git/summary"),
  };
  expect(inShell(folder, diff).status).toBe(1);
  expect(inShell(folder, plan, env)).toMatchObject({ status: 0, err: "" });
  expect(readFileSync(env.GITHUB_STEP_SUMMARY, "utf8")).toContain("**planned** `a.cfrule`");
  expect(inShell(folder, push)).toMatchObject({ status: 0 });
  expect(folder.read("weir.lock.json")).toContain('"production"');
  expect(inShell(folder, diff)).toMatchObject({ status: 0 });
  folder.write("a.cfrule", '# @action block\nhttp.host eq "b.example"\n');
  expect(inShell(folder, plan, env).status).toBe(0);
  folder.write("a.cfrule", '# @action block\nhttp.host eq "c.example"\n');
  expect(inShell(folder, push).out).toContain("The file has changed since the plan was created");
  const differs = inShell(folder, diff);
  expect([differs.status, differs.out.includes("a.cfrule")]).toEqual([1, true]);
}, 180_000);

/** The page's part on a nightly comparison: the command before its first run, and the command of the workflow. */
const part = (manual.split("### Detect drift every night")[1] ?? "").split("\n## ")[0] ?? "";
const accept = /`(npx --no weir pull [^`]+)`/.exec(part)?.[1] ?? "";
const [nightly = ""] = commandsIn(part).filter((it) => it.startsWith("npx --no weir"));

test("the nightly diff finds what was added in a phase without files", async () => {
  using folder = repository();
  await using emulator = await EmulatorProcess.start(["emulator"], folder.path);
  const baseUrl = `http://127.0.0.1:${emulator.port}/client/v4`;
  const { zone, account, token } = defaults;
  const production = { baseUrl, zone, account, rulesTarget: "rulesets" };
  folder.write("weir.json", JSON.stringify({ profiles: { production } }));
  folder.write("a.cfrule", '# @action block\nhttp.host eq "a.example"\n');
  const create = async (level: string, ruleset: object) => {
    const response = await fetch(`${baseUrl}/${level}/rulesets`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "default", ...ruleset }),
    });
    expect(response.status).toBe(200);
  };
  const execute = { id: "efb7b8c949ac4650a09736fc376e9aee" };
  const managed = { action: "execute", expression: "true", action_parameters: execute };
  const limit = { requests_per_period: 9, period: 60, characteristics: ["ip.src", "cf.colo.id"] };
  const logins = { action: "block", expression: "ssl", description: "Logins", ratelimit: limit };
  const ofManaged = { phase: "http_request_firewall_managed", rules: [managed] };
  await create(`zones/${zone}`, { kind: "zone", ...ofManaged });
  expect([accept, nightly].map((it) => it.split(" ")[3])).toEqual(["pull", "diff"]);
  expect(inShell(folder, "npx --no weir push --all --yes")).toMatchObject({ status: 0 });
  expect(inShell(folder, nightly).status).toBe(1);
  expect(inShell(folder, `${accept} --yes`)).toMatchObject({ status: 0 });
  expect(inShell(folder, nightly)).toMatchObject({ status: 0 });
  await create(`zones/${zone}`, { kind: "zone", phase: "http_ratelimit", rules: [logins] });
  await create(`accounts/${account}`, { kind: "root", ...ofManaged });
  const { status, out } = inShell(folder, nightly);
  expect(status).toBe(1);
  expect(out).toContain("No file has rule 'Logins' (block, ");
  expect(out).toContain("in phase 'http_request_firewall_managed' of the account.");
  expect(inShell(folder, `${accept} --yes`)).toMatchObject({ status: 0 });
  expect(folder.read("rules/logins.cfrule")).toContain("# @phase http_ratelimit\n");
  expect(inShell(folder, nightly)).toMatchObject({ status: 0 });
}, 180_000);
