import type { Edit } from "../text/edit.ts";
import { overlaps, type Span } from "../text/span.ts";

export const severities = ["error", "warning", "info", "hint"] as const;
export type Severity = (typeof severities)[number];

/** A problem in the user's text. The message describes the problem and what to do. */
export interface Diagnostic extends Span {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Best first. Most diagnostics have none or one. */
  readonly fixes: readonly Fix[];
  readonly related?: readonly RelatedPlace[];
  /** In a host document: the language of the embedded text. */
  readonly embedded?: string;
  /** In a plan of Terraform: the rule or job with the problem. */
  readonly rule?: PlannedRule;
  /** A replacement for the lines of the document: the text with the problem, and its place in it. */
  readonly excerpt?: Span & { readonly text: string };
  /** The policy of the workspace that it breaks. */
  readonly policy?: BrokenPolicy;
  /** In a module of Terraform: the calls that have the problem, as in `module.waf`. */
  readonly calls?: readonly string[];
  /** The environments of Terraform that have the problem. */
  readonly environments?: readonly string[];
  /** The files that use this text, if it was found through them. */
  readonly users?: readonly string[];
  /** The variables of Terraform whose defaults the problem depends on. */
  readonly defaults?: readonly string[];
  /** How an editor may render the text: faded, or struck through. */
  readonly look?: "unnecessary" | "deprecated";
}

export interface BrokenPolicy {
  readonly name: string;
  /** The page about it. */
  readonly docs?: string;
}

/** A part of a text that was not checked. */
export interface NotChecked extends Span {
  /** The ID of its language, if it is one text. */
  readonly language?: string;
  readonly reason: NotCheckedReason;
  /** In words, such as what is written there. */
  readonly detail: string;
}

export type NotCheckedReason =
  | "unknown-value"
  | "unknown-function"
  /** Another state of Terraform has the value. */
  | "other-root"
  | "module-not-here"
  | "limit-reached"
  | "syntax"
  | "not-supported";

/** A rule in a plan of Terraform. */
export interface PlannedRule {
  /** The address of the resource. */
  readonly address: string;
  /** The position in its list of rules, from 0. */
  readonly index?: number | undefined;
  readonly ref?: string | undefined;
}

/** As in "cloudflare_ruleset.waf rules[3] (ref 'admin')". */
export function describePlannedRule({ address, index, ref }: PlannedRule): string {
  const rule = index === undefined ? "" : ` rules[${index}]`;
  return `${address}${rule}${ref === undefined ? "" : ` (ref '${ref}')`}`;
}

/** The message, where only one text is shown: with the rule of a plan. */
export function messageOf({ message, rule }: Pick<Diagnostic, "message" | "rule">): string {
  return rule ? `${describePlannedRule(rule)}: ${message}` : message;
}

export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
  /** A likely fix, not the only one: offered to the user, never applied automatically. */
  readonly guess?: true;
}

/** A fix that `--fix` applies, too. */
export function safeFix(title: string, edits: readonly Edit[]): Fix {
  return { title, edits };
}

export function likelyFix(title: string, edits: readonly Edit[]): Fix {
  return { title, edits, guess: true };
}

/** A problem and its only fix, which ends the message. */
export function advised(problem: string, fix: Fix): Pick<Diagnostic, "message" | "fixes"> {
  return { message: `${problem} ${fix.title}.`, fixes: [fix] };
}

export interface RelatedPlace extends Span {
  readonly message: string;
  /** The file that contains the span, if it is not the current one. */
  readonly file?: { readonly path: string; readonly text: string };
}

/** Codes that were renamed, with their names today. Comments, settings and `weir explain` accept both. */
const renamedCodes: ReadonlyMap<string, string> = new Map([["normalised-path", "normalized-path"]]);

export function currentCode(code: string): string {
  return renamedCodes.get(code) ?? code;
}

/** Limit per text: a hostile text could have millions. */
export const maxDiagnostics = 1000;

/** The page of a code on the site. */
export function manualUrl(code: string): string {
  return `${site}/diagnostics/${code}.html`;
}

/** The page about a diagnostic: for a policy, the page that its workspace names. */
export function helpUrl({ code, policy }: Pick<Diagnostic, "code" | "policy">): string {
  return policy?.docs ?? manualUrl(code);
}

/** The URL at which the result of `npm run site` is published. */
export const site = "https://weir-tools.github.io/weir";

export function firstErrorIn(
  span: Span,
  diagnostics: readonly Diagnostic[],
): Diagnostic | undefined {
  return diagnostics.find((it) => it.severity === "error" && overlaps(span, it));
}
