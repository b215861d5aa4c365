import type { Span } from "../text/span.ts";
import type { Analysis } from "./analysis.ts";
import type { Context } from "./context.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { conflictDiagnostics } from "./merge-conflict.ts";

/** The features that only host documents have. */
type HostFeature = "regions" | "embedded" | "unread" | "elsewhere" | "refusal";
type Optional<Name extends keyof Analysis> = undefined extends Analysis[Name] ? Name : never;
type OptionalFeature = Exclude<
  { [Name in keyof Analysis]-?: Optional<Name> }[keyof Analysis],
  HostFeature
>;
type RequiredFeature = Exclude<
  keyof Analysis,
  OptionalFeature | HostFeature | "diagnostics" | "refactorings"
>;
type Methods = Required<Analysis>;
type Feature<Doc, Name extends keyof Analysis> = (
  doc: Doc,
  ...parameters: Parameters<Methods[Name]>
) => ReturnType<Methods[Name]>;

/** The features of a language, as functions of its documents. */
export type Features<Doc> = {
  readonly [Name in RequiredFeature]: Feature<Doc, Name>;
} & {
  readonly [Name in OptionalFeature]?: Feature<Doc, Name>;
} & {
  readonly check: (doc: Doc) => readonly Diagnostic[];
  readonly refactorings: (
    doc: Doc,
    span: Span,
    analysis: Pick<Analysis, "diagnostics">,
  ) => ReturnType<Analysis["refactorings"]>;
};

/**
 * Makes the analyses of a language. They share a prototype with a method for each feature, because one is created on every
 * keystroke and few of its methods are called.
 */
export function analyzesWith<Doc extends { readonly text: string; readonly context: Context }>(
  features: Features<Doc>,
): (doc: Doc) => Analysis {
  class DocumentAnalysis {
    private found: readonly Diagnostic[] | undefined;
    private conflicting: readonly Diagnostic[] | undefined;

    constructor(readonly doc: Doc) {}

    private get conflicts(): readonly Diagnostic[] {
      const { text, context } = this.doc;
      this.conflicting ??= conflictDiagnostics(text, context.severity);
      return this.conflicting;
    }

    /** Several features ask, and the checks run once. */
    diagnostics(): readonly Diagnostic[] {
      this.found ??= this.conflicts.length > 0 ? this.conflicts : features.check(this.doc);
      return this.found;
    }

    /** A sentence about the lines of both sides would be about neither. */
    lenses() {
      return this.conflicts.length > 0 ? [] : features.lenses(this.doc);
    }

    inlays(span: Span) {
      return this.conflicts.length > 0 ? [] : features.inlays(this.doc, span);
    }

    refactorings(span: Span) {
      return features.refactorings(this.doc, span, this);
    }
  }
  const { prototype } = DocumentAnalysis;
  for (const [name, feature] of Object.entries<(doc: Doc, ...given: never[]) => unknown>(
    features,
  )) {
    if (name in prototype || name === "check") continue;
    Object.defineProperty(prototype, name, {
      value(this: DocumentAnalysis, ...given: never[]) {
        return feature(this.doc, ...given);
      },
    });
  }
  // `Features` has every method that an analysis must have.
  return (doc) => new DocumentAnalysis(doc) as unknown as Analysis;
}
