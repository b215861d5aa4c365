import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aptInstall } from "../../scripts/install/apt.mjs";
import { formats } from "../../server/src/cli/check/output.ts";
import { commands } from "../../server/src/cli/commands/all.ts";
import { candidatesFor, optionsIn } from "../../server/src/cli/completion/candidates.ts";
import { shellNames } from "../../server/src/cli/completion/scripts.ts";
import { datasetNames } from "../../server/src/languages.ts";
import { dialectNames } from "../../server/src/sql/dialect-names.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import { bundlePath } from "../support/programs/dist.ts";

const profiles = () => ["local", "production"];

function words(...typed: string[]): string[] {
  return candidatesFor(typed, commands, { profiles }).map((it) => it.word);
}

test("commands come first, then their options and values", () => {
  expect(words("")).toEqual([...commands.map((it) => it.name), "--help", "--version"]);
  expect(words("che")).toEqual(["check"]);
  expect(words("check", "--f")).toEqual(["--format", "--fix", "--force-exclude"]);
  expect(words("check", "--format", "")).toEqual(formats);
  // PowerShell passes a space for an empty word.
  expect(words("check", "--format", " ")).toEqual(formats);
  expect(words("check", "--format", "js")).toEqual(["json"]);
  expect(words("check", "--format=s")).toEqual(["sarif"]);
  expect(words("check", "--format", "=", "s")).toEqual(["sarif"]);
  expect(words("check", "--format", "=")).toHaveLength(formats.length);
  expect(words("push", "a.cfrule", "--profile", "p")).toEqual(["production"]);
  expect(words("push", "--format", "m")).toEqual(["markdown"]);
  expect(words("check", "--dataset", "")).toEqual(datasetNames);
  expect(words("sql", "a.lpfilter", "--dialect", "")).toEqual(dialectNames);
  expect(words("explain", "unknown-l")).toEqual(["unknown-list"]);
  expect(words("completion", "")).toEqual(shellNames);
  expect(words("help", "pus")).toEqual(["push"]);
  expect(words("check", "--he")).toEqual(["--help"]);
  expect(words("push", "--profile", '"p')).toEqual(["production"]);
  expect(words("check", "--format='s")).toEqual(["sarif"]);
  expect(words('"push"', "'--pro")).toEqual(["--profile"]);
});

test("where a path or any text is expected, there are no candidates", () => {
  for (const typed of [
    ["check", ""],
    ["check", "--max-warnings", ""],
    ["nonsense", ""],
    ["push", "--out", "p"],
  ])
    expect(words(...typed)).toEqual([]);
});

test("every option in the help of a command is a candidate", () => {
  for (const { name, usage } of commands) {
    const named = new Set([...usage.matchAll(/^ {2}(--[a-z-]+)/gm)].map((it) => it[1] ?? ""));
    expect(optionsIn(usage).map((it) => it.name)).toEqual(expect.arrayContaining([...named]));
    for (const it of named) expect(words(name, it)).toContain(it);
  }
});

test("profiles are those of the nearest weir.json, without names that a shell would interpret", async () => {
  const settings = { profiles: { local: { zone: "a" }, "$(touch x)": { zone: "a" } } };
  using folder = new Folder({ "weir.json": JSON.stringify(settings) });
  const { out } = await weir(folder, ["completion", "--words", "push", "--profile", ""]);
  expect(out).toBe("local\t\n");
  folder.write("weir.json", "{");
  expect((await weir(folder, ["completion", "--words", "push", "--profile", ""])).status).toBe(0);
});

test("an unknown shell is refused", async () => {
  using folder = new Folder();
  const { status, err } = await weir(folder, ["completion", "tcsh"]);
  expect([status, err]).toEqual([
    2,
    "weir: 'weir completion' needs 'bash', 'zsh', 'fish' or 'powershell', found 'tcsh'.\n",
  ]);
});

