import { expect, test } from "vitest";
import { mutationsOf } from "./mutations.ts";

const source = `import { a } from "./a.ts";
/** True if a < b. */
export function f(x: number, list: readonly string[]): boolean {
  if (list.length === 0) return false;
  log("a < b");
  const isWord = x < 16 || !/[!%_]/.test(list[x - 1]);
  return isWord && list.some((it) => it.startsWith("x"));
}
`;

test("a text has the errors that people make, none of them in comments, imports or texts", () => {
  const shown = mutationsOf(source).map((it) => `${it.line}: ${it.after}`);
  expect(shown).toEqual([
    "4: (removed)",
    "4: if (list.length !== 0) return false;",
    "4: if (list.length === 1) return false;",
    "4: if (list.length === 0) return true;",
    "5: (removed)",
    "6: const isWord = x <= 16 || !/[!%_]/.test(list[x - 1]);",
    "6: const isWord = x < 17 || !/[!%_]/.test(list[x - 1]);",
    "6: const isWord = x < 16 && !/[!%_]/.test(list[x - 1]);",
    "6: const isWord = x < 16 || /[!%_]/.test(list[x - 1]);",
    "6: const isWord = x < 16 || !/[!%]/.test(list[x - 1]);",
    "6: const isWord = x < 16 || !/[!%_]/.test(list[x]);",
    "6: const isWord = x < 16 || !/[!%_]/.test(list[x - 2]);",
    '7: return isWord || list.some((it) => it.startsWith("x"));',
    '7: return isWord && list.every((it) => it.startsWith("x"));',
    '7: return isWord && list.some((it) => it.includes("x"));',
  ]);
});
