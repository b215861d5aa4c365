import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { commands } from "../../server/src/cli/commands/all.ts";
import { settings } from "../../server/src/workspace/config/config.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import {
  anchorsOf,
  type Block,
  blocksOf,
  codeOf,
  isStepOfWalk,
  linksOf,
  pages,
  pageText,
  root,
} from "./markdown.ts";
import { expectShortRun } from "./npm-scripts.ts";
import { type CommandLine, commandsOf } from "./shell.ts";

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const scripts: Readonly<Record<string, string>> = manifest.scripts;
const blocks = pages.flatMap(blocksOf);

/** Commands that are not run here, with the reason. */
const notRun: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^npm start$/, "opens an editor; tested by test/e2e/start.test.ts"],
  [/^npm start -- --site$/, "serves pages; tested by test/e2e/site.test.ts"],
  [/^npm run site$/, "tested by test/e2e/site.test.ts"],
  [/^npm ci$/, "already done"],
  [/^npm run build$/, "already done"],
  [/^npm test$/, "runs this test"],
  [/^npm run test:long$/, "runs the same tests as 'npm test', this one among them"],
  [/^npm run test:touched$/, "runs this test, if it was touched"],
  [/^npm run new\b/, "writes files; tested by test/scripts/new.test.ts"],
  [/^npm run format$/, "changes files; 'npm test' checks the format"],
  [/^npm run generate$/, "changes files; tested by test/generated.test.ts"],
  [/^npm run bench$/, "takes minutes; its options are tested in claims.test.ts"],
  [/^npm run fuzz$/, "takes a minute; tested by test/fuzz/fuzz.test.ts"],
  [/^npm run mutate$/, "runs the tests many times; what it changes is tested by test/mutate"],
  [/^npm run coverage$/, "runs this test"],
  [/^npm run measure$/, "opens VS Code on a million lines; run manually"],
  [/^npm run pictures$/, "takes screenshots; run manually"],
  [/^npm run smoke\b/, "needs a credential; tested by test/smoke"],
  [/^npm run package$/, "tested by test/e2e and test/scripts/package.test.ts"],
  [/^npm run executable$/, "copies Node; it runs what it built, nightly and for each release"],
  [/^npm run release$/, "changes files; tested by test/scripts/release.test.ts"],
  [/^weir \w+ shop\.lpfilter /, "needs a changed file; run by test/docs/outputs.test.ts"],
  [/^terraform /, "another program; test/cli/plan.test.ts has plans as it writes them"],
  [/^weir check plan\.json$/, "tested by test/cli/plan.test.ts"],
];

/** Blocks in other languages, with the tests that cover them. */
const testedElsewhere: Readonly<Record<string, string>> = {
  toml: "configuration of an assistant; parsed by test/docs/assistants.test.ts",
  yaml: "CI configuration; its commands are run by test/ci, the rest is not tested",
  groovy: "Jenkinsfile; its commands are run by test/ci, the rest is not tested",
  sql: "output of 'weir sql'; compared by test/docs/sql.test.ts",
  sh: "hook; run by test/ci/hooks.test.ts",
  js: "program with the library; run by test/scripts/package.test.ts",
  text: "instructions for an assistant; or output of such a program, compared by test/scripts/package.test.ts; or output for a plan, tested by test/cli/plan.test.ts",
};

const untested = new Set<string>();

function isCommands({ info, text }: Block): boolean {
  if (text.startsWith("#!")) return false;
  return info === "sh" || (info === "" && /^(npx|npm|weir|node) /.test(text));
}

/** The commands, without the steps of the tutorial, which push.test.ts runs in order. */
const commandLines = blocks.filter((it) => isCommands(it) && !isStepOfWalk(it)).flatMap(commandsOf);

describe("commands in blocks", () => {
  test.each(commandLines.map((it) => [it.where, it.words.join(" "), it] as const))(
    "%s: %s",
    async (_, written, line) => {
      const why = notRun.find(([pattern]) => pattern.test(written))?.[1];
      if (why !== undefined) untested.add(`${written}: ${why}`);
      expectScript(written);
      if (why === undefined) await expectRun(line);
    },
  );
});

/** The npm script exists. */
function expectScript(written: string): void {
  const [, script, short] = /^npm (?:run ([\w:-]+)|(start|test))\b/.exec(written) ?? [];
  const name = script ?? short;
  if (name !== undefined) expect(Object.keys(scripts)).toContain(name);
}

/** Runs a command: in the repository if it uses the samples, otherwise in the folder that 'weir init' creates. */
async function expectRun({ where, words, status }: CommandLine): Promise<void> {
  if (words[0] === "npm") return expectShortRun(words.join(" "));
  const args = words[0] === "npx" && words[1] === "--no" ? words.slice(2) : words;
  expect(args[0], `${where}: not run by any test`).toBe("weir");
  using folder = new Folder();
  const isOfSamples = args.some((it) => /^(samples|docs\/examples)\b/.test(it));
  if (args[1] !== "init" && !isOfSamples) expect((await weir(folder, ["init"])).status).toBe(0);
  const ran = await weir(isOfSamples ? { path: root } : folder, args.slice(1));
  expect(ran.status, ran.out + ran.err).toBe(status);
}

test("every exception is needed", () => {
  const written = commandLines.map((it) => it.words.join(" "));
  const idle = notRun.filter(([pattern]) => !written.some((it) => pattern.test(it)));
  expect(idle.map(([pattern]) => String(pattern))).toEqual([]);
  const infos = new Set(blocks.map((it) => it.info));
  expect(Object.keys(testedElsewhere).filter((it) => !infos.has(it))).toEqual([]);
});

