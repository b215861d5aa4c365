import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Two cores: more workers would only wait for each other.
    maxWorkers: 2,
    testTimeout: 60_000,
  },
});
