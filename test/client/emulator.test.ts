import { expect, test } from "vitest";
import { emulatorArguments, loopbackProfiles } from "../../client/src/emulator-arguments.ts";
import { firstSettings } from "../../client/src/first-settings.ts";
import { defaults } from "../../server/src/emulator/defaults.ts";
import { readConfig } from "../../server/src/workspace/config.ts";
import { production, profileRow } from "./rows.ts";

const local = profileRow({ account: "acc" });
const twin = profileRow({ name: "twin", zone: "zone2" });
const other = profileRow({ name: "other", origin: "http://localhost:9000", zone: "zone3" });

test("the emulator listens where the profile leads, with every zone that is looked for there", () => {
  expect(emulatorArguments(local, [local, twin, other, production])).toEqual([
    "emulator",
    "--port=8787",
    "--zone=zone1",
    "--zone=zone2",
    "--account=acc",
  ]);
  expect(emulatorArguments(undefined, [])).toEqual(["emulator", "--port=8787"]);
});

test("a zone that looks like an option stays a value", () => {
  const hostile = profileRow({ zone: "--data=/etc/passwd" });
  expect(emulatorArguments(hostile, [hostile])).toContain("--zone=--data=/etc/passwd");
});

test("the current profile is meant if it is local, and the local ones if it is not", () => {
  expect(loopbackProfiles([local, other, production], local)).toEqual([local]);
  expect(loopbackProfiles([local, twin, other, production], production)).toEqual([local, other]);
  expect(loopbackProfiles([production], production)).toEqual([]);
});

test("a first weir.json has no problems, and leads to the emulator as it starts by itself", () => {
  const { config, problems } = readConfig(firstSettings);
  expect(problems).toEqual([]);
  expect(config.profiles.local).toMatchObject({ zone: defaults.zone, account: defaults.account });
  expect(config.defaultProfile).toBe("local");
});
