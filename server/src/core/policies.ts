import type { Span } from "../text/span.ts";
import type { Diagnostic, NotChecked, Severity } from "./diagnostic.ts";

export const policyKinds = ["rule", "job", "filter", "ruleset"] as const;
export type PolicyKind = (typeof policyKinds)[number];

/** The policies of `weir.json` for one file. */
export interface Policies {
  /** Equal for the same policies. */
  readonly key: string;
  readonly kinds: readonly PolicyKind[];
  /** The zone of rules in files of their own, if it is certain. */
  readonly zone: string | undefined;
  /** The names of zones by their IDs. */
  readonly zones: Readonly<Record<string, string>>;
  readonly find: (subjects: readonly PolicySubject[], severity: Severities) => PolicyFindings;
}

/** A rule, job, filter or ruleset as it is sent to the service. */
export interface PolicySubject {
  readonly kind: PolicyKind;
  /** A `Part` of `configuration/model.ts`. */
  readonly value: unknown;
  /** The place of a part of it; of the nearest part around it that is written. */
  readonly placeOf: (path: PartPath) => PolicyPlace;
  /** In a module: the call that it is checked for. */
  readonly call?: string | undefined;
}

/** With the variables whose defaults make the value. */
export interface PolicyPlace extends Span {
  readonly defaults?: readonly string[] | undefined;
}

export type PartPath = readonly (string | number)[];

export interface PolicyFindings {
  readonly diagnostics: readonly Diagnostic[];
  /** Policies that depend on values that are not known. */
  readonly notChecked: readonly NotChecked[];
}

export const noPolicyFindings: PolicyFindings = { diagnostics: [], notChecked: [] };

/** The parts of a context that decide. */
interface Checking {
  readonly policies?: Policies | undefined;
  readonly severity: Severities;
  readonly brief?: boolean | undefined;
}

type Severities = Readonly<Record<string, Severity | "off">>;

/** The parts of a text with one subject that break policies. */
export function policyFindings(
  { policies, severity, brief }: Checking,
  kind: PolicyKind,
  subject: () => Omit<PolicySubject, "kind"> | undefined,
): PolicyFindings {
  if (!policies?.kinds.includes(kind) || brief) return noPolicyFindings;
  const own = subject();
  return own ? policies.find([{ kind, ...own }], severity) : noPolicyFindings;
}

/** The part of a span in its first line. */
export function inFirstLine(text: string, { start, end }: Span): Span {
  const lineEnd = text.indexOf("\n", start);
  const last = lineEnd === -1 || lineEnd > end ? end : lineEnd;
  return { start, end: start + text.slice(start, last).trimEnd().length };
}
