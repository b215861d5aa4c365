import type { Edit } from "../text/edit.ts";
import type { Span } from "../text/span.ts";
import type { CheckManual } from "./check.ts";
import type { Context } from "./context.ts";
import type { Diagnostic, RelatedPlace } from "./diagnostic.ts";
import type { FieldSummary } from "./field-summary.ts";
import type { FilterForm } from "./form.ts";
import type { FormatOptions } from "./format-options.ts";
import type { LogFilter } from "./log-test.ts";
import type { RequestFields } from "./request-trial.ts";
import type { RuleFile } from "./rule-sets/rule-file.ts";
import type { NotShrunk, Shrinking } from "./shrink/size.ts";
import type { Meaning } from "./solver/meaning.ts";
import type { TrialText } from "./trial.ts";

export type { FormatOptions } from "./format-options.ts";

/** One of our languages, as everything above the language folders sees it. */
export interface Language<in C extends Context = Context> {
  readonly id: string;
  /** The ends of file names, with the dot. The first one is used for new files. */
  readonly extensions: readonly [string, ...string[]];
  /** What people call such a file. */
  readonly title: string;
  /** What a file becomes on the service; undefined for a language that cannot be pushed. */
  readonly resource?: ResourceKind;
  readonly checks: readonly CheckManual[];
  /** Characters after which an editor should ask for completions, and for formatting. */
  readonly completionTriggers: readonly string[];
  readonly formattingTriggers: readonly string[];
  readonly analyse: (text: string, context: C) => Analysis;
  /** The fields that a text can use, of a dataset or else of the default one; for languages that have fields. */
  fields?(dataset: string | undefined): readonly FieldSummary[];
  /** Whether the service would take that as the name of a list; for languages that have lists. */
  isListName?(name: string): boolean;
}

export type ResourceKind = "filter" | "job" | "rule";

/** Everything any of our languages can be asked about one immutable text. All of it is synchronous and pure. */
export interface Analysis {
  diagnostics(): readonly Diagnostic[];
  hover(offset: number): Hover | undefined;
  complete(offset: number): readonly Completion[];
  signature(offset: number): Signature | undefined;
  /** Rewrites that the user may want at this place, beside the fixes that diagnostics carry. */
  refactorings(span: Span): readonly Refactoring[];
  /** Undefined when the text has errors that leave its layout in doubt. */
  format(options: FormatOptions): readonly Edit[] | undefined;
  /** Where the first of those errors is. */
  formatObstacle?(): number | undefined;
  formatRange(span: Span, options: FormatOptions): readonly Edit[];
  /** After `typed` was entered just before `offset`. */
  formatOnType(offset: number, typed: string, options: FormatOptions): readonly Edit[];
  symbols(): readonly OutlineSymbol[];
  folds(): readonly Fold[];
  /** From the innermost span around the cursor to the whole text. */
  selections(offset: number): readonly Span[];
  tokens(): readonly Token[];
  inlays(span: Span): readonly Inlay[];
  lenses(): readonly Lens[];
  highlights(offset: number): readonly Span[];
  links(): readonly Link[];
  /** The text the service would get, or undefined while the file has no readable content. */
  pushed(): string | undefined;
  /** What the file says about itself beside that text, such as `# @action block`. In the order of the file. */
  directives?(): readonly NamedValue[];
  /** Which log lines the text keeps. Undefined for a text that cannot be read, or that keeps no lines but matches requests. */
  logFilter?(): LogFilter | undefined;
  /** The examples in the comments of the text, with their results. */
  examples?(): readonly ExampleResult[];
  /** The result of an example that is not part of the text. Undefined for a kind of another language. */
  judgeExample?(kind: string, example: string): ExampleVerdict | undefined;
  /** Undefined while errors, or parts that are not known here, leave it open what the text means. */
  meaning?(): Meaning | undefined;
  /** The rule of a file with a single rule. Undefined while it is unclear what it does or where it runs. */
  ruleFile?(): RuleFile | undefined;
  /** What the texts in a span can be shortened to without a change of meaning. */
  shrink?(span: Span): readonly (Shrinking | NotShrunk)[];
  /** In a host document: the texts of our languages. A document without any is not ours. */
  regions?(): readonly EmbeddedRegion[];
  /** Those texts themselves, in the same order. */
  embedded?(): readonly EmbeddedText[];
  /** Every place that names a list of the account. Lists are shared, so they can be found and renamed across files. */
  listReferences?(): readonly ListName[];
  /** The name of another file's resource at the cursor, which only the workspace can complete. */
  ruleReference?(offset: number): Span | undefined;
  /** The filters of the text as forms. */
  forms?(): readonly FilterForm[];
  /** Edits that add something to the text; to the text at the offset, in a host document. Undefined if that is not possible. */
  add?(addition: Addition, offset: number): readonly Edit[] | undefined;
  /** What can be tried on log lines: the text itself, or those in a host document. */
  trials?(): readonly TrialText[];
}

