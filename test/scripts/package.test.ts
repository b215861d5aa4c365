// Installs the npm package in an empty folder, without network access, and uses it.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engines, version } from "../../package.json";
import { root } from "../../scripts/root.mjs";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import { check } from "../../server/src/library/library.ts";
import { Folder } from "../support/programs/cli.ts";
import { pack, packedForNpm } from "../support/programs/packed.ts";

let folder: Folder;
let installed: string;

beforeAll(() => {
  folder = new Folder({ "package.json": '{ "private": true }' });
  installed = join(folder.path, "node_modules", "@weir-tools", "weir");
  cpSync(packedForNpm(), join(folder.path, "weir.tgz"));
  expect(npm("npm", "install", "./weir.tgz")).toMatchObject({ status: 0 });
}, 120_000);
afterAll(() => folder[Symbol.dispose]());

/** Runs npm or npx with an empty cache and an unreachable registry. */
function npm(program: "npm" | "npx", ...args: string[]) {
  return spawnSync(program, args, {
    cwd: folder.path,
    encoding: "utf8",
    shell: process.platform === "win32",
    env: {
      ...process.env,
      npm_config_offline: "true",
      npm_config_cache: join(folder.path, "cache"),
      npm_config_registry: "http://127.0.0.1:9/",
      npm_config_update_notifier: "false",
    },
  });
}

function weir(...args: string[]) {
  return spawnSync(process.execPath, [join(installed, "dist", "cli.cjs"), ...args], {
    cwd: folder.path,
    encoding: "utf8",
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot },
  });
}

