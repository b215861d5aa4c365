import type { Edit } from "../text/edit.ts";
import type { Span, SyntaxFault } from "../text/span.ts";
import type { CheckManual } from "./check.ts";
import type { PolicyAnswer } from "./configuration/claim.ts";
import type { RuleFile } from "./configuration/rule-file.ts";
import type { Context, FormatOptions } from "./context.ts";
import type { Diagnostic, NotChecked, RelatedPlace } from "./diagnostic.ts";
import type { FieldSummary, FunctionSummary } from "./field-summary.ts";
import type { FilterForm } from "./form.ts";
import type { LogFilter } from "./log-test.ts";
import type { Meaning } from "./meaning/meaning.ts";
import type { NotShrunk, Shrinking } from "./shrink/size.ts";
import type { RequestFields, TrialText } from "./trial.ts";

export type { FormatOptions } from "./context.ts";

/** The interface of a language for everything above the language folders. */
export interface Language<in C extends Context = Context> {
  readonly id: string;
  /** File extensions, with the dot. The first is used for new files. */
  readonly extensions: readonly [string, ...string[]];
  /** The display name of such a file. */
  readonly title: string;
  /** The kind of resource that a file becomes on the service; undefined for a language that cannot be pushed. */
  readonly resource?: ResourceKind;
  /** The codes of its checks. Known without loading the language. */
  readonly codes: readonly string[];
  readonly checks: readonly CheckManual[];
  /** Characters after which an editor should request completions, or formatting. */
  readonly completionTriggers: readonly string[];
  readonly formattingTriggers: readonly string[];
  /** `previous` is the analysis of another version of the same document; what is the same in both is not analyzed again. */
  readonly analyze: (text: string, context: C, previous?: Analysis) => Analysis;
  /** False only if the text has nothing to analyze, which is faster than an analysis. For hosts. */
  mayHaveTexts?(text: string): boolean;
  /** The fields of a dataset, or of the default one; for languages that have fields. */
  fields?(dataset: string | undefined): readonly FieldSummary[];
  /** For languages that have functions. */
  functions?(): readonly FunctionSummary[];
  /** Whether the service accepts the name for a list; for languages that have lists. */
  isListName?(name: string): boolean;
}

export type ResourceKind = "filter" | "job" | "rule";

