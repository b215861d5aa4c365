/** The public types of the library. Types from other modules become part of the package's declarations. */
import type { ChangedProperty } from "../compare/compare-items.ts";
import type { PlannedRule, Severity } from "../core/diagnostic.ts";
import type { FieldSummary } from "../core/field-summary.ts";
import type { RelationName } from "../core/meaning/relation.ts";
import type { Size } from "../core/shrink/size.ts";
import type { CostAnswer } from "../cost/answer.ts";
import type { RulesetsReview } from "../review/types.ts";
import type { DialectName } from "../sql/dialect-names.ts";
import type { TimestampColumn } from "../sql/timestamp-condition.ts";
import type { Range } from "../text/lines.ts";
import type { TraceHeaders } from "../trace/types.ts";

export type { ChangedProperty } from "../compare/compare-items.ts";
export type { PlannedRule, Severity } from "../core/diagnostic.ts";
export type { RelationName } from "../core/meaning/relation.ts";
export type { Size } from "../core/shrink/size.ts";
export type { RulesetReview } from "../review/types.ts";
export type { DialectName } from "../sql/dialect-names.ts";
export type { Position, Range } from "../text/lines.ts";
export type { Trace, TraceOutcome, TraceStep } from "../trace/types.ts";

/** A language of Weir, or a kind of file that contains filters, jobs or rules. */
export type LanguageName =
  | "lpfilter"
  | "lpjob"
  | "cfrule"
  | "terraform"
  | "yaml"
  | "json"
  | "markdown";

/** Describes a text. Requires `language` or `path`. */
export interface TextOptions {
  readonly language?: LanguageName | undefined;
  /** Selects the language by its extension, and is matched by the globs of `settings`. Relative, with `/`. */
  readonly path?: string | undefined;
  /** The dataset of filters. Overrides the text and the settings. */
  readonly dataset?: string | undefined;
  /** The content of a `weir.json`, as an object or as its text. Default: none. */
  readonly settings?: object | string | undefined;
}

/** Selects one of several filters, jobs or rules in a text. */
export interface Selection {
  /** Any line of it, from 0. */
  readonly line?: number | undefined;
  /** The `ref` of a rule, its description, the name of a job, or the address of a resource. */
  readonly ref?: string | undefined;
}

export interface SelectOptions extends TextOptions {
  /** Not needed in a text with a single filter, job or rule. */
  readonly select?: Selection | undefined;
}

export interface CompareOptions extends TextOptions {
  /** Not needed in a text with a single filter, job or rule. */
  readonly first?: Selection | undefined;
  readonly second?: Selection | undefined;
}

export interface FixOptions extends TextOptions {
  /** Also applies the safe fixes of hints and infos, which are matters of style. Default: false. */
  readonly style?: boolean | undefined;
}

export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** A likely fix that a person has to confirm. `fix` never applies it. */
  readonly guess?: true;
}

/** A fix that was applied. Its range is the range of the diagnostic, in the text before all fixes. */
export interface AppliedFix extends Pick<Diagnostic, "code" | "severity" | "message" | "range"> {
  readonly title: string;
}

export interface Fixed {
  readonly text: string;
  /** In the order of their application. Empty if nothing was changed. */
  readonly applied: readonly AppliedFix[];
}

/** A problem in a text. */
export interface Diagnostic {
  /** Stable, such as `unknown-field`. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** The documentation of the code. */
  readonly url: string;
  /** The name of the policy of `weir.json` that is broken. Then `url` is its page, if it has one. */
  readonly policy?: string | undefined;
  readonly range: Range;
  readonly fixes: readonly Fix[];
  /** In a Terraform, YAML, JSON or Markdown file: the language of the text with the problem. */
  readonly embedded?: string | undefined;
  /** Related locations in other files, such as an earlier rule of the same ruleset. */
  readonly related?: readonly RelatedPlace[] | undefined;
  /** In a plan of Terraform: the rule or job with the problem. */
  readonly rule?: PlannedRule | undefined;
}

/** A location in another file. */
export interface RelatedPlace {
  readonly path: string;
  readonly range: Range;
  readonly message: string;
}

/** A log line, by the names of its fields. */
export interface LineInput {
  readonly line: Readonly<Record<string, unknown>>;
}