describe("commands in sentences", () => {
  const codes = pages.flatMap(codeOf);

  test.each(
    codes
      .filter((it) => /^(npx --no )?weir [a-z]/.test(it.text))
      .map((it) => [`${it.page}:${it.line}`, it.text] as const),
  )("%s: %s", (_, text) => {
    const [name = "", ...rest] = text.replace(/^(npx --no )?weir /, "").split(/[\s=]+/);
    const command = commands.find((it) => it.name === name);
    expect(command, `Unknown command 'weir ${name}'.`).toBeDefined();
    for (const it of rest.filter((word) => word.startsWith("-")))
      expect(command?.usage, `'weir ${name}' has no '${it}'.`).toContain(it);
  });

  test("scripts of npm exist", () => {
    for (const it of codes) expectScript(it.text);
  });

  test("options, variables, files and settings in documents exist", () => {
    const usages = ["--color", ...commands.map((it) => it.usage)].join("\n");
    const sources = sourcesOf("server/src") + sourcesOf("client/src") + sourcesOf("scripts");
    const unknown = codes.filter(({ page, text }) => {
      if (/^--[a-z-]+/.test(text)) return !usages.includes(/^--[a-z-]+/.exec(text)?.[0] ?? "");
      if (/^[A-Z]+_[A-Z_]+$/.test(text)) return !sources.includes(text) && !nodes.has(text);
      if (/^(client|docs|editors|samples|schemas|scripts|server|test)\/[\w./-]+$/.test(text))
        return !existsSync(join(root, text)) && !made.test(text);
      if (page === "CONTRIBUTING.md" && /^\w[\w-]*\/[\w./-]+\.ts$/.test(text))
        return !existsSync(join(root, "server/src", text));
      return false;
    });
    expect(unknown.map((it) => `${it.page}:${it.line}: ${it.text}`)).toEqual([]);
  });

  test("every setting of weir.json is on its page", () => {
    const page = pageText("docs/settings.md");
    const missing = Object.keys(settings).filter((it) => !page.includes(`\`${it}\``));
    expect(missing).toEqual([]);
  });
});

/** Variables that Node itself reads. */
const nodes = new Set(["NODE_EXTRA_CA_CERTS", "NODE_DEBUG"]);
/** Created by a push, a build or the user. */
const made = /^(dist\/|samples\/weir\.lock\.json$)/;

function sourcesOf(folder: string): string {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((it) => /\.(ts|mjs)$/.test(it))
    .map((it) => readFileSync(join(root, folder, it), "utf8"))
    .join("\n");
}

/** The file name for the block. */
function fileOf({ page, info, text }: Block): string | undefined {
  if (info === "hcl") return "main.tf";
  if (info === "yaml" && page === "docs/hosts.md") return "rules.yaml";
  if (info === "cfrule" || (info === "" && /^# @\w/.test(text))) return "a.cfrule";
  if (!/^jsonc?$/.test(info)) return undefined;
  if (/^\s*(\/\/.*\n\s*)*\{\s*(\/\/.*\n\s*)*"where"/.test(text)) return "a.lpfilter";
  // A single policy, which is run by policies.test.ts.
  if (text.includes('"schema":') && !text.includes('"policies"')) return "any.json";
  if (text.includes('"destination_conf"')) return "a.lpjob";
  return Object.keys(settings).some((it) => text.includes(`"${it}":`)) ? "weir.json" : "any.json";
}

describe("examples", () => {
  const examples = blocks.filter((it) => !isCommands(it) && !isStepOfWalk(it));

  test.each(examples.map((it) => [`${it.page}:${it.line}`, it] as const))("%s", async (_, it) => {
    const file = fileOf(it);
    if (file === undefined) {
      const isDrawing = it.info === "" && it.page === "ARCHITECTURE.md";
      const why = isDrawing ? "diagram" : testedElsewhere[it.info];
      expect(why, `No test for blocks of '${it.info}'.`).toBeDefined();
      untested.add(`${it.page}:${it.line}: ${why}`);
    } else if (file === "any.json") {
      expect(() => JSON.parse(it.text)).not.toThrow();
    } else {
      const values = Array.from(it.text.matchAll(/"([\w/]+\.tfvars)"/g), ([, name]) => [name, ""]);
      const rule = "# @action block\n# @description SEC-1: a\nssl\n";
      const beside = file === "weir.json" ? { "a.cfrule": rule } : {};
      using folder = new Folder({
        ...beside,
        ...Object.fromEntries(values),
        [file]: `${it.text}\n`,
      });
      const { status, out } = await weir(folder, ["check", "--max-warnings", "0"]);
      expect([status, out]).toEqual([0, "✓ 1 file, nothing found.\n"]);
    }
  });
});

describe("links", () => {
  test.each(pages)("of %s have a target", (page) => {
    const lost = linksOf(page).filter(({ text }) => {
      if (/^https?:/.test(text)) return false;
      const [path = "", anchor] = text.split("#");
      const target = path === "" ? page : join(dirname(page), path);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(lost.map((it) => `${it.page}:${it.line}: ${it.text}`)).toEqual([]);
  });
});

afterAll(() => {
  console.log(`Not run or not tested here:\n${[...untested].map((it) => `  ${it}`).join("\n")}`);
});
