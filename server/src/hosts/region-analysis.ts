import type {
  Addition,
  Analysis,
  Completion,
  ExampleOutcome,
  ExampleResult,
  FormatOptions,
  Hover,
  Inlay,
  Lens,
  Refactoring,
} from "../core/analysis.ts";
import type { Diagnostic, Fix, RelatedPlace } from "../core/diagnostic.ts";
import type { FilterForm, FormModel, FormRefusal, FormRow } from "../core/form.ts";
import { type NotShrunk, type Shrinking, savings } from "../core/shrink/size.ts";
import type { Trial, TrialText } from "../core/trial.ts";
import { conditionLabel, withLabels } from "../core/trial-tree.ts";
import { applyEdits, difference, type Edit } from "../text/edit.ts";
import type { Span } from "../text/span.ts";
import { hostEdits, keepsHoles, type Region, shownHoles } from "./region.ts";
import { withMarks, withPlaceholders } from "./snippet.ts";

/** The analysis of an embedded text, with all spans and edits mapped to its host. */
export class RegionAnalysis {
  private known: Analysis | undefined;
  /** The number of characters decoded again to verify the edits of one request. */
  private verified = 0;

  constructor(
    readonly region: Region,
    private readonly analyze: (text: string) => Analysis,
  ) {}

  /** Offsets refer to the embedded text. */
  get analysis(): Analysis {
    this.known ??= this.analyze(this.region.text);
    return this.known;
  }

  /** Analyzes the text with a comment of the host above it. */
  below(comment: string): Analysis {
    return this.analyze(`${comment}\n${this.region.text}`);
  }

  diagnostics(): readonly Diagnostic[] {
    this.verified = 0;
    return this.analysis.diagnostics().map((it) => this.diagnostic(it));
  }

  /** Keeps only fixes that the host can represent. */
  private diagnostic(found: Diagnostic): Diagnostic {
    const { related } = found;
    return {
      ...this.place(found),
      message: this.shown(found.message),
      fixes: found.fixes.flatMap((fix): Fix[] => {
        const edits = keepsHoles(this.region, fix.edits) ? this.edits(fix.edits) : undefined;
        return edits ? [{ ...fix, title: this.shown(fix.title), edits }] : [];
      }),
      ...(related && { related: related.map((it) => this.relatedPlace(it)) }),
    };
  }

  private relatedPlace(related: RelatedPlace): RelatedPlace {
    return { ...this.place(related), message: this.shown(related.message) };
  }

  /** Maps an offset of the host to the text; undefined outside the text and in its holes. */
  offsetOf(offset: number): number | undefined {
    const { region } = this;
    if (offset < region.start || region.end < offset) return undefined;
    return region.map.fromHost(offset);
  }

  hover(at: number): Hover | undefined {
    const hover = this.analysis.hover(at);
    return hover && { ...this.place(hover), markdown: this.shown(hover.markdown) };
  }

  complete(at: number): readonly Completion[] {
    this.verified = 0;
    return this.analysis.complete(at).flatMap((it) => this.completion(it));
  }

  private completion({ plain: _, ...item }: Completion): Completion[] {
    const main = item.snippet ? withMarks(item.edit.newText) : item.edit.newText;
    if (main === undefined) return [];
    const all = [{ ...item.edit, newText: main }, ...(item.additionalEdits ?? [])];
    const [edit, ...others] = this.edits(all) ?? [];
    if (!edit) return [];
    const newText = item.snippet ? withPlaceholders(edit.newText) : edit.newText;
    return [
      {
        ...item,
        edit: { ...edit, newText },
        ...(others.length > 0 && { additionalEdits: others }),
      },
    ];
  }

  signature(at: number) {
    return this.analysis.signature(at);
  }

  highlights(at: number): readonly Span[] {
    return this.analysis.highlights(at).map((it) => this.place(it));
  }