/** A request. Omitted fields are unknown; omitted headers, cookies and arguments are missing. */
export interface RequestInput {
  /** As in `GET https://shop.example.com/login ip.src=203.0.113.7`. */
  readonly request: string;
  /** Other fields by their names, such as `{ "ip.src": "203.0.113.7" }`. Null is a missing value. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Each example can be passed to `evaluate`. Null if there is none, or none is known. */
export interface Comparison {
  readonly relation: RelationName;
  /** Matches the first text only. */
  readonly onlyFirst: LineInput | RequestInput | null;
  readonly onlySecond: LineInput | RequestInput | null;
  readonly both: LineInput | RequestInput | null;
  /** Why the relation is unknown. */
  readonly reason?: string | undefined;
  /** Other differences from the first to the second: the action and options of rules, the properties of jobs. */
  readonly changed?: readonly ChangedProperty[] | undefined;
  /** References of both whose values are unknown, such as `$office` or `var.zone`. */
  readonly notCompared?: readonly string[] | undefined;
}

/** A file with rulesets: Terraform, a plan, JSON or YAML. */
export interface ConfigurationFile {
  readonly path: string;
  readonly text: string;
}

/** The files of a configuration, or rulesets as the API has them. */
export type ConfigurationInput = string | object | readonly ConfigurationFile[];

export interface TraceOptions {
  /** The ID or the name of the zone. */
  readonly zone?: string | undefined;
  /** The rate limits that are exceeded, by the refs of their rules. */
  readonly over?: readonly string[] | undefined;
  /** The answer of the origin. Default: 200. */
  readonly response?:
    | { readonly status?: number | undefined; readonly headers?: TraceHeaders | undefined }
    | undefined;
  /** The content of a `weir.json`, as an object or as its text. */
  readonly settings?: object | string | undefined;
}

export interface ReviewOptions {
  /** The content of a `weir.json`, as an object or as its text. */
  readonly settings?: object | string | undefined;
}

/** A policy, as an entry under `always`. */
export interface PolicyInput {
  readonly name?: string;
  /** An expression about requests. */
  readonly when: string;
  readonly zone?: string;
  /** Such as `{ outcome: "block" }`. */
  readonly expect: Readonly<Record<string, unknown>>;
  readonly unknown?: "allow";
}

/** Whether a policy holds for every request, as in `weir test --format json`. */
export interface AlwaysAnswer {
  readonly name: string;
  readonly passed: boolean;
  readonly result: "holds" | "broken" | "unknown";
  readonly zone?: string;
  /** A request for which it does not hold, with its other fields. */
  readonly request?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The rule that decides about the request. */
  readonly by?: string;
  readonly because: readonly string[];
  readonly assuming: readonly string[];
}

/** The effect of a ruleset change on requests, as in `weir review --format json`. */
export type Review = RulesetsReview;

export interface CostOptions extends TextOptions {
  /** Filters, as texts: lines that must stay. Suggestions are proved to keep them. */
  readonly keep?: readonly string[] | undefined;
  /** The share to save, from 0 to 1, with the smallest filter. */
  readonly target?: number | undefined;
}

/** The cost of jobs on log lines, as in `weir cost --format json`. */
export type Cost = CostAnswer;

export interface Shrunk {
  /** The whole text, with the shortest filter or rule found. */
  readonly text: string;
  readonly before: Size;
  readonly after: Size;
  /** Whether the result is within the limits of the service. */
  readonly fits: boolean;
}

export interface SqlOptions extends SelectOptions {
  readonly dialect: DialectName;
  /** The FROM clause, as SQL. Default: the dataset. */
  readonly table?: string | undefined;
  /** Whether to return only the condition. */
  readonly where?: boolean | undefined;
  /** Whether to count the lines instead of selecting them. */
  readonly count?: boolean | undefined;
  /** How the table stores timestamps. Default: as in the filter; in DuckDB and SQLite in any way. */
  readonly timestamps?: TimestampColumn | undefined;
}

/** A field that filters, jobs or rules can use. */
export type Field = FieldSummary;

/** A diagnostic in the manual. */
export interface Explanation {
  readonly code: string;
  readonly severity: Severity;
  /** The problem that it reports. */
  readonly summary: string;
  /** Why it matters, and what to do. */
  readonly why: string;
  readonly url: string;
}

/** Thrown if the text has errors, ends too early or has parts that are not known here, so there is no result. A wrong argument is a `TypeError`. */
export class TextError extends Error {
  override readonly name: string = "TextError";
  /** The offset of what has no result, if it is a part of the text. */
  readonly offset: number | undefined;

  constructor(message: string, offset?: number) {
    super(message);
    this.offset = offset;
  }
}
