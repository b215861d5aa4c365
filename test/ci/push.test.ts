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
  expect(inShell(folder, diff)).toMatchObject({ status: 0, out: "" });
  folder.write("a.cfrule", '# @action block\nhttp.host eq "b.example"\n');
  expect(inShell(folder, plan, env).status).toBe(0);
  folder.write("a.cfrule", '# @action block\nhttp.host eq "c.example"\n');
  expect(inShell(folder, push).out).toContain("The file has changed since the plan was created");
  const differs = inShell(folder, diff);
  expect([differs.status, differs.out.includes("a.cfrule")]).toEqual([1, true]);
}, 180_000);
