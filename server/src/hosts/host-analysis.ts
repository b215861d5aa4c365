import type {
  Addition,
  Analysis,
  DeclaredPlace,
  Elsewhere,
  ExampleResult,
  Language,
} from "../core/analysis.ts";
import { ruleSetDiagnostics } from "../core/configuration/diagnostics.ts";
import { KeptProofs } from "../core/configuration/kept-proofs.ts";
import { reachHover } from "../core/configuration/reach-hover.ts";
import { type Context, mayHaveExamples } from "../core/context.ts";
import { type Diagnostic, maxDiagnostics } from "../core/diagnostic.ts";
import { emptyAnalysis } from "../core/empty-analysis.ts";
import { conflictDiagnostics } from "../core/merge-conflict.ts";
import type { PolicyFindings } from "../core/policies.ts";
import { suppress } from "../core/suppression/suppress.ts";
import { limitFindings } from "../core/too-many-findings.ts";
import type { TrialText } from "../core/trial.ts";
import { addAll } from "../text/add-all.ts";
import { type Span, type SyntaxFault, touches } from "../text/span.ts";
import {
  type AnalyzedText,
  analyzedText,
  formatting,
  readingAt,
  usedAnalysis,
  usedText,
} from "./analyzed-text.ts";
import {
  type Listed,
  listedTexts,
  notCheckedTexts,
  notReadIn,
  unreadTexts,
} from "./answers/listing.ts";
import { nestedIn, tokensIn } from "./answers/tokens.ts";
import { addExample, exampleAdditions } from "./comments/add-example.ts";
import { examplesAbove, failedExamples, openExampleAt } from "./comments/examples.ts";
import { ignoreComments, ignoringInHost, isOwnComment } from "./comments/ignore.ts";
import { endOfTexts, isInTexts } from "./comments/scope.ts";
import { withComments } from "./comments/sent-comments.ts";
import { ruleSetsOf } from "./configuration/ordered-rules.ts";
import { trialsOf } from "./configuration/trials.ts";
import type { Embedded, EmbeddedContext } from "./embedded.ts";
import { type CreatedList, type HostAside, newAside } from "./host-aside.ts";
import { KeptParts } from "./kept/parts.ts";
import { KeptTexts, type TextLanguages } from "./kept/texts.ts";
import { inPlan } from "./plan/place.ts";
import { policyFindingsOf } from "./policies/subjects.ts";
import { isInHole } from "./region.ts";
import type { RegionAnalysis } from "./region-analysis.ts";
import { type RuleSettings, type SettingProblem, settingDiagnostics } from "./settings.ts";
import { Located, withoutRepeated } from "./terraform/elsewhere.ts";
import {
  aboutRules,
  aboutValues,
  namingEnvironments,
  ofEnvironments,
} from "./terraform/evaluated.ts";

/** A kind of document with embedded texts. */
export interface Host<C extends Context> {
  readonly id: string;
  readonly extensions: Language["extensions"];
  readonly title: string;
  /** Set for hosts whose texts are not sent. Others send theirs unchanged, and the service rejects comments. */
  readonly mayAddComments?: true;
  /** The token that starts a comment of the host, in which diagnostics can be suppressed. */
  readonly comment?: "#";
  /** False only if the text has none of ours. */
  readonly mayHaveTexts?: (text: string) => boolean;
  readonly textsIn: (text: string, context: C, aside?: HostAside) => readonly Embedded[];
  /** Where the name at an offset, or the list with a name, is declared. */
  readonly targetsOf?: (
    text: string,
    named: number | string,
    context: C,
  ) => readonly DeclaredPlace[];
  /** Why a text that has something of ours is not valid. */
  readonly faultIn?: (text: string) => SyntaxFault | undefined;
  /** The path of the document, if it is known. */
  readonly pathOf?: (context: C) => string | undefined;
}

/** The questions of a host to the embedded languages. */
export interface EmbeddedLanguages<C extends Context> extends TextLanguages<C> {
  /** The context of a document that creates lists. */
  readonly withLists: (lists: readonly CreatedList[], context: C) => C;
  /** Whether the phase is known. The fields of other phases are unknown, so their rules are ignored. */
  readonly knowsPhase: (phase: string) => boolean;
  /** Whether later rules of a set are not evaluated for requests that match a rule with this action. */
  readonly endsRuleSet: (action: string) => boolean;
  /** Problems of what the host sets around expressions. */
  readonly settingProblems: (settings: RuleSettings, context: C) => readonly SettingProblem[];
  readonly completionTriggers: readonly string[];
}

