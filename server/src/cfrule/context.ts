import type { RedirectItem } from "../core/configuration/model.ts";
import type { RuleSetAround } from "../core/configuration/rule-file.ts";
import type { Context, ExtraFields } from "../core/context.ts";
import type { Span } from "../text/span.ts";

export interface RuleContext extends Context {
  readonly extraFields: ExtraFields;
  /** The names of the lists that exist; undefined when the settings do not declare any. */
  readonly lists?: readonly string[] | undefined;
  /** The names of the lists that the file itself creates. There may be others. */
  readonly createdLists?: readonly string[] | undefined;
  /** The kind of each list whose kind is declared. */
  readonly listKinds?: Readonly<Record<string, string>> | undefined;
  /** The items of each list whose items are declared. */
  readonly listItems?: Readonly<Record<string, readonly (string | number)[]>> | undefined;
  /** The items of each list of redirects whose items are declared. */
  readonly redirectItems?: Readonly<Record<string, readonly RedirectItem[]>> | undefined;
  /** The zone plan. */
  readonly plan?: string | undefined;
  /** Whether the workspace has a profile to push to. */
  readonly isPushed?: boolean | undefined;
  readonly format?: FormatChoices | undefined;
  /** Set for a rule inside a host document. */
  readonly surroundings?: RuleSurroundings | undefined;
  /** Set for a rule in its own file that may be in a set with others. */
  readonly ruleSet?: RuleSetAround | undefined;
}

/** The settings of a rule in its host document. A directive in the rule itself takes precedence. */
export interface RuleSurroundings {
  readonly phase?: string | undefined;
  readonly action?: string | undefined;
  /** Why the action may not be taken on every match: only above a rate, only on leaked credentials, or never. */
  readonly limit?: "rate" | "credentials" | "disabled" | "unknown" | undefined;
  /** The rule is a value expression. */
  readonly isValue?: boolean | undefined;
  /** The elements of a list that the host joins into the rule. */
  readonly elements?: readonly Span[] | undefined;
}

export interface FormatChoices {
  /** Undefined keeps operators as written. */
  readonly operators?: OperatorSpelling | undefined;
}

/** `and` and `eq`, or `&&` and `==`. */
export const operatorSpellings = ["as-written", "english", "c-like"] as const;
export type OperatorSpelling = (typeof operatorSpellings)[number];

export const defaultRuleContext: RuleContext = { extraFields: {}, severity: {} };
