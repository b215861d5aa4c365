import type { Span } from "../text/span.ts";
import type { Addition, Analysis, FormatOptions } from "./analysis.ts";
import type { Diagnostic } from "./diagnostic.ts";

type OptionalFeature =
  | "add"
  | "signature"
  | "directives"
  | "examples"
  | "forms"
  | "judgeExample"
  | "listReferences"
  | "ruleReference"
  | "logFilter"
  | "meaning"
  | "properties"
  | "ruleFile"
  | "shrink"
  | "trials";
type RequiredFeature = Exclude<
  keyof Analysis,
  | OptionalFeature
  | "diagnostics"
  | "refactorings"
  | "regions"
  | "embedded"
  | "unread"
  | "notChecked"
  | "refusal"
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

/** The analysis of one document. A class, because one is created on every keystroke and few of its methods are called. */
export class DocumentAnalysis<Doc> implements Analysis {
  private found: readonly Diagnostic[] | undefined;

  constructor(
    private readonly features: Features<Doc>,
    private readonly doc: Doc,
  ) {}

  diagnostics() {
    this.found ??= this.features.check(this.doc);
    return this.found;
  }

  hover(offset: number) {
    return this.features.hover(this.doc, offset);
  }

  complete(offset: number) {
    return this.features.complete(this.doc, offset);
  }

  signature(offset: number) {
    return this.features.signature?.(this.doc, offset);
  }

  refactorings(span: Span) {
    return this.features.refactorings(this.doc, span, this);
  }

  format(options: FormatOptions) {
    return this.features.format(this.doc, options);
  }

  formatObstacle() {
    return this.features.formatObstacle(this.doc);
  }

  formatRange(span: Span, options: FormatOptions) {
    return this.features.formatRange(this.doc, span, options);
  }

  formatOnType(offset: number, typed: string, options: FormatOptions) {
    return this.features.formatOnType(this.doc, offset, typed, options);
  }

  symbols() {
    return this.features.symbols(this.doc);
  }

  folds() {
    return this.features.folds(this.doc);
  }

  selections(offset: number) {
    return this.features.selections(this.doc, offset);
  }

  tokens() {
    return this.features.tokens(this.doc);
  }

  inlays(span: Span) {
    return this.features.inlays(this.doc, span);
  }

  lenses() {
    return this.features.lenses(this.doc);
  }

  highlights(offset: number) {
    return this.features.highlights(this.doc, offset);
  }

  links() {
    return this.features.links(this.doc);
  }

  pushed() {
    return this.features.pushed(this.doc);
  }

  directives() {
    return this.features.directives?.(this.doc) ?? [];
  }

  examples() {
    return this.features.examples?.(this.doc) ?? [];
  }

  judgeExample(kind: string, example: string) {
    return this.features.judgeExample?.(this.doc, kind, example);
  }

  properties() {
    return this.features.properties?.(this.doc) ?? [];
  }

  meaning() {
    return this.features.meaning?.(this.doc);
  }

  ruleFile() {
    return this.features.ruleFile?.(this.doc);
  }

  shrink(span: Span) {
    return this.features.shrink?.(this.doc, span) ?? [];
  }

  listReferences() {
    return this.features.listReferences?.(this.doc) ?? [];
  }

  ruleReference(offset: number) {
    return this.features.ruleReference?.(this.doc, offset);
  }

  logFilter() {
    return this.features.logFilter?.(this.doc);
  }

  forms() {
    return this.features.forms?.(this.doc) ?? [];
  }

  add(addition: Addition, offset: number) {
    return this.features.add?.(this.doc, addition, offset);
  }

  trials() {
    return this.features.trials?.(this.doc) ?? [];
  }
}
