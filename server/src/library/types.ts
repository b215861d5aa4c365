/** The public types of the library. Imports nothing, because it is part of the package's declarations. */

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

/** Zero-based; characters are UTF-16 code units, as in editors. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
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

/** A fix that was applied. Its range is that of the diagnostic, in the text before all fixes. */
export interface AppliedFix extends Pick<Diagnostic, "code" | "severity" | "message" | "range"> {
  readonly title: string;
}

export interface Fixed {
  readonly text: string;
  /** In the order of their application. Empty if nothing was changed. */
  readonly applied: readonly AppliedFix[];
}

export type Severity = "error" | "warning" | "info" | "hint";

/** A problem in a text. */
export interface Diagnostic {
  /** Stable, such as `unknown-field`. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** The documentation of the code. */
  readonly url: string;
  readonly range: Range;
  readonly fixes: readonly Fix[];
  /** In a Terraform, YAML, JSON or Markdown file: the language of the text with the problem. */
  readonly embedded?: string | undefined;
  /** Related locations in other files, such as an earlier rule of the same ruleset. */
  readonly related?: readonly RelatedPlace[] | undefined;
  /** In a plan of Terraform: the rule or job with the problem. */
  readonly rule?: PlannedRule | undefined;
}

/** A rule in a plan of Terraform. */
export interface PlannedRule {
  /** The address of the resource, such as `module.waf.cloudflare_ruleset.main`. */
  readonly address: string;
  /** The position in its list of rules, from 0. */
  readonly index?: number | undefined;
  readonly ref?: string | undefined;
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

/** The relation between two texts: `narrower` means that the first matches less than the second. */
export type RelationName = "equal" | "narrower" | "wider" | "disjoint" | "overlapping" | "unknown";

/** Each example can be passed to `evaluate`. Null if there is none, or none is known. */
export interface Comparison {
  readonly relation: RelationName;
  /** Matches the first text only. */
  readonly onlyFirst: LineInput | RequestInput | null;
  readonly onlySecond: LineInput | RequestInput | null;
  readonly both: LineInput | RequestInput | null;
  /** Why the relation is unknown. */
  readonly reason?: string | undefined;
  /** What else differs from the first to the second: the action and options of rules, the properties of jobs. */
  readonly changed?: readonly ChangedProperty[] | undefined;
  /** What both refer to, and whose values are unknown, such as `$office` or `var.zone`. */
  readonly notCompared?: readonly string[] | undefined;
}

/** Null if the property is not set. Secrets are masked. */
export interface ChangedProperty {
  readonly property: string;
  readonly before: string | null;
  readonly after: string | null;
  /** What the service uses where it is not set, if that is known. */
  readonly default?: string;
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
  /** What the origin answers. Default: 200. */
  readonly response?:
    | { readonly status?: number | undefined; readonly headers?: Headers | undefined }
    | undefined;
  /** The content of a `weir.json`, as an object or as its text. */
  readonly settings?: object | string | undefined;
}

/** By name: a value, or several. */
type Headers = Readonly<Record<string, string | readonly string[]>>;

/** What happens to a request, as in `weir trace --format json`. */
export interface Trace {
  readonly version: 1;
  readonly request: TracedMessage;
  readonly outcome: TraceOutcome;
  readonly steps: readonly TraceStep[];
}

interface TracedMessage {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
}

export interface TraceOutcome {
  readonly kind: "block" | "challenge" | "redirect" | "error" | "origin" | "unknown";
  /** The rule that decided: its ref, else its description, else its ID. */
  readonly by?: string;
  readonly action?: string;
  readonly status?: number;
  readonly location?: string;
  /** The number of the service's error page, such as 1035. */
  readonly code?: number;
  readonly because?: string;
  /** What the origin gets. */
  readonly request?: TracedMessage & {
    readonly hostHeader?: string;
    readonly sni?: string;
    readonly originHost?: string;
    readonly originPort?: number;
  };
  readonly response?: { readonly status: number; readonly headers: Headers };
  readonly cache?: Readonly<Record<string, unknown>>;
  readonly config?: Readonly<Record<string, unknown>>;
  /** What it depends on. */
  readonly if?: readonly {
    readonly field: string;
    readonly rule: string;
    readonly expression?: string;
    readonly then: string;
    readonly else: string;
  }[];
  readonly assuming?: readonly string[];
  readonly unknown?: readonly string[];
  /** What was not read and may change everything. The outcome is unknown then, and `asRead` is that of the rest. */
  readonly notExamined?: readonly string[];
  readonly asRead?: TraceOutcome;
}

export interface TraceStep {
  readonly phase: string;
  readonly title: string;
  readonly level: "account" | "zone";
  readonly ruleset?: string;
  readonly executedBy?: string;
  readonly effect?: string;
  /** What is not documented about it. */
  readonly notes?: readonly string[];
  readonly rules: readonly {
    readonly ref?: string;
    readonly id?: string;
    readonly description?: string;
    readonly action?: string;
    readonly result: "matched" | "not-matched" | "unknown" | "disabled" | "skipped" | "not-reached";
    readonly because?: string;
    readonly effect?: string;
    /** What is not documented about it. */
    readonly notes?: readonly string[];
    readonly source?: { readonly path: string; readonly range?: Range; readonly address?: string };
  }[];
}

export interface ReviewOptions {
  /** The content of a `weir.json`, as an object or as its text. */
  readonly settings?: object | string | undefined;
}

/** What a change of rulesets does to requests, as in `weir review --format json`. */
export interface Review {
  readonly version: 1;
  readonly rulesets: readonly RulesetReview[];
  /** Whether it is proved that no request gets an outcome that is not listed. */
  readonly rest?: "proved" | "unknown";
  /** What was not read, or is not known, if `rest` is unknown because of it. */
  readonly unknownBecause?: readonly string[];
  readonly notExamined: readonly string[];
}

export interface RulesetReview {
  readonly level: "account" | "zone";
  readonly zone?: string;
  readonly phase: string;
  readonly name: string;
  /** All rules, unchanged ones, too. */
  readonly rules: readonly {
    readonly change: "added" | "removed" | "changed" | "moved" | "unchanged";
    readonly ref?: string;
    readonly id?: string;
    readonly description?: string;
    readonly action?: string;
    readonly relation?: string;
    /** What changed, in words. */
    readonly detail?: string;
    /** Of a changed rule: its change gives no request another outcome (proved). */
    readonly withoutEffect?: true;
    readonly expression?: string;
    readonly was?: string;
    readonly source?: { readonly path: string; readonly range?: Range; readonly address?: string };
  }[];
  /** Each pair of different outcomes, with a request that has them. */
  readonly outcomes: readonly {
    readonly from: string;
    readonly to: string;
    readonly witness?: {
      readonly request: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };
    readonly proof: "witness" | "none" | "unknown";
    readonly because: readonly string[];
    readonly note?: string;
  }[];
  /** Of the pairs that are not listed. */
  readonly rest: "proved" | "unknown";
  /** What was not read, or is not known, if `rest` is unknown because of it. */
  readonly unknownBecause?: readonly string[];
  /** No rule executes the ruleset, so no requests arrive there. */
  readonly noRequests?: true;
  /** Terraform stops managing the ruleset, which stays on the service as it is. */
  readonly leavesTerraform?: true;
  /** The number of rules that are only written in another way. */
  readonly noise: number;
}

/** The sizes that the service limits: `bytes` and `operators` of a filter, `characters` of a rule. */
export type Size = Readonly<Record<string, number>>;

export interface Shrunk {
  /** The whole text, with the shortest filter or rule found. */
  readonly text: string;
  readonly before: Size;
  readonly after: Size;
  /** Whether the result is within the limits of the service. */
  readonly fits: boolean;
}

export type DialectName =
  | "duckdb"
  | "clickhouse"
  | "bigquery"
  | "trino"
  | "snowflake"
  | "postgres"
  | "sqlite"
  | "log-explorer"
  | "transformer";

export interface SqlOptions extends SelectOptions {
  readonly dialect: DialectName;
  /** The FROM clause, as SQL. Default: the dataset. */
  readonly table?: string | undefined;
  /** Whether to return only the condition. */
  readonly where?: boolean | undefined;
  /** Whether to count the lines instead of selecting them. */
  readonly count?: boolean | undefined;
  /** How the table stores timestamps. Default: as in the filter; in DuckDB and SQLite in any way. */
  readonly timestamps?:
    | "timestamp"
    | "unixnano"
    | "unix"
    | "rfc3339"
    | "rfc3339ms"
    | "rfc3339ns"
    | "any"
    | undefined;
}

/** A field that filters, jobs or rules can use. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
  /** The operators that compare it. Empty for a field that cannot be filtered, and for a Boolean of rules. */
  readonly operators: readonly string[];
  /** Known values; there may be others. */
  readonly values?: readonly string[] | undefined;
  readonly example?: string | undefined;
  readonly deprecated?: boolean | undefined;
  /** The field to use instead. */
  readonly replacement?: string | undefined;
  readonly note?: string | undefined;
}

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
