import type { Refusal } from "../../protocol.ts";

/** Ends a command, whose answer is the refusal. */
export class Refused extends Error {
  constructor(readonly answer: Refusal) {
    super(answer.refusal);
  }
}

export function refuse(refusal: string): never {
  throw new Refused({ refusal });
}
