// Packages the command line with Node as one executable for this machine, weir-<version>-<platform>-<arch>, and tries it.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { Failure, run } from "../failure.mjs";
import { releasedVersion } from "../released.mjs";
import { root } from "../root.mjs";
import { makeRunFolder } from "../start/workspace.mjs";
import { bundlesFrom } from "./bundles.mjs";

const isWindows = process.platform === "win32";
const isMac = process.platform === "darwin";

/** Each loads other bundles. The last one reads enough lines for several threads. */
const trials = [
  { args: ["--version"], says: releasedVersion() },
  { args: ["check", "a.lpfilter", "a.tf"], says: "Unknown field 'http.hots'", status: 1 },
  { args: ["fmt", "--check", "a.lpfilter"], says: "a.lpfilter", status: 1 },
  { args: ["compare", "a.lpfilter", "b.lpfilter"], says: "wider", status: 1 },
  { args: ["trace", "b.tf", "--request", "GET https://a.example/"], says: "blocked" },
  { args: ["lsp", "--stdio"], says: '"capabilities"', input: lspInitialize(), status: 1 },
  { args: ["mcp"], says: "missing-where", input: mcpCall() },
  { args: ["try", "a.lpfilter", "--logs", "a.ndjson"], says: "keeps 50.0%" },
];

await run(async () => {
  const target = resolve(process.argv[2] ?? executableName());
  const { path: folder, remove } = makeRunFolder();
  try {
    const bundles = bundlesFrom(["cli.cjs"]);
    for (const name of bundles) cpSync(join(root, "dist", name), join(folder, name));
    writeSamples(folder);
    // The first runs write the code caches, which the executable cannot write.
    for (const it of trials)
      await expectTrial(process.execPath, [join(folder, "cli.cjs")], it, folder);
    await makeExecutable(target, folder);
    for (const it of trials) await expectTrial(target, [], it, folder);
  } finally {
    remove();
  }
  console.log(`Built and tried ${target}`);
});

function executableName() {
  const name = `weir-${releasedVersion()}-${process.platform}-${process.arch}`;
  return isWindows ? `${name}.exe` : name;
}

/**
 * @param {string} target
 * @param {string} folder with the bundles and their code caches
 */
async function makeExecutable(target, folder) {
  const names = readdirSync(folder).filter((it) => /\.(cjs|cache)$/.test(it));
  const config = {
    main: join(folder, "cli.cjs"),
    output: join(folder, "blob"),
    disableExperimentalSEAWarning: true,
    assets: Object.fromEntries(names.map((it) => [it, join(folder, it)])),
  };
  const file = join(folder, "sea.json");
  writeFileSync(file, JSON.stringify(config));
  mustRun(process.execPath, "--experimental-sea-config", file);
  copyFileSync(process.execPath, target);
  chmodSync(target, 0o755);
  // macOS refuses a changed program with the signature of the original one.
  if (isMac) mustRun("codesign", "--remove-signature", target);
  const { inject } = await import("postject");
  await inject(target, "NODE_SEA_BLOB", readFileSync(config.output), {
    // Node's name for the place that says whether a program is embedded.
    sentinelFuse: "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2",
    ...(isMac && { machoSegmentName: "NODE_SEA" }),
  });
  if (isMac) mustRun("codesign", "--sign", "-", target);
}

/** @param {string} folder */
function writeSamples(folder) {
  const filter = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }\n';
  const ruleset = (/** @type {string} */ expression) => `resource "cloudflare_ruleset" "a" {
  kind  = "zone"
  phase = "http_request_firewall_custom"
  rules = [{ action = "block", ref = "a", expression = "${expression}" }]
}
`;
  const lines = '{"EdgeResponseStatus":500}\n{"EdgeResponseStatus":200}\n';
  const files = {
    "a.lpfilter": filter,
    "b.lpfilter": filter.replace("500", "501"),
    "a.tf": ruleset("http.hots eq 1"),
    "b.tf": ruleset("ssl"),
    "a.ndjson": lines.repeat(2_500_000),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

/**
 * @param {string} program
 * @param {readonly string[]} before
 * @param {{ args: string[], says: string, status?: number, input?: string }} trial
 * @param {string} cwd
 */
async function expectTrial(program, before, { args, says, status = 0, input = "" }, cwd) {
  const child = spawn(program, [...before, ...args], { cwd, stdio: ["pipe", "pipe", "inherit"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    said += text;
    // A server ends with its input.
    if (said.includes(says)) child.stdin.end();
  });
  child.stdin.write(input);
  const [found] = await once(child, "close");
  if (found !== status || !said.includes(says))
    throw new Failure(`'weir ${args.join(" ")}' ended with ${found}.\n${said}`);
}

function lspInitialize() {
  const params = { processId: null, rootUri: null, capabilities: {} };
  const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  return `Content-Length: ${text.length}\r\n\r\n${text}`;
}

function mcpCall() {
  const clientInfo = { name: "release", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  const call = { name: "explain", arguments: { code: "missing-where" } };
  const messages = [
    { id: 1, method: "initialize", params },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: call },
  ];
  return messages.map((it) => `${JSON.stringify({ jsonrpc: "2.0", ...it })}\n`).join("");
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function mustRun(program, ...args) {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Failure(`${program} ${args[0]} failed. ${error ?? stderr}`.trim());
}