  refactorings(span: Span): Refactoring[] {
    const part = this.partOf(span);
    if (!part) return [];
    this.verified = 0;
    return this.analysis.refactorings(part).flatMap((it) => {
      const edits = this.edits(it.edits);
      return edits ? [{ ...it, title: this.shown(it.title), edits }] : [];
    });
  }

  /** Undefined if the text cannot be formatted in its host, or already is. */
  format(options: FormatOptions): readonly Edit[] | undefined {
    const { text } = this.region;
    const changes = this.analysis.format(options);
    if (!changes) return undefined;
    const after = reindented(text, applyEdits(text, changes));
    if (after === text || this.analyze(after).pushed() !== this.analysis.pushed()) return undefined;
    const wanted = difference(text, after);
    const edits = this.edits(wanted);
    // A line break that is encoded as an escape or an empty line would make the text harder to read.
    return edits && lineBreaksIn(edits) === lineBreaksIn(wanted) ? edits : undefined;
  }

  add(addition: Addition): readonly Edit[] | undefined {
    this.verified = 0;
    const edits = this.analysis.add?.(addition, 0);
    return edits && this.edits(edits);
  }

  inlays(span: Span) {
    const part = this.partOf(span);
    if (!part) return [];
    return this.analysis.inlays(part).map((it) => ({
      ...it,
      label: this.shown(it.label),
      ...(it.tooltip !== undefined && { tooltip: this.shown(it.tooltip) }),
      offset: this.hintPlace(it),
    }));
  }

  /** The host may have line breaks between two characters of the text. */
  private hintPlace({ offset, opens }: Inlay): number {
    const { map } = this.region;
    if (opens || offset === 0) return map.toHost(offset);
    return map.toHostSpan({ start: offset - 1, end: offset }).end;
  }

  lenses(): Lens[] {
    return this.analysis.lenses().map((it) => ({
      ...this.place(it),
      title: this.shown(it.title),
      ...(it.detail !== undefined && { detail: this.shown(it.detail) }),
    }));
  }

  links() {
    return this.analysis.links().map((it) => this.place(it));
  }

  tokens() {
    return this.analysis.tokens().map((it) => this.place(it));
  }

  listReferences() {
    return this.analysis.listReferences?.().map((it) => this.place(it)) ?? [];
  }

  examples(): readonly ExampleResult[] {
    const found = this.analysis.examples?.() ?? [];
    return found.map((it) => ({ ...this.place(it), ...this.outcome(it) }));
  }

  judgeExample(kind: string, example: string): ExampleOutcome | undefined {
    const outcome = this.analysis.judgeExample?.(kind, example);
    return outcome && this.outcome(outcome);
  }

  private outcome({ passed, message, expected, actual, related }: ExampleOutcome): ExampleOutcome {
    return {
      passed,
      message: this.shown(message),
      expected,
      ...(actual !== undefined && { actual }),
      ...(related && { related: related.map((it) => this.relatedPlace(it)) }),
    };
  }

  /** Spans refer to the host. */
  trials(): readonly (TrialText & { readonly region: Span })[] {
    const { start, end } = this.region;
    const texts = this.analysis.trials?.() ?? [];
    return texts.map(({ readable, ...it }) => ({
      ...this.tried(it),
      region: { start, end },
      ...(readable && { readable: this.tried(readable) }),
    }));
  }

  private tried<T extends Pick<TrialText, "trial" | "rule">>({ trial, rule, ...it }: T) {
    return {
      ...it,
      ...(trial && { trial: this.trial(trial) }),
      ...(rule && { rule: this.trial(rule) }),
    };
  }

  /** Maps the spans, and reads the conditions from the embedded text, which has no escapes of the host. */
  private trial<T extends Pick<Trial, "conditions" | "tree">>(trial: T): T {
    const { start, end, composed, text } = this.region;
    const tree = withLabels(trial.tree, (it) =>
      this.shown(conditionLabel(it, text, trial.conditions[it.index])),
    );
    // The conditions of a text that is put together may be in other files.
    const conditions = trial.conditions.map((it) => (composed ? { start, end } : this.place(it)));
    return Object.create(trial, { conditions: { value: conditions }, tree: { value: tree } });
  }