function files(): string[] {
  return readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile() && !it.name.endsWith(".cache"))
    .map((it) =>
      join(it.parentPath, it.name)
        .slice(installed.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

test("the package is small, has no dependencies, and contains nothing of the checkout or this machine", () => {
  expect(statSync(join(folder.path, "weir.tgz")).size).toBeLessThan(2_700_000);
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  expect(manifest).toMatchObject({
    name: "@weir-tools/weir",
    version,
    bin: { weir: "dist/cli.cjs" },
  });
  expect(manifest.engines).toEqual({ node: engines.node });
  const unwanted = ["dependencies", "devDependencies", "scripts", "private", "type"];
  expect(unwanted.filter((it) => it in manifest)).toEqual([]);
  const others = files().filter((it) => !/^(dist\/[\w.-]+$|editors\/)/.test(it));
  expect(others).toEqual([
    "LICENSE",
    "README.md",
    "THIRD_PARTY_NOTICES.txt",
    "package.json",
    "schemas/output.schema.json",
    "schemas/trace.schema.json",
    "schemas/weir.schema.json",
    ...["snippets/cfrule.json", "snippets/lpfilter.json", "snippets/package.json"],
  ]);
  const listed = execFileSync("git", ["ls-files", "editors"], { cwd: root, encoding: "utf8" });
  expect(files().filter((it) => it.startsWith("editors/"))).toEqual(
    listed.trim().split("\n").sort(),
  );
  for (const it of files()) {
    const text = readFileSync(join(installed, it), "utf8");
    for (const place of [root, homedir(), folder.path])
      expect(place.length > 5 && text.includes(place), `${it} contains ${place}`).toBe(false);
  }
  expect(readFileSync(join(installed, "THIRD_PARTY_NOTICES.txt"), "utf8")).toContain("\nhono ");
});

test("every bundle that another one loads is in the package, and no other", () => {
  const names = files().flatMap((it) => (it.startsWith("dist/") ? [it.slice(5)] : []));
  const loaded = names.flatMap((it) => {
    const text = readFileSync(join(installed, "dist", it), "utf8");
    return [...text.matchAll(/"(?:\.\/)?([\w-]+\.[cm]js)"/g)].map((found) => found[1] ?? "");
  });
  expect(loaded.filter((it) => !names.includes(it))).toEqual([]);
  expect(names.filter((it) => !loaded.includes(it))).toEqual([
    "cfrule.mjs",
    "cli.cjs",
    "format.d.mts",
    "format.d.ts",
    "format.mjs",
    "library.d.mts",
    "library.d.ts",
    "library.mjs",
    "lpfilter.mjs",
    "one-language.d.mts",
  ]);
});

test("the package is reproducible", () => {
  pack(join(folder.path, "again.tgz"));
  const bytes = (name: string) => readFileSync(join(folder.path, name));
  expect(bytes("again.tgz").equals(bytes("weir.tgz"))).toBe(true);
});

test("npx runs it", () => {
  const [explained, direct] = [["--no", "weir"], ["@weir-tools/weir"]].map((it) =>
    npm("npx", ...it, "explain", "missing-where"),
  );
  expect(explained).toMatchObject({ status: 0, stdout: expect.stringContaining("missing-where") });
  expect(direct?.stdout).toBe(explained?.stdout);
});

const filter = `{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }\n`;

test("check, fmt, explain, compare, shrink, sql and try work with all their bundles", () => {
  folder.write("a.lpfilter", filter);
  folder.write("b.lpfilter", filter.replace("500", "501"));
  folder.write("a.cfrule", 'http.host eq "a.example" and http.host matches "^a"\n');
  folder.write(
    "b.tf",
    'resource "cloudflare_ruleset" "a" {\n  rules = [{ expression = "http.hots eq 1" }]\n}\n',
  );
  folder.write("c.yaml", "zone:\n  rules:\n    - expression: http.hots eq 1\n");
  folder.write(
    "a.ndjson",
    '{"EdgeResponseStatus":500}\n{"EdgeResponseStatus":200}\n'.repeat(30_000),
  );
  expect(weir("check", "a.lpfilter").status).toBe(0);
  expect(weir("check", "b.tf").stdout).toContain("Unknown field 'http.hots'.");
  expect(weir("fmt", "--check", "a.cfrule").status).toBe(0);
  expect(weir("explain", "unknown-field").status).toBe(0);
  expect(weir("compare", "a.lpfilter", "b.lpfilter").stdout).toContain("wider");
  expect(weir("compare", "a.cfrule", "a.cfrule")).toMatchObject({ status: 0, stderr: "" });
  expect(weir("shrink", "a.cfrule", "a.lpfilter")).toMatchObject({ status: 0, stderr: "" });
  expect(weir("sql", "a.lpfilter", "--dialect", "duckdb").stdout).toContain("SELECT");
  const tried = weir(
    "try",
    "a.lpfilter",
    "--logs",
    "a.ndjson",
    "--threads",
    "2",
    "--format",
    "json",
  );
  expect(JSON.parse(tried.stdout).results).toMatchObject([{ kept: 30_000 }]);
  const asked = weir("try", "a.cfrule", "--request", "GET https://a.example/");
  expect(asked).toMatchObject({ status: 0, stderr: "" });
});

test("the emulator and a push to it work", async () => {
  const emulator = spawn(
    process.execPath,
    [join(installed, "dist", "cli.cjs"), "emulator", "--port", "0"],
    {
      cwd: folder.path,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  try {
    const line = await firstText(emulator.stdout);
    const baseUrl = /http:\S+/.exec(line)?.[0];
    const local = { baseUrl, zone: defaults.zone, account: defaults.account };
    folder.write("push/weir.json", JSON.stringify({ profiles: { local } }));
    folder.write("push/a.cfrule", '# @action block\nhttp.host eq "a.example"\n');
    expect(weir("push", "push/a.cfrule", "--yes")).toMatchObject({ status: 0, stderr: "" });
    expect(weir("diff", "push")).toMatchObject({ status: 0, stderr: "" });
  } finally {
    emulator.kill();
  }
});

test("the language server responds", async () => {
  const server = spawn(process.execPath, [join(installed, "dist", "cli.cjs"), "lsp", "--stdio"], {
    cwd: folder.path,
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    const params = { processId: null, rootUri: null, capabilities: {} };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    server.stdin.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    let answer = "";
    for await (const chunk of server.stdout) {
      answer += chunk;
      if (answer.includes("hoverProvider")) break;
    }
    expect(answer).toContain(`"version":"${version}"`);
  } finally {
    server.kill();
  }
});

test("the server for assistants responds", () => {
  const clientInfo = { name: "test", version: "1" };
  const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  const args = { text: "http.hots eq 1", language: "cfrule" };
  const input = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params: initialize },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "check", arguments: args } },
  ];
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(installed, "dist", "cli.cjs"), "mcp"],
    { encoding: "utf8", input: input.map((it) => `${JSON.stringify(it)}\n`).join("") },
  );
  expect(status).toBe(0);
  expect(stdout).toContain("Unknown field 'http.hots'.");
});

test("the examples of the docs print the documented output", () => {
  const manual = readFileSync(join(root, "docs", "library.md"), "utf8");
  const examples = [...manual.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)];
  expect(examples.length).toBe(manual.split("```js").length - 1);
  const end = "(end of the example)\n";
  const run = examples.map(([, program = ""], i) => {
    folder.write(`example-${i}.mjs`, program);
    return `await import("./example-${i}.mjs");\nprocess.stdout.write(${JSON.stringify(end)});\n`;
  });
  folder.write("examples.mjs", run.join(""));
  const stdout = examples.map(([, , output]) => `${output}${end}`).join("");
  expect(node("examples.mjs")).toEqual({ status: 0, stdout, stderr: "" });
});

