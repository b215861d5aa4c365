import type { Random } from "../conformance/random.ts";

/** Code that accepts any text. It is a bug if it throws or hangs. */
export interface Target {
  readonly name: string;
  /** Valid or nearly valid texts, from which the inputs are made. */
  readonly samples: readonly string[];
  /** Makes an input in another way than usual. */
  makeInput?(random: Random, samples: readonly string[]): string;
  /** `random` is deterministic for a case. A case of several steps calls `step` before each, so that it is seen to proceed. */
  run(text: string, random: Random, step: () => void): void | Promise<void>;
}
