import type { Random } from "../conformance/random.ts";

/** Code that accepts any text. It is a bug if it throws or hangs. */
export interface Target {
  readonly name: string;
  /** Valid or nearly valid texts, from which the inputs are made. */
  readonly samples: readonly string[];
  /** Makes an input in another way than usual. */
  makeInput?(random: Random, samples: readonly string[]): string;
  /** `random` is deterministic for a case. */
  run(text: string, random: Random): void | Promise<void>;
}
