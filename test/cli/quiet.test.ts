import { describe, expect, test } from "vitest";
import { createEmulator } from "../../server/src/emulator/emulator.ts";
import { type Answered, listen } from "../../server/src/emulator/listen.ts";
import { weir as weirAt } from "../hostile/command-line.ts";
import { Harness } from "../push/harness.ts";
import { EmulatorProcess } from "../support/programs/bundle.ts";
import { Folder, weir } from "../support/programs/cli.ts";

const rule = '# @action block\nhttp.host eq "a.example"\n';

describe("--quiet", () => {
  test("check prints problems and nothing else", async () => {
    using folder = new Folder({ "a.cfrule": rule });
    expect(await weir(folder, ["check", "--quiet"])).toEqual({ status: 0, out: "", err: "" });
    folder.write("b.cfrule", "http.hots");
    const { status, out } = await weir(folder, ["check", "-q"], "", { progress: true });
    expect(status).toBe(1);
    expect(out).toContain("b.cfrule:1:1 error");
    expect(out).not.toContain("2 files");
  });
});

test("pull --dry-run shows what would be written, and writes nothing", async () => {
  using h = new Harness({ files: { "a.cfrule": rule } });
  await weirAt(h, "push", "a.cfrule", "--yes");
  h.forget("a.cfrule");
  const lock = h.lockText();
  const { status, out } = await weirAt(h, "pull", "--dry-run");
  expect(status).toBe(0);
  expect(out).toMatch(/\+ .*http\.host eq "a\.example"/);
  expect(out).toContain("Would ");
  expect(h.lockText()).toBe(lock);
  expect(() => h.folder.read("rules/a.cfrule")).toThrow();
  const json = await weirAt(h, "pull", "--dry-run", "--yes", "--format", "json");
  expect(JSON.parse(json.out).results).toMatchObject([{ outcome: "skipped" }]);
  expect(h.lockText()).toBe(lock);
});

test("the emulator logs each request, without credentials", async () => {
  const told: Answered[] = [];
  const server = await listen(createEmulator(), 0, (it) => told.push(it));
  try {
    const headers = { authorization: "Bearer secret" };
    await fetch(`${server.baseUrl}/zones?token=secret`, { headers });
    await fetch(`${server.baseUrl}/nowhere`, { method: "POST" });
  } finally {
    await server.close();
  }
  expect(told).toEqual([
    { method: "GET", path: "/client/v4/zones", status: expect.any(Number) },
    { method: "POST", path: "/client/v4/nowhere", status: 404 },
  ]);
});

test("the emulator continues when its output is closed", async () => {
  using folder = new Folder();
  await using emulator = await EmulatorProcess.start(["emulator"], folder.path);
  for (let i = 0; i < 3; i++) {
    const { status } = await fetch(`http://127.0.0.1:${emulator.port}/client/v4/nowhere`);
    expect(status).toBe(404);
  }
});
