import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { root } from "../../scripts/root.mjs";
import { Debugger } from "../support/programs/debugger.ts";
import { connectClient, stopClients } from "../support/programs/lsp.ts";

interface Configuration {
  readonly name: string;
  readonly configurations?: readonly string[];
  readonly preLaunchTask?: string;
  readonly program?: string;
  readonly args?: readonly string[];
  readonly presentation?: { readonly hidden?: boolean; readonly order?: number };
}

const { configurations, compounds } = settings("launch.json") as Record<string, Configuration[]>;
const all = [...(configurations ?? []), ...(compounds ?? [])];
/** The variable of VS Code. */
const checkout = /(?:--\w+=)?\$\{workspaceFolder\}/;

function settings(name: string) {
  const text = readFileSync(join(root, ".vscode", name), "utf8");
  return JSON.parse(text.replace(/^\s*\/\/.*$/gm, ""));
}

test("F5 starts the extension and attaches to the server", () => {
  // VS Code lists what has an order first, and then in the order of the file. F5 starts the first one.
  const [first] = all
    .filter((it) => !it.presentation?.hidden)
    .sort((a, b) => (a.presentation?.order ?? 99) - (b.presentation?.order ?? 99));
  expect(first?.configurations).toEqual(["Extension", "Server"]);
  expect(all.map((it) => it.name)).toEqual(expect.arrayContaining(first?.configurations as []));
});

test("what the configurations name exists", () => {
  const tasks = settings("tasks.json").tasks as { label: string; command: string }[];
  for (const it of all) {
    if (it.preLaunchTask !== undefined)
      expect(tasks.map(({ label }) => label)).toContain(it.preLaunchTask);
    for (const path of [it.program ?? "", ...(it.args ?? [])])
      if (checkout.test(path)) expect(existsSync(path.replace(checkout, root)), path).toBe(true);
  }
  for (const { command } of tasks)
    for (const [script] of command.matchAll(/scripts\/\S+/g))
      expect(existsSync(join(root, script)), script).toBe(true);
});

/** The server as it is built for F5, and the address that it waits on for a debugger. */
async function startDebugged() {
  // Beside `dist/`, which other tests use.
  const folder = `.dist-debug-${process.pid}`;
  const args = [join(root, "scripts/build/build.mjs"), "debug", "--debug", "--folder", folder];
  expect(spawnSync(process.execPath, args, { encoding: "utf8" })).toMatchObject({ status: 0 });
  const server = join(root, folder, "server.cjs");
  const child = spawn(process.execPath, ["--nolazy", "--inspect=0", server, "--stdio"]);
  onTestFinished(() => {
    stopClients();
    child.kill();
    rmSync(join(root, folder), { recursive: true, force: true, maxRetries: 10 });
  });
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /ws:\S+/.exec(line)?.[0];
    if (address) return { child, address, folder: join(root, folder) };
  }
  throw new Error("No debugger can attach to the server.");
}

test("a breakpoint in the sources stops the server at a keystroke", async () => {
  const { child, address, folder } = await startDebugged();
  using debug = await Debugger.attach(address);
  await debug.send("Debugger.enable");
  const reader = new StreamMessageReader(child.stdout);
  const writer = new StreamMessageWriter(child.stdin);
  const client = await connectClient(createMessageConnection(reader, writer));
  await client.open("untitled:a.cfrule", "ss", "cfrule");
  const isRules = ({ url }: { url: string }) =>
    url === pathToFileURL(join(folder, "cfrule.cjs")).href;
  const { scriptId, sourceMapURL } = await debug.event("Debugger.scriptParsed", isRules);
  const { scriptSource } = await debug.send("Debugger.getScriptSource", { scriptId });
  const map = new SourceMap(
    JSON.parse(Buffer.from(sourceMapURL.split(",")[1], "base64").toString()),
  );
  const originOf = ({ lineNumber, columnNumber }: Place) => {
    const { originalSource, originalLine } = map.findEntry(lineNumber, columnNumber) as Origin;
    return `${resolve(folder, originalSource)}:${originalLine + 1}`;
  };

  const statement = "const parsed = parseWithin(";
  const place = { scriptId, ...placeIn(scriptSource, statement) };
  const source = join(root, "server/src/cfrule/document.ts");
  const wanted = placeIn(readFileSync(source, "utf8"), statement);
  expect(originOf(place)).toBe(`${source}:${wanted.lineNumber + 1}`);

  await debug.send("Debugger.setBreakpoint", { location: place });
  const end = { line: 0, character: 2 };
  await client.change("untitled:a.cfrule", 2, { range: { start: end, end }, text: "l" });
  const [frame] = (await debug.event("Debugger.paused")).callFrames;
  expect(frame.functionName).toBe("readDocument");
  expect(originOf(frame.location)).toBe(`${source}:${wanted.lineNumber + 1}`);
});

interface Place {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

interface Origin {
  readonly originalSource: string;
  readonly originalLine: number;
}

function placeIn(text: string, part: string): Place {
  const lines = text.split(/\r?\n/);
  const lineNumber = lines.findIndex((it) => it.includes(part));
  return { lineNumber, columnNumber: lines[lineNumber]?.indexOf(part) ?? 0 };
}