/** What can be added to a text without knowing its syntax. */
export type Addition =
  | {
      readonly kind: "condition";
      readonly field: string;
      /** As JSON. */
      readonly value: string;
      /** Whether lines and requests with the value are the ones that match, or those that no longer do. */
      readonly isWanted: boolean;
    }
  | {
      readonly kind: "example";
      /** Whether the text keeps the line, or matches the request. */
      readonly isWanted: boolean;
      /** The fields that the text reads and the line has, as JSON. */
      readonly line: ReadonlyMap<string, string>;
      /** The request that the line is about, for a rule. */
      readonly request?: RequestFields;
    };

export interface EmbeddedText {
  readonly text: string;
  /** The host fills in parts of the text, which are represented by the characters of `text/hole.ts`. */
  readonly hasHoles: boolean;
  /**
   * Equal for versions of a text that say the same, parts that the host fills in included. It is the whole document if what fills
   * them in may be anywhere in it. Undefined without such parts.
   */
  source?(): string | undefined;
  /** With the offsets of the text itself. */
  readonly analysis: Analysis;
}

/** A request or log line that a text is tested with. */
export interface ExampleResult extends Span, ExampleVerdict {
  /** The directive without its `@`. */
  readonly kind: string;
}

export interface ExampleVerdict {
  readonly passed: boolean;
  /** Why it failed; empty if it passed. */
  readonly message: string;
  /** As in "matches". */
  readonly expected: string;
  /** The same for what the text does. Undefined if it cannot be run on the example. */
  readonly actual?: string;
  /** The parts of the text that decided. */
  readonly related?: readonly RelatedPlace[];
}

export interface EmbeddedRegion extends Span {
  /** The ID of its language. */
  readonly language: string;
  /** What the host calls the rule, if it does. */
  readonly ref: string | undefined;
}

/** The name of a list, without its sign. */
export interface ListName extends Span {
  readonly name: string;
  /** Provided by the service, so it cannot be renamed. */
  readonly managed?: true;
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export interface Hover extends Span {
  readonly markdown: string;
}

export type CompletionKind =
  | "field"
  | "operator"
  | "value"
  | "keyword"
  | "function"
  | "snippet"
  | "list";

/** What is wanted once a completion is accepted: the list for the place where the cursor is then, or with it help on a call. */
export type NextStep = "suggest" | "signature";

export interface Completion {
  readonly label: string;
  /** Shown right behind the label: the parameters of a function. */
  readonly parameters?: string;
  readonly kind: CompletionKind;
  /** Shown beside the label: a type, for instance. */
  readonly detail?: string;
  /** Asked for only when the item is looked at. */
  readonly documentation?: () => string;
  /** What the item replaces, and by what. */
  readonly edit: Edit;
  /** The new text has `${1:placeholders}`. */
  readonly snippet?: boolean;
  /** Further changes that keep the document whole, such as a comma. */
  readonly additionalEdits?: readonly Edit[];
  /** The edit for a client without placeholders, which may make one edit alone, and that only up to the cursor. */
  readonly plain?: { readonly edit: Edit; readonly filterText?: string };
  readonly next?: NextStep;
  /** What the editor compares with the text typed so far, when that is not the label. */
  readonly filterText?: string;
  readonly deprecated?: boolean;
}

/** Few lines, so that an editor can show it above the list of suggestions, which would cover it otherwise. */
export interface Signature {
  readonly label: string;
  readonly parameters: readonly { readonly label: string; readonly documentation: string }[];
  readonly active: number;
}

export type RefactoringKind =
  | "refactor.rewrite"
  | "refactor.extract"
  | "refactor.inline"
  | "quickfix";

export interface Refactoring {
  readonly title: string;
  readonly kind: RefactoringKind;
  readonly edits: readonly Edit[];
  /** It adds a comment to the text. */
  readonly isComment?: true;
}

export interface OutlineSymbol extends Span {
  readonly name: string;
  readonly detail: string;
  readonly kind: "filter" | "group" | "condition" | "call" | "property";
  /** The part to put the cursor on. */
  readonly selection: Span;
  readonly children: readonly OutlineSymbol[];
}

export interface Fold extends Span {
  readonly kind: "region" | "comment";
}

export const tokenTypes = [
  "comment",
  "keyword",
  "property",
  "operator",
  "string",
  "number",
  "regexp",
  "function",
  "variable",
  "macro",
] as const;
export const tokenModifiers = ["deprecated", "defaultLibrary"] as const;

export interface Token extends Span {
  readonly type: (typeof tokenTypes)[number];
  readonly modifiers: readonly (typeof tokenModifiers)[number][];
}

export interface Inlay {
  readonly offset: number;
  readonly label: string;
  readonly tooltip?: string;
  /** Rendered without a space before the text, like a closing brace. */
  readonly tight?: true;
  /** It says how much of the limits the text takes, which some editors show elsewhere. */
  readonly isBudget?: true;
}

/** A line above the text that says something about it. What it does on a click is the editor's business. */
export interface Lens extends Span {
  /** What the text means, in a short sentence. */
  readonly title: string;
  /** The same at more length, where the title had to be cut. */
  readonly detail?: string;
  readonly budget?: Budget;
}

/** How much of the service's limits a text takes. */
export interface Budget {
  /** As in "2 of 30 operators, 150 of 1,000 bytes". */
  readonly text: string;
  readonly isOver: boolean;
}

export interface Link extends Span {
  /** An address, or a path from the folder of the file, written as in an address. */
  readonly target: string;
  readonly tooltip: string;
}
