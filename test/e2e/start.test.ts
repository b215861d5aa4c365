// `npm start`: everything starts, and no processes or files are left.
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { call } from "../../scripts/start/emulator.mjs";
import { makeRunFolder } from "../../scripts/start/workspace.mjs";
import { Editor } from "./screen/editor.ts";
import { soon } from "./screen/waiting.ts";
import { freePort, type Running, run } from "./stage/processes.ts";
import { newPage, stage } from "./stage/visit.ts";

const script = "scripts/start.mjs";

function start(...args: string[]): Running {
  return run(process.execPath, [script, ...args]);
}

/** Opens the address, and waits for the walkthrough that explains what this is. */
async function openSamples(running: Running, page: Page): Promise<Editor> {
  const address = await running.waitForOutput(/(http\S+tkn=\S+)\n/);
  const folder = new URL(address).searchParams.get("folder") ?? "";
  const editor = new Editor(page, folder);
  await page.goto(address);
  await editor.ready();
  const welcome = page.locator(".gettingStartedContainer");
  await soon(() => welcome.innerText()).toContain("Get Started with Weir");
  return editor;
}

test("opens the samples in VS Code with a seeded emulator, stays when that ends, and leaves no processes when killed", async () => {
  const running = start("--no-open");
  const stopped = running.waitForOutput(/The emulator stopped .*VS Code and your files are/);
  const emulated = running.waitForOutput(/emulator at (http\S+);/);
  const editor = await openSamples(running, await newPage());
  const baseUrl = await emulated;
  expect(JSON.parse(editor.read("weir.json").replaceAll(/^\s*\/\/.*/gm, ""))).toMatchObject({
    defaultProfile: "local",
    profiles: { local: { baseUrl, zone: stage.service.zone } },
  });
  const service = { ...stage.service, baseUrl };
  expect(await call(service, "GET", "/logpush/jobs")).toHaveLength(2);
  expect(await call(service, "GET", "/firewall/rules")).toHaveLength(2);
  // The first file starts the server, whose list follows.
  await editor.page.getByRole("button", { name: "New Filter" }).click();
  await editor.suggestions.filter({ hasText: "ClientRequestHost" }).first().waitFor();
  // The extension host and our server are also running.
  expect(running.runningProcesses().length).toBeGreaterThan(4);
  if (existsSync("/proc/self/cmdline")) {
    const isEmulator = (pid: string) =>
      /emulator\0--port/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
    for (const pid of running.runningProcesses().filter(isEmulator)) process.kill(Number(pid));
    await stopped;
    await editor.run("Weir: Open Terraform File");
    await soon(() => editor.squiggles.error.count()).toBeGreaterThan(0);
    expect(existsSync(editor.folder)).toBe(true);
  }
  running.child.kill("SIGKILL");
  await soon(running.runningProcesses).toEqual([]);
});

test("removes its folder on SIGTERM", async () => {
  const port = String(await freePort());
  const running = start("--no-open", "--port", port);
  const address = new URL(await running.waitForOutput(/(http\S+tkn=\S+)\n/));
  expect(address.port).toBe(port);
  const folder = address.searchParams.get("folder") ?? "";
  expect(existsSync(folder)).toBe(true);
  running.child.kill("SIGTERM");
  expect(await running.ended).toMatchObject({ status: 0, err: "" });
  await soon(running.runningProcesses).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});

test("Ctrl-C ends it, even during startup", async () => {
  const running = start("--no-open");
  await soon(() => running.runningProcesses().length).toBeGreaterThan(1);
  running.child.kill("SIGINT");
  expect(await running.ended).toMatchObject({ status: 0, err: "" });
  await soon(running.runningProcesses).toEqual([]);
});

test.each(["SIGTERM", "SIGKILL"] as const)(
  "no process is left when npm receives %s",
  async (signal) => {
    const running = run("npm", ["start", "--", "--no-open"]);
    await running.waitForOutput(/tkn=/);
    expect(running.runningProcesses().length).toBeGreaterThan(3);
    running.child.kill(signal);
    await soon(running.runningProcesses).toEqual([]);
  },
);

test("a port in use is reported", async () => {
  await using server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const { status, err } = await start("--port", String(port)).ended;
  expect(err).toBe(`Port ${port} is in use. Pass another '--port', or omit it for a free one.\n`);
  expect(status).toBe(1);
});

test.each([
  [["--prot", "1"], "Unknown option '--prot'. Run 'npm start -- --help' for the options.\n"],
  [["--port", "x"], "'--port' needs a number up to 65535, found 'x'.\n"],
])("reports invalid arguments in one line: %s", async (args, err) => {
  expect(await start(...args).ended).toEqual({ status: 2, out: "", err });
});

test("prints the problems of the samples", async () => {
  const { status, out } = await start("--check").ended;
  expect(out).toContain("Unknown operator 'equals'. Use 'eq'.");
  expect(status).toBe(0);
});

/** A fake `code` that logs the arguments of each call as a line of JSON in `calls`. */
function codeIn(folder: string): void {
  const noting = `require("node:fs").appendFileSync(
  require("node:path").join(__dirname, "calls"),
  JSON.stringify(process.argv.slice(2)) + "\\n",
);
`;
  if (process.platform === "win32") {
    writeFileSync(join(folder, "code.cjs"), noting);
    writeFileSync(join(folder, "code.cmd"), `@"${process.execPath}" "%~dp0code.cjs" %*\r\n`);
  } else {
    writeFileSync(join(folder, "code"), `#!${process.execPath}\n${noting}`, { mode: 0o755 });
  }
}

test("uses the installed VS Code, in a separate profile", async () => {
  const { path: folder, remove } = makeRunFolder();
  onTestFinished(remove);
  codeIn(folder);
  const PATH = `${folder}${delimiter}${process.env.PATH}`;
  const running = run(process.execPath, [script, "--desktop"], { PATH });
  expect(await running.ended).toMatchObject({ status: 0, err: "" });
  const [installed = [], opened = []] = readFileSync(join(folder, "calls"), "utf8")
    .trim()
    .split("\n")
    .map((it): string[] => JSON.parse(it));
  const home = dirname(installed[1] ?? "");
  const own = ["--user-data-dir", join(home, "data"), "--extensions-dir", join(home, "extensions")];
  const vsix = expect.stringMatching(/weir\.vsix$/);
  expect(installed).toEqual([...own, "--install-extension", vsix, "--force"]);
  expect(opened.slice(0, 4)).toEqual(own);
  expect(opened).toContain("--wait");
  const samples = join(home, "samples");
  expect(opened.at(-1)).toBe(samples);
  expect(running.runningProcesses()).toEqual([]);
});

test("explains what is missing without VS Code", async () => {
  const running = run(process.execPath, [script, "--desktop"], { PATH: "" });
  expect(await running.ended).toEqual({
    status: 1,
    out: "",
    err: "'code' is not on the PATH. Install VS Code and its shell command. 'npx --no weir' works in any terminal.\n",
  });
});
