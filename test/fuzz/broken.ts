/** The fuzzer with targets that have a bug each, to test that bugs are found. */
import { runProgram } from "./program.ts";
import type { Target } from "./target.ts";

const targets: readonly Target[] = [
  {
    name: "broken-throws",
    samples: ["abc", "a!b"],
    run(text) {
      if (text.includes("!")) throw new Error("No text has a '!'.");
    },
  },
  {
    name: "broken-hangs",
    samples: ["abc"],
    run(text) {
      while (text.length >= 0);
    },
  },
  {
    name: "broken-waits",
    samples: ["abc"],
    run: () => new Promise(() => {}),
  },
  {
    name: "broken-grows",
    samples: ["abc"],
    run() {
      for (const kept: unknown[] = []; ; ) kept.push(Array(100_000).fill(kept.length));
    },
  },
];

// Little memory, because one of them exhausts it repeatedly.
await runProgram({ targets, file: new URL(import.meta.url), memory: 32 });
