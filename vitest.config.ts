import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { keepCertificatesForDownloads } from "./scripts/install/certificates.mjs";
import { keepTemporaryFilesInMemory } from "./test/support/vitest/memory-folder.ts";
import { SlowFirst } from "./test/support/vitest/slow-first.ts";

keepTemporaryFilesInMemory();
keepCertificatesForDownloads();

const endToEnd = ["test/e2e/**/*.test.ts"];
const mocking = ["test/**/*.mocked.test.ts"];
/** Files share loaded modules, because loading them for each file takes longer than most tests. */
const unit = {
  name: "unit",
  include: ["test/**/*.test.ts"],
  exclude: [...endToEnd, ...mocking],
  isolate: false,
  setupFiles: ["disagreements", "globals", "seed"].map((it) => `test/support/vitest/${it}.ts`),
};
/** A mocked module must not reach other files. */
const mocked = { name: "mocked", include: mocking };
/** The same tests with more runs and larger texts (test/support/long.ts). Mocked tests have none. */
const long = {
  ...unit,
  name: "long",
  env: { WEIR_TEST_LONG: "1" },
  testTimeout: 600_000,
};
const standIn = (name: string) => join(import.meta.dirname, "test/client/fakes", name);

// `npm run test:long` is this with '--mode long'.
export default defineConfig(({ mode }) => ({
  // The module 'vscode' exists only inside the editor, and its client library needs that module.
  resolve: {
    alias: [
      { find: /^vscode$/, replacement: standIn("fake-vscode.ts") },
      {
        find: /^vscode-languageclient(\/node|\/browser)?$/,
        replacement: standIn("fake-languageclient.ts"),
      },
    ],
  },
  test: {
    // Two cores, and a third worker for the time that tests wait for programs and connections.
    maxWorkers: 3,
    // Longer than any test takes on a machine that does other work, too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // As in test/support/waiting.ts: the default of a second is too short on a busy machine.
    expect: { poll: { timeout: 50_000, interval: 20 } },
    sequence: { sequencer: SlowFirst },
    // Transforming the sources takes longer than most tests, so results are cached for the next run.
    experimental: { fsModuleCache: true },
    // `npm run coverage`: code that no test reaches is tested or deleted.
    coverage: {
      include: ["server/src/**/*.ts", "client/src/**/*.ts"],
      // Runs only in a browser worker; tested by test/e2e/web.test.ts.
      exclude: ["server/src/lsp/web-main.ts"],
      reporter: ["text-summary", "json-summary", "html"],
      reportOnFailure: true,
    },
    projects: [
      ...(mode === "long" ? [long] : [unit, mocked]).map((test) => ({
        extends: true as const,
        test,
      })),
      {
        extends: true,
        test: {
          name: "e2e",
          // `npm run measure` is this with '--mode measure'.
          include: mode === "measure" ? ["test/e2e/**/*.measure.ts"] : endToEnd,
          globalSetup: "test/e2e/stage/setup.ts",
          testTimeout: 300_000,
          // On a busy machine VS Code may lose a key. A repetition starts with fresh files and is shown as 'retry x1': look at its cause.
          retry: 1,
          // Files share a window (test/e2e/stage/visit.ts).
          isolate: false,
          // Editors and browsers need the cores to themselves: after everything else, an editor for each worker.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
}));
