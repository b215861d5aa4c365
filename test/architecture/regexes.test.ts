import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { slowRegexes } from "./slow-regex.ts";

const root = resolve(import.meta.dirname, "../..");

/** The folders of the product. */
const folders = ["server/src", "client/src", "views/src", "site/src"];

/** Regexes that take linear time all the same. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "The texts have a limit.": [
    String.raw`/r(#*)".*?"\1|"(?:[^"\\]|\\.)*"/gs`,
    String.raw`/^(.*)\sfor\s+(\w+)\s+in\s+(.*)$/is`,
    String.raw`/^(?:acl\s+\S+|(?:(?:http|tcp)-re\w+|use_backend|redirect)\s.*?\sif)\s+(.*)$/is`,
  ],
  "What would be the start of another search is the end of the first.": [
    String.raw`/\{\{|\}\}|\{%|%\}|<%|%>|\$[{(]|<[A-Za-z_]+>|__[A-Z][A-Z_]*__/g`,
  ],
  "Only texts that match as a whole are searched.": [
    String.raw`/[\p{L}\p{N}_$-]+|"(?:[^"]|"")+"|${"`(?:[^`]|``)+`"}/u`,
  ],
  "A part of a regex that matches escapes and code first.": [
    String.raw`/\[((?:\\.|${"`[^`"}\n]*${"`"}|[^\\${"`"}[\]\n])*)\]\([^)\n]{0,2000}\)/`,
  ],
};

/** As formatted, a literal follows one of these. Also finds some paths in strings. */
const literals =
  /(?<=(?:^|[(,=:[!&|?>{]|return) *)\/(?![/*])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/gm;

/** The regexes that repeat something, and a file of each. */
function regexes(): Map<string, string> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    for (const it of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!/(?<!\.d)\.tsx?$/.test(it)) continue;
      const path = `${folder}/${it.replaceAll("\\", "/")}`;
      for (const [literal] of readFileSync(join(root, path), "utf8").matchAll(literals))
        if (/[*+]|\{\d+,\}/.test(literal) && isValid(literal)) found.set(literal, path);
    }
  }
  return found;
}

function isValid(literal: string): boolean {
  const end = literal.lastIndexOf("/");
  try {
    new RegExp(literal.slice(1, end), literal.slice(end + 1));
    return true;
  } catch {
    return false;
  }
}

test.each([
  ["/a+$/", true],
  ["/(?<!a)a+$/", false],
  ["/^a*a*b/", true],
  ["/^(?:a+)*b/", true],
  [String.raw`/"(?:[^"\\]|\\.)*"/g`, true],
  [String.raw`/"(?:[^"\\]|\\.)*("|)/g`, false],
  ["/<!--[^]*?-->/g", true],
  ["/<!--[^]*?-->/y", false],
  ["/<!--[^]*?(?:-->|$)/g", false],
  ["/<[^<>]*>/g", false],
])("the search %s may take long: %s", async (literal, isSlow) => {
  expect((await slowRegexes())(literal)).toBe(isSlow);
});

test("every regex takes linear time", async () => {
  const isSlow = await slowRegexes();
  const found = regexes();
  expect(found.size).toBeGreaterThan(500);
  const slow = [...found].filter(([it]) => isSlow(it));
  const known = new Set(Object.values(allowed).flat());
  expect(slow.filter(([it]) => !known.has(it)).map(([it, path]) => `${path}: ${it}`)).toEqual([]);
  expect([...known].filter((it) => !slow.some(([other]) => other === it))).toEqual([]);
});
