import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { installOnce, removePartialInstalls } from "../../scripts/install/install-once.mjs";
import { root } from "../../scripts/root.mjs";

const store = mkdtempSync(join(tmpdir(), "weir-installs-"));
afterAll(() => rmSync(store, { recursive: true, force: true }));

test("a folder is filled once", async () => {
  const home = join(store, "once");
  let fills = 0;
  const fill = async (folder: string) => {
    fills++;
    writeFileSync(join(folder, "file"), "");
  };
  await installOnce(home, fill);
  await installOnce(home, fill);
  expect(fills).toBe(1);
  expect(readdirSync(home)).toEqual(["file"]);
});

test("a failed install leaves no folder behind", async () => {
  const home = join(store, "failed");
  const fill = () => Promise.reject(new Error("no network"));
  await expect(installOnce(home, fill)).rejects.toThrow("no network");
  expect(existsSync(home)).toBe(false);
});

test("a second install at the same time uses the result of the first", async () => {
  const home = join(store, "both");
  await installOnce(home, async (folder) => {
    expect(folder).not.toBe(home);
    mkdirSync(home);
    writeFileSync(join(home, "first"), "");
  });
  expect(readdirSync(home)).toEqual(["first"]);
});

test("folders of processes that have ended are removed", async () => {
  // No process has this ID: it is above the limit of every system.
  await installOnce(join(store, "old.part-99999999"), async () => {});
  removePartialInstalls(store);
  expect(existsSync(join(store, "old.part-99999999"))).toBe(false);
});

test.each(readdirSync(join(root, "test/oracles")))(
  "%s lists all platforms, without a registry",
  (name) => {
    const lock = JSON.parse(
      readFileSync(join(root, "test/oracles", name, "package-lock.json"), "utf8"),
    );
    const packages: Record<string, { optionalDependencies?: object; resolved?: string }> =
      lock.packages;
    for (const it of Object.values(packages)) {
      expect(it.resolved).toBeUndefined();
      for (const optional of Object.keys(it.optionalDependencies ?? {}))
        expect(Object.keys(packages)).toContain(`node_modules/${optional}`);
    }
  },
);
