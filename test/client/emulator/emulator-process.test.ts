import { createServer } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { emulatorProcess } from "../../../client/src/emulator/process.ts";
import { defaults } from "../../../server/src/emulator/state/defaults.ts";
import { removeFolders } from "../../support/folders.ts";
import { until } from "../../support/waiting.ts";
import { editor } from "../fakes/fake-vscode.ts";
import { Window } from "../fakes/window.ts";

let window: Window | undefined;

afterEach(async () => {
  await window?.close();
  removeFolders();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A port without a listener. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

async function open(port: number, asks = fetch): Promise<Window> {
  const local = { baseUrl: `http://127.0.0.1:${port}/client/v4`, zone: defaults.zone };
  const files = { "weir.json": JSON.stringify({ profiles: { local } }), "a.cfrule": "ssl" };
  window = await Window.open({ files, fetch: asks, impatient: asks !== fetch });
  return window;
}

test("the emulator for a push is started as a process, responds, and is stopped", async () => {
  const port = await freePort();
  const it = await open(port);
  expect((await it.drawn())[1]).toBe("  Start Emulator (not running) hint");
  const start = () => it.run("weir.startEmulator", [{ target: { profile: "local" } }]);
  expect(await it.run("weir.push", [it.uri("a.cfrule")], "Start Emulator")).toEqual([
    expect.stringMatching(/\(ECONNREFUSED\)\. Start the emulator, then try again\.$/),
    `The emulator is listening on 127.0.0.1:${port}.`,
  ]);
  expect(await start()).toEqual(["The emulator is already running."]);
  expect((await it.drawn())[1]).toBe("  example.com () zone");
  expect(editor.written.join("\n")).toContain(`Listening on http://127.0.0.1:${port}`);
  await it.run("weir.stopEmulator");
  await until(async () => (await it.drawn())[1]?.includes("not running"));
});

test("an emulator that exits before it listens reports why", async () => {
  const port = await freePort();
  const taken = createServer().listen(port, "127.0.0.1");
  try {
    const it = await open(port, () => Promise.reject(new Error("No response.")));
    const [said] = await it.run("weir.startEmulator", [], "Show Output");
    expect(said).toMatch(/^The emulator did not start\./);
    expect(editor.executed.at(-1)).toEqual(["show output", "Weir Emulator"]);
  } finally {
    taken.close();
  }
});

test("a missing program is reported", async () => {
  vi.spyOn(process, "execPath", "get").mockReturnValue("/no/such/program");
  const { listening, ended, stop } = emulatorProcess("cli.cjs")([], () => {});
  await expect(listening).rejects.toThrow("ENOENT");
  await ended;
  stop();
});
