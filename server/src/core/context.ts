import type { Severity } from "./diagnostic.ts";

/** What is known about a file from outside its text: the workspace's settings, and what the caller asked for. */
export interface Context {
  /** The dataset the caller insists on (`--dataset`); it beats the file's own directive. */
  readonly forcedDataset?: string | undefined;
  /** The datasets that a filter without a directive is for. More than one when several jobs use the file. */
  readonly datasets: readonly string[];
  /** These are the datasets of the jobs that name the file. With a job they count, whatever its filter says. */
  readonly isForJobs?: boolean | undefined;
  readonly limits: Limits;
  /** Fields newer than our catalogues, by dataset (or `rules`), as name and type. */
  readonly extraFields: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly severity: Readonly<Record<string, Severity | "off">>;
  /** The names of the lists that exist, when the user told us; undefined means that we do not know. */
  readonly lists?: readonly string[] | undefined;
  /** What those of them hold whose kind the user told us. */
  readonly listKinds?: Readonly<Record<string, string>> | undefined;
  readonly plan?: string | undefined;
  /** The workspace says where its files are pushed to. */
  readonly isPushed?: boolean | undefined;
  readonly format?: FormatChoices | undefined;
  /** The filters that a job may name, as paths from its own folder with `/`; undefined means that we do not know. */
  readonly files?: readonly string[] | undefined;
  /** Whether there is such a file, for a path like these. It knows more files than those that are listed. */
  readonly hasFile?: ((path: string) => boolean) | undefined;
  /** The day, as in `2026-11-15`, for what ends on one; undefined means that we do not know. */
  readonly today?: string | undefined;
  /** Only syntax and limits, for texts too large to be looked at on each keystroke. */
  readonly brief?: boolean | undefined;
  /** Is told of a check that failed, which costs its own findings and no others. Without it the failure goes on. */
  readonly onCrash?: ((code: string, error: unknown) => void) | undefined;
}

/** How formatting spells what can be spelt in several ways. */
export interface FormatChoices {
  /** Undefined leaves them as their author wrote them. */
  readonly operators?: OperatorSpelling | undefined;
}

/** `and` and `eq`, or `&&` and `==`. */
export const operatorSpellings = ["as-written", "english", "c-like"] as const;
export type OperatorSpelling = (typeof operatorSpellings)[number];

export interface Limits {
  /** Conditions in a log push filter. */
  readonly operators: number;
  /** UTF-8 bytes of a log push filter as pushed. */
  readonly bytes: number;
}

/** `spec/service.md` section 8 gives both numbers, and calls both approximate. */
export const serviceLimits: Limits = { operators: 30, bytes: 1000 };

/** From this share of a limit on a text is near it. */
export const nearLimit = 0.9;

export const defaultDataset = "http_requests";

export const defaultContext: Context = {
  datasets: [defaultDataset],
  limits: serviceLimits,
  extraFields: {},
  severity: {},
};