/** A host document. Answers nothing outside its regions. */
export class HostAnalysis<C extends Context> implements Analysis {
  private readonly analyzed: readonly AnalyzedText[];
  /** Texts in the document itself, each place once. */
  private readonly here: readonly AnalyzedText[];
  private readonly aside: HostAside;
  private readonly endsRuleSet: EmbeddedLanguages<C>["endsRuleSet"];
  /** The fields of phases that are not known are not known either. */
  private readonly inUnknownPhases: readonly Embedded[];
  private readonly kept: KeptTexts<C>;
  private readonly proofs: KeptProofs;
  private readonly settingProblems: () => readonly Diagnostic[];
  private readonly policies: () => PolicyFindings;
  private found: readonly Diagnostic[] | undefined;

  constructor(
    /** The text of the document itself. */
    private readonly own: string,
    private readonly host: Host<C>,
    embedded: EmbeddedLanguages<C>,
    private readonly context: C,
    previous?: HostAnalysis<C>,
  ) {
    const { withLists, endsRuleSet, knowsPhase, settingProblems } = embedded;
    this.endsRuleSet = endsRuleSet;
    const isKnown = ({ context: { phase } }: Embedded) => !phase || knowsPhase(phase);
    const parts = new KeptParts(previous?.aside.parts);
    this.aside = newAside(parts);
    const all = host.textsIn(own, context, this.aside);
    const texts = all.filter(isKnown);
    const { lists, environments, unknown } = this.aside;
    const within = lists.length > 0 ? withLists(lists, context) : context;
    this.settingProblems = () =>
      context.brief
        ? []
        : ofEnvironments(environments, [...all, ...unknown], (some) =>
            settingDiagnostics(some, (it) => settingProblems(it, within), context.severity),
          );
    this.policies = policyFindingsOf(all, this.aside, () => this.text, context);
    this.inUnknownPhases = all.filter((it) => !isKnown(it));
    this.proofs = new KeptProofs(previous?.proofs);
    this.kept = new KeptTexts(embedded, within, previous?.kept);
    this.analyzed = texts.map((it) => analyzedText(it, this.kept));
    this.kept.releasePrevious();
    parts.releasePrevious();
    this.here = this.analyzed.filter(
      ({ isRepeated, analysis: { region } }) =>
        !isRepeated && !region.composed && this.isHere(region),
    );
  }

  /** As it may be shown, with the other files that its texts come from. */
  private get text(): string {
    const { sheet, shown } = this.aside;
    return sheet ? sheet.text : (shown ?? this.own);
  }

  private isHere({ start }: Span): boolean {
    return start <= this.own.length;
  }

  /** A place in another file is used by one in this document. */
  private hereOf<Place extends Span>(place: Place, { usedAt, object }: EmbeddedContext): Place {
    if (this.isHere(place)) return place;
    const user = object && this.isHere(object) ? object : usedAt;
    return user ? { ...place, start: user.start, end: user.end } : place;
  }

  diagnostics(): readonly Diagnostic[] {
    const found = this.inAllFiles();
    return this.located?.here(found) ?? found;
  }

  elsewhere(): Elsewhere {
    const { calls, unknown, reads } = this.aside;
    // Adds files to the sheet.
    const found = this.inAllFiles();
    const { located } = this;
    if (!located) return { files: [], calls, reads };
    const unread = unknown.map((it) => notReadIn(this.text, it));
    const notChecked = [...unread, ...this.policies().notChecked];
    return { files: located.elsewhere(found, notChecked), calls, reads };
  }

  private get located(): Located | undefined {
    const { sheet, calls } = this.aside;
    const path = this.host.pathOf?.(this.context) ?? "";
    return sheet && sheet.others.length > 0
      ? new Located({ path, text: this.own }, sheet, calls)
      : undefined;
  }