/** The results that a language can compute for one immutable text. All methods are synchronous and pure. */
export interface Analysis {
  diagnostics(): readonly Diagnostic[];
  hover(offset: number): Hover | undefined;
  complete(offset: number): readonly Completion[];
  signature(offset: number): Signature | undefined;
  /** Rewrites available at this span, besides the fixes of diagnostics. */
  refactorings(span: Span): readonly Refactoring[];
  /** Undefined when the text has errors that make formatting unsafe. */
  format(options: FormatOptions): readonly Edit[] | undefined;
  /** The offset of the first of those errors. */
  formatObstacle?(): number | undefined;
  /** Where the text is not valid, or ends too early. Unknown names and wrong types do not count. Editors recover; claims do not. */
  syntaxFault?(): SyntaxFault | undefined;
  formatRange(span: Span, options: FormatOptions): readonly Edit[];
  /** Edits after `typed` was entered just before `offset`. */
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
  /** In a host document: where the name at an offset is declared, also in other files. */
  targets?(offset: number): readonly DeclaredPlace[];
  /** The text as sent to the service, or undefined while the file has nothing to send. */
  pushed(): string | undefined;
  /** The directives of the file, such as `# @action block`, in order. */
  directives?(): readonly NamedValue[];
  /** The properties of a job besides its filter. */
  properties?(): readonly OwnProperty[];
  /** Which log lines the text keeps. Undefined for a text that cannot be parsed, and for rules, which match requests instead. */
  logFilter?(): LogFilter | undefined;
  /** The examples in the comments of the text, with their results. */
  examples?(): readonly ExampleResult[];
  /** Evaluates an example that is not part of the text. Undefined for a kind of another language. */
  judgeExample?(kind: string, example: string): ExampleOutcome | undefined;
  /** Undefined while errors or unknown parts make the meaning unclear. */
  meaning?(): Meaning | undefined;
  /** The rule of a file with a single rule. Undefined while it is unclear what it does or where it runs. */
  ruleFile?(): RuleFile | undefined;
  /** Shorter equivalents of the texts in a span. */
  shrink?(span: Span): readonly (Shrinking | NotShrunk)[];
  /** In a host document: the regions in our languages. A document without any is not analyzed. */
  regions?(): readonly EmbeddedRegion[];
  /** The texts of those regions, in the same order. */
  embedded?(): readonly EmbeddedText[];
  /** In a host document: the texts that the host fills in as a whole, as in `expression = local.rule`. */
  unread?(): readonly (EmbeddedRegion & { readonly source: string })[];
  /** The parts that were not checked, and why. */
  notChecked?(): readonly NotChecked[];
  /** In a host document: what was found in other files that its texts come from. */
  elsewhere?(): Elsewhere;
  /** In a host document that cannot be used: why, and what to do instead. */
  refusal?(): string | undefined;
  /** All references to lists of the account. Lists are shared, so they can be found and renamed across files. */
  listReferences?(): readonly ListName[];
  /** The name of another file's resource at the cursor, which only the workspace can complete. */
  ruleReference?(offset: number): Span | undefined;
  /** The filters of the text as forms. */
  forms?(): readonly FilterForm[];
  /** Edits that add something to the text (in a host document, to the text at the offset). Undefined if that is not possible. */
  add?(addition: Addition, offset: number): readonly Edit[] | undefined;
  /** The texts that can be tried on log lines: this one, or the texts of a host document. */
  trials?(): readonly TrialText[];
}

/** An addition to a text that needs no knowledge of its syntax. */
export type Addition =
  | {
      readonly kind: "condition";
      readonly field: string;
      /** As JSON. */
      readonly value: string;
      /** Whether lines and requests with the value should match, or should no longer match. */
      readonly isWanted: boolean;
    }
  | {
      readonly kind: "range";
      readonly field: string;
      /** Inclusive. At least one of them is set. */
      readonly least?: number | undefined;
      readonly most?: number | undefined;
      readonly isWanted: boolean;
    }
  | {
      readonly kind: "example";
      /** Whether the text should keep the line, or match the request. */
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
   * Equal for versions of a text with the same words, including the parts that the host fills in. It is the whole document if
   * those depend on more than the names in `holes`. Undefined without such parts.
   */
  source?(): string | undefined;
  /** The parts that the host fills in, as written there. */
  readonly holes?: readonly string[];
  /** With offsets relative to the text itself. */
  readonly analysis: Analysis;
  /** The place of such an offset in the host. */
  placeOf(offset: number): number;
}

/** A request or log line that a text is tested with. */
export interface ExampleResult extends Span, ExampleOutcome {
  /** The directive without its `@`. */
  readonly kind: string;
  /** The user's name for it. */
  readonly name?: string;
  /** More about a failure, on several lines. */
  readonly details?: string;
  /** Of an entry under `always`. */
  readonly policy?: PolicyAnswer;
}

export interface ExampleOutcome {
  readonly passed: boolean;
  /** Why it failed; empty if it passed. */
  readonly message: string;
  /** As in "matches". */
  readonly expected: string;
  /** The actual result, in the same form. Undefined if the example cannot be evaluated. */
  readonly actual?: string;
  /** The parts of the text that decided the result. */
  readonly related?: readonly RelatedPlace[];
}

/** A place in any file. */
export interface DeclaredPlace extends Span {
  readonly path: string;
  readonly text: string;
}

