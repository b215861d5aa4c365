import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEmulator, type Emulator } from "../../../server/src/emulator/emulator.ts";
import { listen, type RunningEmulator } from "../../../server/src/emulator/listen.ts";
import { defaults } from "../../../server/src/emulator/state/defaults.ts";
import { scopeAt } from "../../../server/src/emulator/state/state.ts";
import { shortHost } from "../../../server/src/workspace/files/leftovers.ts";
import { readLock } from "../../../server/src/workspace/lock/lock.ts";
import { mutexName } from "../../../server/src/workspace/lock/lock-file.ts";
import { type Ran, weir } from "../../support/programs/bundle.ts";
import { Folder, type Outcome, weir as weirInProcess } from "../../support/programs/cli.ts";
import { bundlePath } from "../../support/programs/dist.ts";

/** A workspace on disk and a service on a socket, for any number of processes. */
class Shared implements AsyncDisposable {
  private constructor(
    readonly folder: Folder,
    readonly emulator: Emulator,
    private readonly server: RunningEmulator,
  ) {}

  static async open(files: Readonly<Record<string, string>>): Promise<Shared> {
    const emulator = createEmulator();
    const server = await listen(emulator, 0);
    const { zone, account } = defaults;
    const local = { baseUrl: server.baseUrl, zone, account, rulesTarget: "firewall-rules" };
    const settings = JSON.stringify({ defaultProfile: "local", profiles: { local } });
    return new Shared(new Folder({ "weir.json": settings, ...files }), emulator, server);
  }

  push(...paths: string[]): Promise<Ran> {
    return weir(["push", "--yes", ...paths], this.folder.path);
  }

  /** Pushes from this process, which started before the others. */
  pushHere(...paths: string[]): Promise<Outcome> {
    return weirInProcess(this.folder, ["push", "--yes", ...paths], "", { env: {} });
  }

  get zone() {
    const zone = scopeAt(this.emulator.state, "zones", defaults.zone);
    if (!zone) throw new Error("The emulator has no such zone.");
    return zone;
  }

  get locked(): string[] {
    return Object.keys(readLock(this.folder.read("weir.lock.json"))).sort();
  }

  /** Leftover files in the folder. Undo files are expected to stay. */
  get litter(): string[] {
    return readdirSync(this.folder.path).filter((it) => it.startsWith(".weir-"));
  }

  /** The names in the folder of the mutex: always one. */
  get owners(): string[] {
    const place = join(this.folder.path, mutexName);
    return existsSync(place) ? readdirSync(place) : [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
    this.folder[Symbol.dispose]();
  }
}

const rule = (host: string) => `# @action block\nhttp.host eq "${host}"\n`;
const job = (name: string) =>
  JSON.stringify({
    name,
    dataset: "http_requests",
    destination_conf: `https://logs.example.com/${name}`,
  });

test("two processes that push different files keep each other's changes", async () => {
  const names = (letter: string) => Array.from({ length: 12 }, (_, i) => `${letter}${i}.cfrule`);
  const all = [...names("a"), ...names("b")];
  await using shared = await Shared.open(
    Object.fromEntries(all.map((it) => [it, rule(`${it}.example`)])),
  );
  const runs = await Promise.all([shared.push(...names("a")), shared.push(...names("b"))]);
  expect(runs.map(({ status, output }) => (status === 0 ? "" : output))).toEqual(["", ""]);
  expect(shared.locked).toEqual([...all].sort());
  expect([shared.zone.rules.size, shared.zone.filters.size]).toEqual([24, 24]);
  expect(shared.litter).toEqual([]);
});

test("four processes that push the same new rule and job create one of each", async () => {
  const names = ["a.cfrule", "a.lpjob"];
  await using shared = await Shared.open({ "a.cfrule": rule("a.example"), "a.lpjob": job("shop") });
  const runs = await Promise.all(Array.from({ length: 4 }, () => shared.push(...names)));
  expect(runs.map((it) => it.status)).toEqual([0, 0, 0, 0]);
  expect([shared.zone.rules.size, shared.zone.jobs.size]).toEqual([1, 1]);
  for (const name of names)
    expect(runs.filter((it) => it.output.includes(`created   ${name}`)).length).toBe(1);
  expect(shared.locked).toEqual(names);
});

test("an edit between two pushes leaves nothing of the old rule", async () => {
  await using shared = await Shared.open({ "a.cfrule": rule("old.example") });
  const first = shared.push("a.cfrule");
  // Holds regardless of which process is first, and what each of them reads.
  shared.folder.write("a.cfrule", rule("new.example"));
  const second = shared.push("a.cfrule");
  await Promise.all([first, second]);
  const rules = [...shared.zone.rules.values()];
  const expressions = rules.map((it) => shared.zone.filters.get(it.filter)?.expression);
  expect(expressions).toEqual(['http.host eq "new.example"']);
  expect(shared.zone.filters.size).toBe(1);
});

test("a killed process does not block others", async () => {
  await using shared = await Shared.open({ "a.cfrule": rule("a.example") });
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  shared.folder.write(`${mutexName}/${shortHost()}.${child.pid}.0123456789abcdef`, "");
  const { status } = await shared.pushHere("a.cfrule");
  expect([status, shared.zone.rules.size, shared.owners]).toEqual([0, 1, ["free"]]);
});

test("the next process completes the push of a killed one, which leaves the files of any push", async () => {
  await using shared = await Shared.open({ "a.cfrule": rule("a.example") });
  shared.emulator.configure({ latency: 600_000 });
  const child = spawn(process.execPath, [bundlePath("cli.cjs"), "push", "--yes", "a.cfrule"], {
    cwd: shared.folder.path,
    stdio: "ignore",
  });
  await expect.poll(() => shared.owners).toEqual([expect.stringContaining(`.${child.pid}.`)]);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect([shared.litter, shared.owners.length]).toEqual([[], 1]);
  shared.emulator.configure({ latency: 0 });
  const { status } = await shared.pushHere("a.cfrule");
  expect([status, shared.zone.rules.size, shared.litter]).toEqual([0, 1, []]);
  expect(shared.owners).toEqual(["free"]);
});
