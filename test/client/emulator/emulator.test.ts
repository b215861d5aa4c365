import { beforeEach, expect, test } from "vitest";
import { firstSettings } from "../../../client/src/account/first-settings.ts";
import type { Profiles } from "../../../client/src/account/profiles.ts";
import { emulatorArguments, loopbackProfiles } from "../../../client/src/emulator/arguments.ts";
import { Emulator } from "../../../client/src/emulator/emulator.ts";
import type { Ask } from "../../../client/src/server/ask.ts";
import { defaults } from "../../../server/src/emulator/state/defaults.ts";
import { readConfig } from "../../../server/src/workspace/config/config.ts";
import { editor, resetEditor } from "../fakes/fake-vscode.ts";
import { production, profileRow } from "../fakes/rows.ts";

beforeEach(resetEditor);

const local = profileRow({ account: "acc" });
const twin = profileRow({ name: "twin", zone: "zone2" });
const other = profileRow({ name: "other", origin: "http://localhost:9000", zone: "zone3" });

test("the emulator listens on the address of the profile, with every zone used there", () => {
  expect(emulatorArguments(local, [local, twin, other, production])).toEqual([
    "emulator",
    "--port=8787",
    "--zone=zone1",
    "--zone=zone2",
    "--account=acc",
  ]);
  expect(emulatorArguments(undefined, [])).toEqual(["emulator", "--port=8787"]);
});

test("a zone that looks like an option is passed as a value", () => {
  const hostile = profileRow({ zone: "--data=/etc/passwd" });
  expect(emulatorArguments(hostile, [hostile])).toContain("--zone=--data=/etc/passwd");
});

test("the active profile is used if it is local, otherwise the local ones", () => {
  expect(loopbackProfiles([local, other, production], local)).toEqual([local]);
  expect(loopbackProfiles([local, twin, other, production], production)).toEqual([local, other]);
  expect(loopbackProfiles([production], production)).toEqual([]);
});

test("a first weir.json has no problems, and uses the default address of the emulator", () => {
  const { config, problems } = readConfig(firstSettings);
  expect(problems).toEqual([]);
  expect(config.profiles.local).toMatchObject({ zone: defaults.zone, account: defaults.account });
  expect(config.defaultProfile).toBe("local");
});

function emulatorFor(answer: object) {
  const started: (readonly string[])[] = [];
  const rows = Object.assign([local], { current: local });
  const profiles = {
    read: async () => rows,
    for: () => rows.current,
    zoneName: () => undefined,
  } as unknown as Profiles;
  const listening = Promise.resolve("http://127.0.0.1:8787/client/v4");
  const run = { listening, ended: new Promise<void>(() => {}), stop() {} };
  const runs = (args: readonly string[]) => {
    started.push(args);
    return run;
  };
  const emulator = new Emulator(runs, profiles, (async () => answer) as unknown as Ask);
  return { emulator, started, rows };
}

test("an emulator that another process has started is neither started again nor reported as missing", async () => {
  const { emulator, started } = emulatorFor({ origin: local.origin, zones: [], accounts: [] });
  expect(await emulator.isMissing(local)).toBe(false);
  await emulator.start();
  expect(started).toEqual([]);
  expect(editor.shown.at(-1)?.text).toBe(
    "An emulator is already running at http://127.0.0.1:8787.",
  );
});

test("without a response it is reported as missing until it is started", async () => {
  const { emulator, started } = emulatorFor({ refusal: "No response." });
  expect(await emulator.isMissing(production)).toBe(false);
  expect(await emulator.isMissing(local)).toBe(true);
  await emulator.start();
  expect(started).toHaveLength(1);
  expect(await emulator.isMissing(local)).toBe(false);
});

test("an address without a port uses that of its protocol", () => {
  const ports = ["http://localhost", "https://localhost"].map(
    (origin) => emulatorArguments(profileRow({ origin }), [])[1],
  );
  expect(ports).toEqual(["--port=80", "--port=443"]);
});

test("a profile without a zone adds none", () => {
  const { zone: _zone, ...row } = local;
  expect(emulatorArguments(row, [row])).toEqual(["emulator", "--port=8787", "--account=acc"]);
});

test("one of several local profiles is picked, and Escape starts none", async () => {
  const { emulator, started, rows } = emulatorFor({ refusal: "No response." });
  rows.push(other);
  rows.current = production;
  editor.answers = [undefined, "other"];
  await emulator.start();
  expect(started).toEqual([]);
  await emulator.start();
  expect(editor.shown[0]).toMatchObject({ kind: "pick", choices: ["local", "other"] });
  expect(started).toEqual([["emulator", "--port=9000", "--zone=zone3"]]);
});
