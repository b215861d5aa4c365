// Runs the commands of docs/ci.md as documented.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import { EmulatorProcess } from "../support/bundle.ts";
import type { Folder } from "../support/cli.ts";
import { packedForNpm } from "../support/packed.ts";
import { inShell, manual, repository } from "./repository.ts";

/** The commands of a block, without the keywords of the CI service. */
function commandsIn(block: string): string[] {
  const lines = block.matchAll(/^ *(?:- run: |- if: .*|- |sh ')((?:npm|npx) .*?)'?$/gm);
  return [...lines].map((it) => it[1] ?? "");
}

function blockAfter(heading: string): string {
  const section = manual.split(`\n## ${heading}\n`)[1] ?? "";
  return /```\w+\n(.*?)```/s.exec(section)?.[1] ?? "";
}

test("a plan is pushed, and a nightly diff finds what has changed since", async () => {
  using folder = repository();
  await using emulator = await EmulatorProcess.start(["emulator"], folder.path);
  const baseUrl = `http://127.0.0.1:${emulator.port}/client/v4`;
  const production = { baseUrl, zone: defaults.zone, account: defaults.account };
  const other = { ...production, baseUrl: "https://elsewhere.example/client/v4" };
  folder.write("weir.json", JSON.stringify({ profiles: { production, other } }));
  folder.write("a.cfrule", '# @action block\nhttp.host eq "a.example"\n');
  const commands = commandsIn(manual.split("## Push from CI")[1] ?? "");
  const [plan = "", push = "", diff = ""] = commands.filter((it) => it.startsWith("npx weir"));
  expect([plan, push, diff].map((it) => it.split(" ")[2])).toEqual(["push", "push", "diff"]);
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

/** A new user: nothing but a Terraform file, and the lines of the page. */
describe("in a repository with one Terraform file", () => {
  const terraform = (field: string) => `resource "cloudflare_ruleset" "waf" {
  zone_id = var.zone
  name    = "Custom rules"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [{
    action      = "block"
    expression  = "(${field} eq \\"shop.example.com\\" and ip.src.country in {\\"T1\\"})"
    description = "Tor"
    enabled     = true
  }]
}
`;
  const address = "https://github.com/weir-tools/weir/releases/latest/download/weir.tgz";
  const install = `npm install --no-save ${address}`;
  let folder: Folder;

  beforeAll(() => {
    folder = repository({ "main.tf": terraform("http.hots") });
    // The real one, and not the one of this checkout.
    for (const it of ["weir", "npx"]) folder.remove(`.git/bin/${it}`);
    expect(runAll([install])).toMatchObject({ status: 0 });
  }, 120_000);
  afterAll(() => folder[Symbol.dispose]());

  const env = () => ({
    npm_config_cache: join(folder.path, ".git/npm"),
    npm_config_offline: "true",
  });

  /** The status of the first command that fails, and all output. */
  function runAll(commands: readonly string[]): { status: number; output: string } {
    let output = "";
    for (const it of commands) {
      const { status, out, err } = inShell(folder, it.replace(address, packedForNpm()), env());
      output += out + err;
      if (status !== 0) return { status, output };
    }
    return { status: 0, output };
  }

  test.each([
    ["GitHub", () => commandsIn(manual.split("Without the action")[1]?.split("```")[1] ?? "")],
    ["GitLab", () => commandsIn(blockAfter("GitLab CI"))],
    ["Jenkins", () => commandsIn(blockAfter("Jenkins"))],
  ])("the lines for %s find an error", (_, lines) => {
    const commands = lines();
    // Installed for all of them.
    expect(commands.shift()).toBe(install);
    expect(commands).toHaveLength(2);
    folder.write("main.tf", terraform("http.hots"));
    const { status, output } = runAll(commands);
    expect([status, output]).toEqual([1, expect.stringContaining("Unknown field 'http.hots'.")]);
    expect(output).toContain("main.tf");
    folder.write("main.tf", terraform("http.host"));
    expect(runAll(commands).status).toBe(0);
  });
});
