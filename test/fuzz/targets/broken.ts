import type { Target } from "../target.ts";

/** Targets with a fault each, so that it can be seen that faults are caught. They run when they are asked for by name. */
export const brokenTargets: readonly Target[] = [
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