  private inAllFiles(): readonly Diagnostic[] {
    const { text, context } = this;
    const conflicts = conflictDiagnostics(this.own, context.severity, this.host.id);
    const comments = this.analyzed.length === 0 ? [] : ignoreComments(text);
    this.found ??= conflicts.length > 0 ? conflicts : this.foundInTexts();
    const kept = suppress(text, comments, this.found, context, {
      endOf: (start) => endOfTexts(text, this.analyzed, start),
      isReported: (it) =>
        this.isHere(it) &&
        isOwnComment(text, it, this.host) &&
        !isInTexts(text, this.analyzed, it.start),
    });
    return limitFindings(kept, context.severity);
  }

  private foundInTexts(): readonly Diagnostic[] {
    const found: Diagnostic[] = [];
    // Suppressed errors do not count towards the limit.
    let left = this.text.includes("weir-ignore") ? Infinity : maxDiagnostics;
    for (const inner of this.analyzed) {
      for (const it of this.diagnosticsIn(inner)) {
        found.push({ ...it, embedded: inner.language });
        if (it.severity === "error") left--;
      }
      if (left < 0) return found;
    }
    const { text, context, proofs, located, analyzed, aside } = this;
    const inSets = ofEnvironments(aside.environments, analyzed, (texts) => {
      const ruleSets = () => this.ruleSetsOf(texts);
      return ruleSetDiagnostics(text, ruleSets, context, proofs, located?.lineOf);
    });
    for (const it of inSets) found.push({ ...aboutRules(it, analyzed), embedded: "cfrule" });
    addAll(found, this.settingProblems());
    addAll(found, this.policies().diagnostics);
    addAll(found, failedExamples(this.examplesAbove(), this.context));
    // A filter is inside its job, so their diagnostics have to be interleaved.
    const all = aside.sheet
      ? namingEnvironments(withoutRepeated(found), aside.environments)
      : found;
    return inPlan(
      [...all].sort((a, b) => a.start - b.start),
      analyzed,
      text,
    );
  }

  private readonly ruleSetsOf = (texts: readonly AnalyzedText[]) =>
    ruleSetsOf(texts.map(usedText), this.endsRuleSet);

  private diagnosticsIn(inner: AnalyzedText): readonly Diagnostic[] {
    const { analysis, other, language, context, evaluated = analysis } = inner;
    // The service accepts and returns an empty string for a job without a filter.
    if (context.isInJob && language === "lpfilter" && analysis.region.text === "") return [];
    const isSent = language === "cfrule" && !this.host.mayAddComments;
    const found = isSent ? withComments(this.text, evaluated, this.host) : evaluated.diagnostics();
    const own = aboutValues(found, inner);
    const others = other?.diagnostics() ?? [];
    return [...own, ...others.filter((it) => isInHole(analysis.region, it.start))];
  }

  readonly regions = () => this.listed().map((it) => it.region);
  readonly syntaxFault = () => this.host.faultIn?.(this.own);
  readonly refusal = () => this.aside.refusal;

  notChecked() {
    const { text, aside } = this;
    const others = this.policies().notChecked.filter((it) => this.isHere(it));
    return notCheckedTexts(text, this.unknownHere(), this.inUnknownPhases, aside, others);
  }

  readonly unread = () => unreadTexts(this.unknownHere(), this.text);
  readonly embedded = () => this.listed().map((it) => it.embedded);

  private listed(): readonly Listed[] {
    return listedTexts(this.analyzed, this.text, (place, around) => this.hereOf(place, around));
  }

  private unknownHere(): readonly Embedded[] {
    return this.aside.unknown.filter((it) => this.isHere(it.region));
  }

  /** The innermost text at an offset, and the offset in it. */
  private at<Answer>(
    offset: number,
    ask: (analysis: RegionAnalysis, at: number) => Answer,
  ): Answer | undefined {
    let found: { readonly analysis: RegionAnalysis; readonly at: number } | undefined;
    for (const inner of this.here) {
      const analysis = readingAt(inner, offset);
      const at = analysis.offsetOf(offset);
      if (at !== undefined) found = { analysis, at };
    }
    return found && ask(found.analysis, found.at);
  }