test("the library works in CommonJS", () => {
  folder.write(
    "example.cjs",
    `console.log(require("@weir-tools/weir").fix("ssl == true", { language: "cfrule" }).text);`,
  );
  expect(node("example.cjs")).toEqual({ status: 0, stdout: "ssl\n", stderr: "" });
});

test("the library needs no Node modules, so bundlers can take it for browsers", async () => {
  folder.write(
    "page.js",
    `import { check, evaluate, compare, shrink, toSql } from "@weir-tools/weir";
    const rule = { language: "cfrule" };
    const yaml = check("phases:\\n- expression: http.hots eq 1", { language: "yaml" });
    globalThis.result = JSON.stringify([
      check("http.hots eq 1", rule).map((it) => it.code),
      evaluate('http.host matches "^a"', { request: "GET https://a.example/" }, rule),
      compare("ssl", "not ssl", rule).relation,
      shrink("ssl and ssl", rule).text,
      toSql('http.host eq "a"', { ...rule, dialect: "sqlite", where: true }).length > 0,
      Array.isArray(yaml),
    ]);`,
  );
  expect(resultOf(await bundled("page.js"))).toEqual([
    ["unknown-field"],
    true,
    "disjoint",
    "ssl",
    true,
    true,
  ]);
});

test.each([
  ["cfrule", "http.hots eq 1", 400_000],
  ["lpfilter", '{ "where": { "ley": "RayID" } }', 250_000],
])(
  "a bundler leaves out other languages than %s, and unused functions",
  async (language, text, limit) => {
    const from = `from "@weir-tools/weir/${language}";`;
    const run = `const codes = check(${JSON.stringify(text)}, { language: "${language}" }).map((it) => it.code);
    let other; try { check("a = 1", { language: "terraform" }); } catch (error) { other = error.name; }
    globalThis.result = JSON.stringify([codes, other]);`;
    folder.write("one.js", `import { check } ${from}\n${run}`);
    folder.write("all.js", `import * as weir ${from}\nglobalThis.weir = weir;`);
    const [one, all] = await Promise.all(["one.js", "all.js"].map(bundled));
    expect(resultOf(one)).toEqual([
      check(text, { path: `a.${language}` }).map((it) => it.code),
      "TypeError",
    ]);
    expect(gzipSync(one ?? "").length).toBeLessThan(limit);
    expect(one?.length).toBeLessThan((all?.length ?? 0) - 5_000);
  },
);

/** A page that uses the package, as one script. */
async function bundled(name: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: folder.path,
    entryPoints: [name],
    bundle: true,
    minify: true,
    platform: "browser",
    format: "iife",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

function resultOf(script: string | undefined): unknown {
  const globals: Record<string, unknown> = { TextEncoder, TextDecoder, URL };
  runInNewContext(script ?? "", globals);
  return JSON.parse(String(globals.result));
}

test("the types describe the library and mention nothing inside it", () => {
  const types = readFileSync(join(installed, "dist", "library.d.ts"), "utf8");
  expect(types).not.toMatch(/\bfrom "|\bimport\(/);
  folder.write(
    "use.mts",
    `import { check, compare, evaluate, type Diagnostic, TextError } from "@weir-tools/weir";
    import { format } from "@weir-tools/weir/format";
    import { check as checkRule } from "@weir-tools/weir/cfrule";
    checkRule("ssl", { language: "cfrule" });
    const formatted: string = format("ssl", { language: "cfrule", operators: "english" });
    // @ts-expect-error: a host, which this part does not have
    format(formatted, { language: "yaml" });
    const found: Diagnostic[] = check("ssl", { language: "cfrule" });
    const { onlyFirst } = compare("ssl", "not ssl", { path: "a.cfrule" });
    const outcome: boolean | undefined = onlyFirst ? evaluate("ssl", onlyFirst, { language: "cfrule" }) : undefined;
    // @ts-expect-error: an unknown language
    check("ssl", { language: "sql" });
    console.log(found[0]?.range.start.line, outcome, TextError.name);`,
  );
  folder.write(
    "use.cts",
    `import weir = require("@weir-tools/weir");\nimport part = require("@weir-tools/weir/format");\nconsole.log(part.format("ssl", { language: "cfrule" }));\nconst text: string = weir.format("ssl", { language: "cfrule" });\nconsole.log(text);`,
  );
  const options = [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--types",
    "",
    "--lib",
    "es2022,dom",
    // Skips TypeScript's own libraries, which take longer than ours.
    "--skipDefaultLibCheck",
  ];
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  expect(node(tsc, "use.mts", "use.cts", ...options)).toEqual({
    status: 0,
    stdout: "",
    stderr: "",
  });
});

function node(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder.path,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

async function firstText(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const chunk of stream) return String(chunk);
  return "";
}
