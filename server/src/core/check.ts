import type { Span } from "../text/span.ts";
import type { Context } from "./context.ts";
import type { Diagnostic, Fix, Severity } from "./diagnostic.ts";

/** The documentation of a check. The examples are also its tests. */
export interface CheckManual<C = Context> {
  readonly code: string;
  readonly severity: Severity;
  /** The problem that it reports, as one sentence. */
  readonly summary: string;
  /** Why that matters and what to do, as one short paragraph. */
  readonly why: string;
  /**
   * Texts with a line of `^^^ severity: message` under each diagnostic; no mark means no diagnostics. A line `=>` precedes the
   * text after the first fix of this check's first diagnostic, and a line `---` the next example.
   */
  readonly examples: string | readonly (string | ExamplesIn<C>)[];
}

/** Examples that assume settings. */
interface ExamplesIn<C> {
  readonly context: Partial<C>;
  readonly text: string;
}

/** One example, read. */
export interface Example<C = Context> {
  readonly text: string;
  readonly fixed?: string;
  readonly context?: Partial<C>;
}

/** The examples of a check, each text between line breaks. Notices have none. */
export function examplesOf<C>(
  check: Pick<CheckManual<C>, "code"> & Partial<CheckManual<C>>,
): readonly Example<C>[] {
  return [check.examples ?? []].flat().flatMap((it) => {
    const { text, ...rest } = typeof it === "string" ? { text: it } : it;
    return text.split(/^---(?=\n)/m).map((one) => {
      const [before = "", fixed] = one.split(/^=>(?=\n)/m);
      return { text: before, ...(fixed !== undefined && { fixed }), ...rest };
    });
  });
}

export interface HasContext {
  readonly context: Context;
}

/** A check visits nodes of one kind and reports their problems. Checks are independent of each other. */
export interface Check<Nodes, Kind extends keyof Nodes, Scope extends HasContext>
  extends CheckManual<Scope["context"]> {
  readonly on: Kind;
  run(node: Nodes[Kind], report: Report, scope: Scope): void;
}

/** A check of any kind of node, for lists of checks. */
export type AnyCheck<Nodes, Scope extends HasContext> = {
  [Kind in keyof Nodes]: Check<Nodes, Kind, Scope>;
}[keyof Nodes];

export type Report = (span: Span, message: string, extras?: ReportExtras) => void;

export interface ReportExtras {
  readonly fixes?: readonly Fix[];
  /** The only fix, which ends the message: "… Use 'x'." */
  readonly fix?: Fix;
  readonly related?: Diagnostic["related"];
  readonly look?: Diagnostic["look"];
  /** Overrides the default, for codes that cover cases of different severity. */
  readonly severity?: Severity;
}

/** The settings that an example assumes, for the page and the terminal; empty if there are none. */
export function exampleSettings({ context }: Example): string {
  const parts = Object.entries(context ?? {}).map(
    ([name, value]) => `\`${settingNames[name] ?? name}\` ${code(value)}`,
  );
  return parts.length > 0 ? `With ${parts.join(" and ")}:` : "";
}

/** Names that differ in `weir.json` or on the command line. */
const settingNames: Readonly<Record<string, string>> = {
  extraFields: "fields",
  forcedDataset: "--dataset",
};

function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