  /** For a rule of a set, the hover also shows a request that reaches it. */
  hover(offset: number) {
    const example = openExampleAt(this.text, offset, this.analyzed);
    const own = example ? example.hover() : this.at(offset, (it, at) => it.hover(at));
    const reach = reachHover(this.ruleSetsOf(this.analyzed), offset);
    if (!own || !reach) return own ?? reach;
    return { ...own, markdown: `${own.markdown}\n\n---\n\n${reach.markdown}` };
  }

  complete(offset: number) {
    const example = openExampleAt(this.text, offset, this.analyzed);
    return example?.complete() ?? this.at(offset, (it, at) => it.complete(at)) ?? [];
  }

  signature(offset: number) {
    return this.at(offset, (it, at) => it.signature(at));
  }

  highlights(offset: number) {
    return this.at(offset, (it, at) => it.highlights(at)) ?? [];
  }

  refactorings(span: Span) {
    const rewrites = this.here.flatMap((it) => [
      ...readingAt(it, span.start)
        .refactorings(span)
        .filter(({ isComment }) => !isComment || this.host.mayAddComments),
      ...formatting(it, span),
    ]);
    if (!this.host.comment) return rewrites;
    const examples = this.here.flatMap((it) => exampleAdditions(this.commented, it.analysis, span));
    return [
      ...rewrites,
      ...examples,
      ...ignoringInHost(this.text, this.diagnostics(), span, this.regions()),
    ];
  }

  add(addition: Addition, offset: number) {
    if (addition.kind !== "example" || this.host.mayAddComments)
      return this.at(offset, (it) => it.add(addition));
    if (!this.host.comment) return undefined;
    return this.at(offset, (it) => addExample(this.commented, it, addition));
  }

  private get commented() {
    const startsIn = (text: string) => {
      const texts = this.host.textsIn(text, this.context);
      const isFirst = (it: Embedded) => !it.isRepeated && it.region.start <= text.length;
      return texts.filter(isFirst).map((it) => it.region.start);
    };
    return { text: this.own, startsIn };
  }

  readonly inlays = (span: Span) => this.here.flatMap((it) => it.analysis.inlays(span));
  readonly lenses = () => this.here.flatMap((it) => it.analysis.lenses());
  readonly links = () => this.here.flatMap((it) => it.analysis.links());

  targets(offset: number) {
    const list = this.listReferences().find((it) => touches(it, offset));
    return this.host.targetsOf?.(this.own, list?.name ?? offset, this.context) ?? [];
  }

  readonly tokens = () => tokensIn(this.here);

  listReferences() {
    return this.here.flatMap((it) => it.analysis.listReferences());
  }

  examples(): readonly ExampleResult[] {
    const within = this.here.flatMap((it) => it.analysis.examples());
    return [...within, ...this.examplesAbove()].sort((a, b) => a.start - b.start);
  }

  /** Examples in comments of the host, directly above a text. */
  private examplesAbove(): readonly ExampleResult[] {
    if (!mayHaveExamples(this.text)) return [];
    return this.analyzed.flatMap((it) => {
      const { region } = it.analysis;
      if (it.isRepeated || !this.isHere(region)) return [];
      return examplesAbove(this.text, region.start).flatMap(({ value, ...example }) => {
        const outcome = usedAnalysis(it).judgeExample(example.kind, value);
        return outcome ? [{ ...example, ...outcome }] : [];
      });
    });
  }

  trials(): readonly TrialText[] {
    return trialsOf(this.analyzed, this.text, (place, around) => this.hereOf(place, around));
  }

  forms() {
    return this.innermost().flatMap((it) => it.analysis.forms());
  }

  shrink(span: Span) {
    return this.innermost().flatMap((it) => it.analysis.shrink(span));
  }

  /** Excludes jobs that contain a filter, which is a separate text. */
  private innermost(): readonly AnalyzedText[] {
    return this.here.filter((it, index) => nestedIn(this.here, it, index).length === 0);
  }

  readonly format = emptyAnalysis.format;
  readonly formatRange = emptyAnalysis.formatRange;
  readonly formatOnType = emptyAnalysis.formatOnType;
  readonly symbols = emptyAnalysis.symbols;
  readonly folds = emptyAnalysis.folds;
  readonly selections = emptyAnalysis.selections;
  readonly pushed = emptyAnalysis.pushed;
}
