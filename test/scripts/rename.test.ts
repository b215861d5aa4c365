import { expect, test } from "vitest";
import { rename } from "../../scripts/install/rename.mjs";

/** Moves a file; the first attempts fail with these codes. */
async function attempts(platform: string, codes: readonly string[]) {
  const moves: string[] = [];
  const waits: number[] = [];
  const failed = await rename("from", "to", {
    platform,
    async move(from, to) {
      const code = codes[moves.length];
      moves.push(`${from} ${to}`);
      if (code) throw Object.assign(new Error(code), { code });
    },
    sleep: async (milliseconds) => waits.push(milliseconds),
  }).catch((error) => error.code);
  return { moves: moves.length, waits, failed, places: [...new Set(moves)] };
}

test.each(["EPERM", "EACCES", "EBUSY"])("on Windows, a rename retries after %s", async (code) => {
  expect(await attempts("win32", [code, code])).toEqual({
    moves: 3,
    waits: [50, 100],
    failed: undefined,
    places: ["from to"],
  });
});

test("it gives up when the file stays locked, and reports why", async () => {
  const { moves, waits, failed } = await attempts("win32", Array(20).fill("EPERM"));
  expect([moves, waits.length, failed]).toEqual([8, 7, "EPERM"]);
});

test.each([
  ["win32", "ENOENT"],
  ["linux", "EPERM"],
])("on %s it does not wait for %s", async (platform, code) => {
  expect(await attempts(platform, [code])).toMatchObject({ moves: 1, waits: [], failed: code });
});