/** Problems that the analysis of a document finds in other files. */
export interface Elsewhere {
  readonly files: readonly FileFindings[];
  /** The modules that the document calls, and the folders of their files. */
  readonly calls: readonly { readonly folder: string; readonly address: string }[];
  /** The paths of all files that decide the diagnostics, also of missing files. */
  readonly reads: ReadonlySet<string>;
}

export interface FileFindings {
  readonly path: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** With the call that leaves it unknown. */
  readonly notChecked: readonly NotChecked[];
}

export interface EmbeddedRegion extends Span {
  /** The ID of its language. */
  readonly language: string;
  /** The name of the rule in the host, if it has one. */
  readonly ref: string | undefined;
  /** The rule or job that the text belongs to. Undefined for a text alone, such as one that a comment declares. */
  readonly owner?: TextOwner | undefined;
}

/** A rule or job in a host document. Its texts have owners with the same span. */
export interface TextOwner extends Span {
  /** The text is its expression or filter, or the job itself, rather than another of its texts. */
  readonly isMain: boolean;
  /** Its resource or list, such as `cloudflare_ruleset.waf`. */
  readonly group: string | undefined;
  /** The index in its list. */
  readonly order: number | undefined;
  readonly id: string | undefined;
  /** The description of a rule, or the name of a job. */
  readonly title: string | undefined;
  /** Its properties besides its expression or filter: the action, its parameters, the zone and so on. */
  properties(): readonly OwnProperty[];
}

export interface OwnProperty extends NamedValue {
  /** The host fills the value in, so that it is given as written there. */
  readonly isSource?: true;
}

/** The name of a list, without the `$`. */
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

/** The help to show after a completion is accepted: the next suggestions, or these and the signature of a function. */
export type NextStep = "suggest" | "signature";

export interface Completion {
  readonly label: string;
  /** Shown directly after the label: the parameters of a function. */
  readonly parameters?: string;
  readonly kind: CompletionKind;
  /** Shown beside the label, such as a type. */
  readonly detail?: string;
  /** Computed only when the item is selected. */
  readonly documentation?: () => string;
  readonly edit: Edit;
  /** The new text has `${1:placeholders}`. */
  readonly snippet?: boolean;
  /** Further changes that keep the document valid, such as a comma. */
  readonly additionalEdits?: readonly Edit[];
  /** The edit for clients without snippets, which may support only a single edit that ends at the cursor. */
  readonly plain?: { readonly edit: Edit; readonly filterText?: string };
  readonly next?: NextStep;
  /** The text that the editor matches against the typed text, if it is not the label. */
  readonly filterText?: string;
  /** That depends on how much is typed, so editors must ask again. */
  readonly isSoughtByLength?: true;
  readonly deprecated?: boolean;
}

/** Kept to a few lines, so that an editor can show it above the list of suggestions. */
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
  /** A comment that suppresses a diagnostic. */
  readonly isSuppression?: true;
}

export interface OutlineSymbol extends Span {
  readonly name: string;
  readonly detail: string;
  readonly kind: "filter" | "group" | "condition" | "call" | "property";
  /** The span to select when the symbol is opened. */
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
  /** Belongs to the text after it, like an opening brace; others belong to the text before them. */
  readonly opens?: true;
  /** Shows the usage of limits, which some editors display elsewhere. */
  readonly isBudget?: true;
}

/** An annotation above the text. The editor decides what a click on it does. */
export interface Lens extends Span {
  /** The meaning of the text, in a short sentence. */
  readonly title: string;
  /** The full sentence, if the title is truncated. */
  readonly detail?: string;
  readonly budget?: Budget;
}

/** How much of the service's limits a text uses. */
export interface Budget {
  /** As in "2 of 30 operators, 150 of 1,000 bytes". */
  readonly text: string;
  readonly isOver: boolean;
}

export interface Link extends Span {
  /** A URL, or a URL-encoded path relative to the folder of the file. */
  readonly target: string;
  readonly tooltip: string;
}
