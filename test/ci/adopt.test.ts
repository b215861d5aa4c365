// A new user adopts Weir in a repository with one Terraform file: the package, and the commands of README.md and docs/ci.md.
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { version } from "../../package.json";
import { packageName } from "../../scripts/released.mjs";
import { root } from "../../scripts/root.mjs";
import { Folder } from "../support/programs/cli.ts";
import { packedForNpm } from "../support/programs/packed.ts";
import {
  blockAfter,
  commandsIn,
  inShell,
  repository,
  run,
  withPreCommit,
  writeHidden,
} from "./repository.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");
const address = `${packageName}@${version}`;

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
const wrong = terraform("http.hots");
const right = terraform("http.host");

/** In milliseconds: npm and pre-commit start many processes. */
const patience = 180_000;

let folder: Folder;

beforeAll(() => {
  folder = repository({ "main.tf": wrong, ".gitignore": "node_modules\n" });
  // Use the real programs, not the programs of this checkout.
  for (const it of ["weir", "npx"]) folder.remove(`.git/bin/${it}`);
  cpSync(packedForNpm(), join(folder.path, `weir-${version}.tgz`));
}, patience);
afterAll(() => folder[Symbol.dispose]());

/** The code in the row of the README's table in "Install". */
function codeFor(place: string): string[] {
  const row = readme.split("\n").find((it) => it.startsWith(`| ${place} |`)) ?? "";
  return [...row.matchAll(/`([^`]+)`/g)].map((it) => it[1] ?? "");
}

function commandsFor(place: string): string[] {
  return codeFor(place).filter((it) => /^np[mx] /.test(it));
}

/** An npm environment without network access, with an empty cache. */
function offline() {
  return { npm_config_cache: join(folder.path, ".git/npm"), npm_config_offline: "true" };
}

/** The status of the first command that fails, and all output. */
function runAll(commands: readonly string[], where = folder): { status: number; output: string } {
  let output = "";
  for (const it of commands) {
    const { status, out, err } = inShell(where, it.replace(address, packedForNpm()), offline());
    output += out + err;
    if (status !== 0) return { status, output };
  }
  return { status: 0, output };
}

/** Runs the same program without npx, which takes longer to start than Weir and is tested once per installation method. */
function withoutNpx(command: string): string {
  return command.replace(/^npx --no /, "./node_modules/.bin/");
}

const found = "Unknown field 'http.hots'. Did you mean 'http.host'?";

test(
  "the terminal shows the error",
  () => {
    const [install = "", check = "", ...more] = commandsFor("the terminal");
    expect([install, check, more]).toEqual([
      expect.stringMatching(/^npm install /),
      expect.stringMatching(/^npx --no weir /),
      [],
    ]);
    expect(runAll([install])).toMatchObject({ status: 0 });
    const { status, output } = runAll([check]);
    expect([status, output]).toEqual([1, expect.stringContaining(found)]);
    expect(output).toContain("main.tf:8:21 error");
    folder.write("main.tf", right);
    expect(runAll([withoutNpx(check)]).status).toBe(0);
  },
  patience,
);

test(
  "CI annotates its line, in a clone of the commit",
  () => {
    const commands = commandsFor("CI");
    expect(commands.at(-1)).toMatch(/^npx --no weir check /);
    folder.write("main.tf", wrong);
    run(folder, "git", ["add", "--all"]);
    run(folder, "git", ["commit", "--quiet", "--message", "Check with Weir"]);
    using clone = new Folder();
    expect(run(clone, "git", ["clone", "--quiet", folder.path, "."])).toMatchObject({ status: 0 });
    const { status, output } = runAll(commands, clone);
    expect([status, output]).toEqual([1, expect.stringContaining(`::${found}`)]);
    expect(output).toContain("::error file=main.tf,line=8,col=21,");
    clone.write("main.tf", right);
    expect(runAll(commands.slice(-1).map(withoutNpx), clone).status).toBe(0);
  },
  patience,
);

describe("with the installed package", () => {
  beforeAll(() =>
    writeHidden(folder, "bin/npx", '#!/bin/sh\nshift\nexec "./node_modules/.bin/$@"\n'),
  );
  afterAll(() => folder.remove(".git/bin/npx"));

  test.each([
    ["GitHub", "Without the action"],
    ["GitLab", "\n## GitLab CI\n"],
    ["Jenkins", "\n## Jenkins\n"],
  ])(
    "the lines for %s find an error",
    (_, heading) => {
      const [install = "", ...commands] = commandsIn(blockAfter(heading));
      expect(install).toBe(`npm install --no-save ${address}`);
      expect(commands).toHaveLength(2);
      const quality = join(folder.path, "gl-code-quality-report.json");
      folder.write("main.tf", wrong);
      const { status, output } = runAll(commands);
      const report = existsSync(quality) ? readFileSync(quality, "utf8") : output;
      expect([status, report]).toEqual([1, expect.stringContaining("Unknown field 'http.hots'.")]);
      expect(report).toContain("main.tf");
      folder.write("main.tf", right);
      expect(runAll(commands).status).toBe(0);
      rmSync(quality, { force: true });
    },
    patience,
  );

  test(
    "pre-commit stops a commit with the error",
    () => {
      folder.write(".pre-commit-config.yaml", blockAfter("use a local hook"));
      folder.write("main.tf", wrong);
      run(folder, "git", ["add", "--all"]);
      const hooks = () => withPreCommit(folder, ["run", "--all-files"]);
      const stopped = hooks();
      expect([stopped.status, stopped.out]).toEqual([1, expect.stringContaining(found)]);
      folder.write("main.tf", right);
      expect(hooks()).toMatchObject({ status: 0 });
    },
    patience,
  );
});

test(
  "the lines for CI install the package",
  () => {
    using empty = new Folder();
    const [install = ""] = commandsIn(blockAfter("Without the action"));
    expect(runAll([install, withoutNpx("npx --no weir --version")], empty)).toMatchObject({
      status: 0,
    });
  },
  patience,
);

test(
  "an assistant finds and explains it",
  async () => {
    const [[program = "", ...args] = []] = commandsFor("AI assistants").map((it) => it.split(" "));
    const client = new Client({ name: "test", version: "1" });
    const env = { ...(process.env as Record<string, string>), ...offline() };
    await client.connect(
      new StdioClientTransport({ command: program, args, cwd: folder.path, env, stderr: "ignore" }),
    );
    try {
      const ask = async (name: string, given: Record<string, unknown>) =>
        (await client.callTool({ name, arguments: given })).structuredContent;
      const checked = await ask("check", { text: wrong, language: "terraform" });
      expect(checked).toMatchObject({
        diagnostics: [{ message: found, range: { start: { line: 7, character: 20 } } }],
      });
      const explained = await ask("explain", { code: "unknown-field" });
      expect(JSON.stringify(explained)).toContain("http.host");
    } finally {
      await client.close();
    }
  },
  patience,
);

test(
  "a program gets it from the library",
  () => {
    const [line = ""] = codeFor("your own programs");
    expect(line).toMatch(/^import \{ check,/);
    const program = `${line};\nconsole.log(check(${JSON.stringify(wrong)}, { path: "main.tf" })[0].message);\n`;
    folder.write("use.mjs", program);
    expect(run(folder, process.execPath, ["use.mjs"])).toEqual({
      status: 0,
      out: `${found}\n`,
      err: "",
    });
  },
  patience,
);
