import type { Severity } from "./diagnostic.ts";
import type { Policies } from "./policies.ts";

/** The caller's knowledge about a text in any language. Each language extends it. */
export interface Context {
  readonly severity: Readonly<Record<string, Severity | "off">>;
  /** Every code of a diagnostic. Without them, the codes in comments are not checked. */
  readonly codes?: readonly string[] | undefined;
  /** Only syntax and limits, for texts too large to analyze on each keystroke. */
  readonly brief?: boolean | undefined;
  /** A host document fills in parts of the text, which are represented by the characters of `text/hole.ts`. */
  readonly hasHoles?: boolean | undefined;
  /** Another program sends the text as it is written. A push of ours writes each gap between two tokens as one space. */
  readonly isSentAsWritten?: boolean | undefined;
  /** The policies of the workspace for the file. */
  readonly policies?: Policies | undefined;
  /** Called when a check throws: its diagnostics are lost, the others stay. Without it the error propagates. */
  readonly onCrash?: ((code: string, error: unknown) => void) | undefined;
}

/** Whether two contexts lead to the same results. */
export function isSameContext(a: Context, b: Context): boolean {
  if (a === b) return true;
  const [first, second]: readonly Readonly<Record<string, unknown>>[] = [{ ...a }, { ...b }];
  const names = new Set(Object.keys({ ...first, ...second }));
  names.delete("onCrash");
  return [...names].every((it) => isSameValue(first?.[it], second?.[it]));
}

function isSameValue(a: unknown, b: unknown): boolean {
  const areData = typeof a === "object" && typeof b === "object";
  return a === b || (areData && JSON.stringify(a) === JSON.stringify(b));
}

/** Fields newer than our catalogs, by dataset (or `rules`), as name and type. */
export type ExtraFields = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The share of a limit from which on a text is considered near it. */
export const nearLimit = 0.9;

/** The indentation of a text. */
export interface FormatOptions {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
}

/** Cheap pre-check: only texts with one of these directives need to be analyzed for examples. */
const mark = /@(?:match|no-match|keep|drop)(?![\w-])/;

export function mayHaveExamples(text: string): boolean {
  return mark.test(text);
}