/** Each shell completes as if a user had pressed Tab. */
describe("in a real shell", () => {
  let folder: Folder;

  beforeAll(async () => {
    folder = new Folder({
      "weir.json": '{ "profiles": { "production": { "zone": "a" } } }',
      "some.cfrule": "",
    });
    const program = bundlePath("cli.cjs");
    folder.write("bin/weir", `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
    chmodSync(join(folder.path, "bin/weir"), 0o755);
    for (const shell of shellNames)
      folder.write(`weir.${shell}`, (await weir(folder, ["completion", shell])).out);
  });
  afterAll(() => folder[Symbol.dispose]());

  function run(shell: string, script: string): string {
    if (spawnSync(shell, ["-c", "true"]).error) aptInstall(shell);
    const { stdout, stderr, error } = spawnSync(shell, ["-c", script], {
      cwd: folder.path,
      encoding: "utf8",
      env: {
        ...process.env,
        HOME: folder.path,
        TERM: "dumb",
        PATH: `${join(folder.path, "bin")}${delimiter}${process.env.PATH}`,
      },
    });
    expect([error, stderr]).toEqual([undefined, ""]);
    return stdout;
  }

  /** The output of each command, in one shell with our completion loaded. */
  function runAll(shell: string, commands: readonly string[]): string[] {
    const end = "(end)\n";
    const lines = commands.map((it) => `${it}\necho '${end.trim()}'`);
    return run(shell, [`source ./weir.${shell}`, ...lines].join("\n"))
      .split(end)
      .slice(0, -1);
  }

  test("bash", () => {
    const complete = (...typed: string[]) =>
      `COMP_WORDS=(weir ${typed.map((it) => `'${it}'`).join(" ")}); COMP_CWORD=${typed.length}; _weir; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const said = runAll("bash", [
      complete("pus"),
      complete("push", "--profile", ""),
      complete("check", "--format", "=", "s"),
      complete("check", "so"),
      "complete -p weir",
    ]);
    const registered = expect.stringContaining("-o default -F _weir");
    expect(said).toEqual(["push\n", "production\n", "sarif\n", "\n", registered]);
  });

  test("zsh", () => {
    const completed = {
      "weir pus": "<weir push >",
      "weir push --profile pro": "<weir push --profile production >",
      "weir check --format=sa": "<weir check --format=sarif >",
      "weir check so": "<weir check some.cfrule >",
      'weir push --profile "pro': '<weir push --profile "production" >',
    };
    const complete = (line: string) => `
        zpty -w -n z $'${line}\\t\\x18'
        zpty -r z out $'*<weir *>*'
        print -r -- "$out"`;
    const said = run(
      "zsh",
      `zmodload zsh/zpty
        zpty -w z '' 2>/dev/null
        zpty z zsh -f -i
        zpty -w z 'PS1=; unset zle_bracketed_paste; autoload -U compinit; compinit -u; source ./weir.zsh; bindkey "^I" complete-word; show() { print -r -- "<$BUFFER>"; zle kill-whole-line }; zle -N show; bindkey "^X" show; print ready'
        zpty -r z out '*ready*' ; zpty -r z out '*ready*'
        ${Object.keys(completed).map(complete).join("\n")}
        zpty -d z`,
    );
    const shown = Object.values(completed);
    expect(said.match(/<weir [^>]*>/g)).toEqual(shown);
  });

  test("fish", () => {
    const file = expect.stringContaining("some.cfrule");
    const completed = {
      "weir pus": "push\tSend filters, jobs and rules to Cloudflare\n",
      "weir push --profile ": "production\n",
      "weir check --format=sa": "--format=sarif\n",
      "weir check so": file,
      'weir push --profile "pro': "production\n",
      'weir check --format="sa': "--format=sarif\n",
      'weir check "so': file,
      "weir check \\'so": file,
    };
    const commands = Object.keys(completed).map((it) => `complete --do-complete '${it}'`);
    expect(runAll("fish", commands)).toEqual(Object.values(completed));
  });
});
