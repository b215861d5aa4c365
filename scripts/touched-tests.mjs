import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { root } from "./root.mjs";

/** With more, it would be most tests: nearly all import `languages.ts`, which imports all languages. */
const mostSteps = 2;

/** Changed by every new check. Their sources lead to their tests, and test/generated.test.ts always runs. */
const generated = ["docs/diagnostics.md", "schemas/weir.schema.json"];

/**
 * The tests of the given files: tests that import or name them in two steps, and tests in the nearest folder of the same
 * name. Also the tests of `test/` itself with the name of one of their folders.
 * @param {readonly string[]} touched paths from the root
 * @param {readonly string[]} files of the repository
 * @param {number} [steps]
 */
export function testsOf(touched, files, steps = mostSteps) {
  const users = usersOf(files);
  const written = touched.filter((it) => !generated.includes(it));
  const near = new Set(written);
  let edge = written;
  for (let step = 0; step < steps && edge.length > 0; step++) {
    edge = edge.flatMap((it) => users.get(it) ?? []).filter((it) => !near.has(it));
    for (const it of edge) near.add(it);
  }
  const tests = files.filter(isTest);
  for (const path of written.filter((it) => !isTest(it)))
    for (const it of namesakes(path, tests)) near.add(it);
  return tests.filter((it) => near.has(it));
}

/** @param {string} path */
function isTest(path) {
  return /^test\/.*\.test\.ts$/.test(path) && !path.startsWith("test/e2e/");
}

/**
 * @param {string} path
 * @param {readonly string[]} tests
 */
function namesakes(path, tests) {
  const parts = partsOf(path);
  const found = tests.filter((it) => parts.includes(it.slice("test/".length, -".test.ts".length)));
  for (let folder = parts.slice(0, -1); folder.length > 0; folder = folder.slice(0, -1)) {
    const inside = tests.filter((it) => it.startsWith(`test/${folder.join("/")}/`));
    if (inside.length > 0) return [...found, ...inside];
  }
  return found;
}

/**
 * `server/src/push/push.ts` as `push/push`, as in `test/`; pages of the documentation are in `docs/`.
 * @param {string} path
 */
function partsOf(path) {
  const place = path
    .replace(/^(?:server\/src|editors|test)\//, "")
    .replace(/^(client|views|site)\/(?:src|build)\//, "$1/")
    .replace(/\.[a-z.]+$/, "");
  return /^[A-Z]+\.md$/.test(path) ? ["docs", place] : place.split("/");
}

/**
 * The files that import each file, or name its path.
 * @param {readonly string[]} files
 * @returns {ReadonlyMap<string, readonly string[]>}
 */
function usersOf(files) {
  const known = new Set(files);
  /** @type {Map<string, string[]>} */
  const users = new Map();
  for (const file of files.filter((it) => /\.(?:tsx?|mjs)$/.test(it))) {
    if (!existsSync(join(root, file))) continue;
    const text = readFileSync(join(root, file), "utf8");
    for (const [, named = ""] of text.matchAll(/"([.\w][\w./-]*\.\w+)"/g)) {
      const path = named.startsWith(".") ? posix.join(posix.dirname(file), named) : named;
      if (known.has(path)) users.set(path, [...(users.get(path) ?? []), file]);
    }
  }
  return users;
}