  /** Spans refer to the host. An edit that the host cannot represent is refused. */
  forms(): readonly FilterForm[] {
    const { start, end } = this.region;
    return (this.analysis.forms?.() ?? []).map((form) => ({
      start,
      end,
      model: () => this.formModel(form.model()),
      fields: () => form.fields(),
      edit: (operation, options) => {
        // The service rejects comments in the text. The dataset is set in the host.
        if (operation.kind === "example" || operation.kind === "dataset") return notInHost;
        const edits = form.edit(operation, options);
        if ("refusal" in edits) return edits;
        return (keepsHoles(this.region, edits) && hostEdits(this.region, edits)) || notInHost;
      },
    }));
  }

  private formModel({ root, obstacle, reads, ...model }: FormModel): FormModel {
    return {
      ...model,
      ...(root && { root: this.formRow(root) }),
      ...(obstacle && { obstacle: this.place(obstacle) }),
      ...(reads !== undefined && { reads: this.shown(reads) }),
    };
  }

  private formRow(row: FormRow): FormRow {
    if (row.kind !== "group") return this.place(row);
    return { ...this.place(row), items: row.items.map((it) => this.formRow(it)) };
  }

  shrink(span: Span): (Shrinking | NotShrunk)[] {
    const part = this.partOf(span);
    if (!part) return [];
    return (this.analysis.shrink?.(part) ?? []).map((it) => {
      const place = this.place({ start: it.start, end: it.end });
      if ("error" in it) return { ...it, ...place };
      const edits = this.edits(it.edits);
      return edits ? { ...it, ...place, edits } : { ...place, error: notWritten(it) };
    });
  }

  pushed(): string | undefined {
    return this.analysis.pushed();
  }

  /** Maps an offset of the text to the host. */
  placeOf(offset: number): number {
    return this.region.map.toHost(offset);
  }

  private place<Place extends Span>(place: Place): Place {
    return { ...place, ...this.region.map.toHostSpan(place) };
  }

  /** Bounds the verification: in a text far above the service's limits, only the first edits are verified and offered. */
  private edits(edits: readonly Edit[]): readonly Edit[] | undefined {
    this.verified += this.region.end - this.region.start;
    return this.verified > mostVerified ? undefined : hostEdits(this.region, edits);
  }

  /** The part of the text in a span of the host; undefined if they do not overlap. */
  private partOf(span: Span): Span | undefined {
    const { region } = this;
    if (span.end < region.start || region.end < span.start) return undefined;
    const start = region.map.fromHost(Math.max(span.start, region.map.start)) ?? 0;
    const end = region.map.fromHost(Math.min(span.end, region.map.end)) ?? region.text.length;
    return { start, end: Math.max(start, end) };
  }

  private shown(words: string): string {
    return shownHoles(this.region, words);
  }
}

/** Enough for hundreds of completions in the longest expression that the service accepts. */
const mostVerified = 500_000;

const notInHost: FormRefusal = { refusal: "Cannot be written here. Edit the filter in the text." };

function notWritten({ before, after }: Shrinking): string {
  return `Found a shorter version (${savings(before, after)}), but this file cannot hold it in place. Use a string, or a file of its own.`;
}

/** Keeps the whitespace around the text, and the indentation of its first line for all lines. */
function reindented(before: string, after: string): string {
  const [lead = "", indent = ""] = /^(?:[ \t]*\r?\n)*([ \t]*)/.exec(before) ?? [];
  const rest = before.slice(lead.length);
  // A regex for the whitespace at the end takes quadratic time.
  const trail = rest.slice(rest.trimEnd().length);
  return lead + after.trim().replaceAll("\n", `\n${indent}`) + trail;
}

function lineBreaksIn(edits: readonly Edit[]): number {
  return edits.reduce((sum, { newText }) => sum + newText.split("\n").length - 1, 0);
}
