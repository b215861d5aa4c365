import type { Random } from "../conformance/random.ts";

/** Something that takes any text. What it throws is a bug, and so is an answer that never comes. */
export interface Target {
  readonly name: string;
  /** Texts that are good, or nearly so. The inputs are made of them. */
  readonly samples: readonly string[];
  /** `random` gives the same choices again for the same case. */
  run(text: string, random: Random): void | Promise<void>;
}
