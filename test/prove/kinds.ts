import fc from "fast-check";
import { Random } from "../conformance/random.ts";
import { anyRules } from "./any-rule.ts";
import { type ChangeKind, changeKinds } from "./changes.ts";
import { ruleClaims } from "./claims.ts";
import { judge, type Kind, kinds } from "./pairs.ts";
import { rewrittenKinds } from "./rewritten.ts";

/** A claim about one text or two, and what contradicts it. */
export interface ProvedCase {
  readonly text: string;
  readonly claim: string;
  readonly wrong: string | undefined;
}

export interface ProveKind {
  readonly name: string;
  /** The same seed always gives the same cases. */
  readonly cases: (seed: number, count: number) => Iterable<ProvedCase>;
  /** The maximum share of unknown results, from 0 to 1. */
  readonly mostUnknown: number;
}

/** Sampling many pairs at once takes too much memory. */
const batch = 1000;

function ofPairs({ name, pairs, meaningOf, mostUnknown }: Kind): ProveKind {
  function* cases(seed: number, count: number): Iterable<ProvedCase> {
    for (let done = 0; done < count; done += batch) {
      const numRuns = Math.min(batch, count - done);
      for (const pair of fc.sample(pairs, { seed: seed + done, numRuns })) {
        const judged = judge(pair, meaningOf);
        const text = `${pair.first}\n  ${pair.second}`;
        if (judged) yield { text, claim: judged.relation.name, wrong: judged.wrong };
      }
    }
  }
  return { name, cases, mostUnknown };
}

function ofChanges({ name, run, mostUnknown = 0.01 }: ChangeKind): ProveKind {
  function* cases(seed: number, count: number): Iterable<ProvedCase> {
    const random = new Random(seed);
    for (let done = 0; done < count; done++) {
      const { text, isChanged, isUnknown, wrong } = run(random);
      yield { text, claim: isUnknown ? "unknown" : isChanged ? "changed" : "unchanged", wrong };
    }
  }
  return { name, cases, mostUnknown };
}

export const allKinds: readonly ProveKind[] = [
  ...kinds.map(ofPairs),
  ...[...changeKinds, ...rewrittenKinds, ruleClaims, anyRules].map(ofChanges),
];
