import { compile, type Outcome } from "../../server/src/cfrule/evaluation/evaluate.ts";
import type { Implementation } from "../../server/src/cfrule/evaluation/functions.ts";
import { compileRegex } from "../../server/src/cfrule/regex/compile.ts";
import { readRegex } from "../../server/src/cfrule/regex/syntax/read.ts";
import { walk } from "../../server/src/cfrule/regex/syntax/walk.ts";
import { childrenOf } from "../../server/src/cfrule/syntax/children.ts";
import { type Parsed, parse } from "../../server/src/cfrule/syntax/parse.ts";
import { pushedText } from "../../server/src/cfrule/syntax/print.ts";
import type { Node, RegexLiteral } from "../../server/src/cfrule/syntax/tree.ts";
import { isOperand } from "../../server/src/cfrule/syntax/types.ts";
import { utf8Length } from "../../server/src/text/lines.ts";
import {
  type Engine,
  type EngineRequest,
  engineScheme,
  longestExpression,
  type Verdict,
} from "../support/programs/engine.ts";
import { generate } from "./generate.ts";
import { mutate } from "./mutate.ts";
import { Random } from "./random.ts";
import { asFields, makeRequest } from "./requests.ts";

/** The result of comparing our parser and evaluator with the engine's. */
export interface Conformance {
  readonly cases: number;
  /** Accepted by both, rejected by both. */
  readonly taken: number;
  readonly refused: number;
  /** Evaluations compared, and how many of them were true. */
  readonly evaluations: number;
  readonly matches: number;
  /** Cases of the exceptions that `docs/conformance.md` lists. */
  readonly exceptions: number;
  readonly mismatches: readonly Mismatch[];
}

export interface Mismatch {
  readonly text: string;
  readonly pushed: string;
  readonly ours: string;
  readonly theirs: string;
  readonly request?: EngineRequest;
}

/** In the package, the length of a missing value is zero; on the service, it is missing too. */
const functions: Readonly<Record<string, Implementation>> = {
  len: ([value]) => BigInt(typeof value === "string" ? value.length : 0),
};

const mostMismatches = 50;

/** Compares both on that many expressions, generated from the seed. */
export function compareWithEngine(
  engine: Engine,
  { cases, seed }: { cases: number; seed: number },
): Conformance {
  const random = new Random(seed);
  const run = new Run(engine, random);
  let other = "ip.src.vpn";
  while (run.counts.cases < cases && run.mismatches.length < mostMismatches) {
    random.odd = random.chance(0.6) ? 0 : 0.25;
    const grown = generate(random);
    run.compare(random.chance(0.35) ? mutate(random, grown, other) : grown);
    other = grown;
  }
  return { ...run.counts, mismatches: run.mismatches };
}

class Run {
  readonly counts = { cases: 0, taken: 0, refused: 0, evaluations: 0, matches: 0, exceptions: 0 };
  readonly mismatches: Mismatch[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly random: Random,
  ) {}

  compare(text: string): void {
    const parsed = parse(text, engineScheme);
    const pushed = pushedText(parsed);
    // The engine does not accept lone surrogates or longer expressions.
    if (/\p{Surrogate}/u.test(pushed) || utf8Length(pushed) > longestExpression) return;
    this.counts.cases++;
    if (parsed.problems.length === 0 && holds(parsed.root, comparesTwoValues)) this.refuses(pushed);
    else if (isException(parsed)) this.counts.exceptions++;
    else {
      this.judge(parsed, pushed);
      this.judgeAsWritten(parsed, pushed);
    }
  }

  /** A push normalizes gaps; a host document sends them as they are. The engine has no comments. */
  private judgeAsWritten({ text, comments }: Parsed, pushed: string): void {
    if (text === pushed || comments.length > 0 || utf8Length(text) > longestExpression) return;
    const [problem] = parse(text, engineScheme, { isSentAsWritten: true }).problems;
    const theirs = this.engine.judge(text, makeRequest(new Random(1)));
    if ((theirs === "refused") === (problem !== undefined)) return;
    const ours = problem?.message ?? "taken as written";
    this.mismatches.push({ text, pushed: text, ours, theirs: String(theirs) });
  }

  /** The engine in the package is older than comparisons of two values. */
  private refuses(pushed: string): void {
    this.counts.exceptions++;
    const theirs = this.engine.judge(pushed, makeRequest(new Random(1)));
    if (theirs === "refused") return;
    this.mismatches.push({ text: pushed, pushed, ours: "newer", theirs: String(theirs) });
  }

  private judge(parsed: Parsed, pushed: string): void {
    const first = makeRequest(this.random);
    const theirs = this.engine.judge(pushed, first);
    const [problem] = parsed.problems;
    if ((theirs === "refused") !== (problem !== undefined)) {
      const ours = problem?.message ?? "taken";
      this.mismatches.push({ text: parsed.text, pushed, ours, theirs: String(theirs) });
    } else if (problem) this.counts.refused++;
    else {
      this.counts.taken++;
      const evaluate = compile(parsed.root, { missing: "undetermined", functions });
      const second = makeRequest(this.random);
      for (const [request, answer] of [
        [first, theirs],
        [second, this.engine.judge(pushed, second)],
      ] as const) {
        this.answer(parsed, pushed, { request, theirs: answer, ours: evaluate(asFields(request)) });
      }
    }
  }

  private answer(
    { text }: Parsed,
    pushed: string,
    { request, theirs, ours }: { request: EngineRequest; theirs: Verdict; ours: Outcome },
  ): void {
    this.counts.evaluations++;
    if (theirs === true) this.counts.matches++;
    if (ours === theirs) return;
    this.mismatches.push({ text, pushed, ours: String(ours), theirs: String(theirs), request });
  }
}

/** The known differences of the engine in the package, which `docs/conformance.md` explains. */
function isException({ root, problems }: Parsed): boolean {
  return (
    root.kind === "constant" ||
    problems.some((it) => it.code === "too-deep") ||
    holds(root, (node) => node.kind === "list") ||
    (problems.length === 0 && holds(root, (node) => node.kind === "regex" && isBeyondUs(node)))
  );
}

function comparesTwoValues(node: Node): boolean {
  return node.kind === "comparison" && isOperand(node.right);
}

/** Whether our matcher cannot run the pattern, or wrongly limits word boundaries to ASCII. */
function isBeyondUs({ pattern }: RegexLiteral): boolean {
  if (!compileRegex(pattern)) return true;
  return [...walk(readRegex(pattern).root)].some(
    (it) => it.kind === "assertion" && it.flags.unicode && it.place.includes("word"),
  );
}

function holds(node: Node, test: (node: Node) => boolean): boolean {
  return test(node) || childrenOf(node).some((it) => holds(it, test));
}
