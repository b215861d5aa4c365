/** The program with targets that have a fault each, to see that faults are caught. */
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

// Little memory: one of them takes all of it, again and again.
await runProgram({ targets, file: new URL(import.meta.url), memory: 32 });
