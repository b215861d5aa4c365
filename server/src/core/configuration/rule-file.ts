import type { Span } from "../../text/span.ts";
import type { Meaning } from "../meaning/meaning.ts";
import type { Position } from "./position.ts";
import type { PositionFault } from "./position-faults.ts";
import type { UselessRule } from "./rule-set.ts";

/** A rule in its own file, as a member of a rule set. The span covers its expression. */
export interface RuleFile extends Span {
  /** The text of the file. */
  readonly text: string;
  /** The expression as it is sent. */
  readonly expression: string;
  readonly phase: string;
  readonly action: string;
  readonly name: string | undefined;
  readonly ref: string | undefined;
  /** Undefined if its directive is invalid. */
  readonly isEnabled: boolean | undefined;
  /** The action is `skip`, for the rest of the ruleset. */
  readonly skipsRest: boolean;
  /** Rules with the same settings have the same effect. Undefined for actions whose parameters are not part of a file. */
  readonly settings: string | undefined;
  readonly position: Position | undefined;
  readonly priority: number | undefined;
  readonly meaning: () => Meaning | undefined;
}

/** The facts about a rule and the others of its set. */
export interface RuleSetAnalysis {
  findings(): readonly UselessRule[];
  /** A request that reaches the rule, as Markdown. */
  reach(): string | undefined;
  /** Why the rule cannot have its position or its ref. */
  positionFault(): PositionFault | undefined;
}

/** Compares the current version of a rule with the others of its set. */
export type RuleSetAround = (own: RuleFile) => RuleSetAnalysis;
