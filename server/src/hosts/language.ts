import type { Analysis, Completion, Language, Lens, Refactoring } from "../core/analysis.ts";
import type { Context } from "../core/context.ts";
import type { Diagnostic, Fix } from "../core/diagnostic.ts";
import { nothing } from "../core/empty-analysis.ts";
import { suppress } from "../core/suppress.ts";
import type { Edit } from "../text/edit.ts";
import type { Span } from "../text/span.ts";
import type { Embedded, EmbeddedLanguage } from "./embedded.ts";
import { hostEdits, shownHoles } from "./region.ts";

/** A kind of document with embedded texts. */
export interface Host<C extends Context> {
  readonly id: string;
  readonly extensions: Language["extensions"];
  readonly title: string;
  readonly textsIn: (text: string, context: C) => readonly Embedded[];
}

/** How a host accesses the embedded languages. */
export interface Guests<C extends Context> {
  readonly languages: Readonly<Record<EmbeddedLanguage, Pick<Language<C>, "analyse">>>;
  /** The context of an embedded text, including the information from the host. */
  readonly contextFor: (embedded: Embedded, context: C) => C;
  readonly completionTriggers: readonly string[];
}

/** The language of a host document. Provides nothing outside its regions. */
export function hostLanguage<C extends Context>(host: Host<C>, guests: Guests<C>): Language<C> {
  return {
    id: host.id,
    extensions: host.extensions,
    title: host.title,
    checks: [],
    completionTriggers: guests.completionTriggers,
    formattingTriggers: [],
    analyse: (text, context) =>
      new HostAnalysis(text, host.textsIn(text, context), guests, context),
  };
}

/** An embedded text with the analysis of its language. */
class Guest {
  private known: Analysis | undefined;

  constructor(
    readonly embedded: Embedded,
    private readonly analyse: (embedded: Embedded) => Analysis,
  ) {}

  get analysis(): Analysis {
    this.known ??= this.analyse(this.embedded);
    return this.known;
  }

  place<Place extends Span>(place: Place): Place {
    return { ...place, ...this.embedded.region.map.toHostSpan(place) };
  }

  shown(text: string): string {
    return shownHoles(this.embedded.region, text);
  }

  edits(edits: readonly Edit[]): readonly Edit[] | undefined {
    return hostEdits(this.embedded.region, edits);
  }

  /** Only the fixes that the host can represent. */
  diagnostic(found: Diagnostic): Diagnostic {
    const { related } = found;
    return {
      ...this.place(found),
      message: this.shown(found.message),
      embedded: this.embedded.language,
      fixes: found.fixes.flatMap((fix): Fix[] => {
        const edits = this.edits(fix.edits);
        return edits ? [{ ...fix, title: this.shown(fix.title), edits }] : [];
      }),
      ...(related && {
        related: related.map((it) => ({ ...this.place(it), message: this.shown(it.message) })),
      }),
    };
  }

  completion(item: Completion): Completion[] {
    const [edit, ...others] = this.edits([item.edit, ...(item.additionalEdits ?? [])]) ?? [];
    if (!edit) return [];
    const { plain: _, ...rest } = item;
    return [{ ...rest, edit, ...(others.length > 0 && { additionalEdits: others }) }];
  }

  lens(found: Lens): Lens {
    const { title, detail } = found;
    return {
      ...this.place(found),
      title: this.shown(title),
      ...(detail !== undefined && { detail: this.shown(detail) }),
    };
  }

  refactoring(found: Refactoring): Refactoring[] {
    const edits = this.edits(found.edits);
    return edits ? [{ ...found, title: this.shown(found.title), edits }] : [];
  }
}

class HostAnalysis<C extends Context> implements Analysis {
  private readonly guests: readonly Guest[];
  private found: readonly Diagnostic[] | undefined;

  constructor(
    private readonly text: string,
    texts: readonly Embedded[],
    { languages, contextFor }: Guests<C>,
    context: C,
  ) {
    const analyse = (it: Embedded) =>
      languages[it.language].analyse(it.region.text, contextFor(it, context));
    this.guests = texts.map((it) => new Guest(it, analyse));
  }

  diagnostics(): readonly Diagnostic[] {
    this.found ??= this.guests.flatMap((guest) =>
      guest.analysis.diagnostics().map((it) => guest.diagnostic(it)),
    );
    return suppress(this.text, ignoreComments(this.text), this.found, (start) => this.endOf(start));
  }

  /** An embedded text is suppressed as a whole, even if it has several lines. */
  private endOf(start: number): number {
    const line = this.text.indexOf("\n", start);
    const end = line === -1 ? this.text.length : line;
    const regions = this.guests.map((it) => it.embedded.region);
    // A Markdown code block starts after the line of its opening fence.
    const here = regions.filter((it) => start <= it.start && it.start <= end + 1);
    return Math.max(start, ...here.map((it) => it.end));
  }

  regions() {
    return this.guests.map(({ embedded: { language, region } }) => ({
      language,
      start: region.start,
      end: region.end,
    }));
  }

  /** The innermost text at an offset, and the offset in it. */
  private at<Answer>(
    offset: number,
    ask: (guest: Guest, at: number) => Answer,
  ): Answer | undefined {
    let found: { readonly guest: Guest; readonly at: number } | undefined;
    for (const guest of this.guests) {
      const { region } = guest.embedded;
      if (offset < region.start || region.end < offset) continue;
      const at = region.map.fromHost(offset);
      if (at !== undefined) found = { guest, at };
    }
    return found && ask(found.guest, found.at);
  }

  /** All texts that overlap a span of the host, with the matching span in each. */
  private within<Answer>(
    span: Span,
    ask: (guest: Guest, part: Span) => readonly Answer[],
  ): Answer[] {
    return this.guests.flatMap((guest) => {
      const { region } = guest.embedded;
      if (span.end < region.start || region.end < span.start) return [];
      const start = region.map.fromHost(Math.max(span.start, region.map.start)) ?? 0;
      const end = region.map.fromHost(Math.min(span.end, region.map.end)) ?? region.text.length;
      return ask(guest, { start, end: Math.max(start, end) });
    });
  }

  hover(offset: number) {
    return this.at(offset, (guest, at) => {
      const hover = guest.analysis.hover(at);
      return hover && { ...guest.place(hover), markdown: guest.shown(hover.markdown) };
    });
  }

  complete(offset: number) {
    const found = this.at(offset, (guest, at) =>
      guest.analysis.complete(at).flatMap((it) => guest.completion(it)),
    );
    return found ?? [];
  }

  signature(offset: number) {
    return this.at(offset, (guest, at) => guest.analysis.signature(at));
  }

  refactorings(span: Span) {
    return this.within(span, (guest, part) =>
      guest.analysis.refactorings(part).flatMap((it) => guest.refactoring(it)),
    );
  }

  inlays(span: Span) {
    return this.within(span, (guest, part) =>
      guest.analysis
        .inlays(part)
        .map((it) => ({ ...it, offset: guest.embedded.region.map.toHost(it.offset) })),
    );
  }

  lenses() {
    return this.guests.flatMap((guest) => guest.analysis.lenses().map((it) => guest.lens(it)));
  }

  highlights(offset: number) {
    const found = this.at(offset, (guest, at) =>
      guest.analysis.highlights(at).map((it) => guest.place(it)),
    );
    return found ?? [];
  }

  links() {
    return this.guests.flatMap((guest) => guest.analysis.links().map((it) => guest.place(it)));
  }

  /** A filter is part of the text of its job too, so tokens may overlap. */
  tokens() {
    const found = this.guests.flatMap((guest) =>
      guest.analysis.tokens().map((it) => guest.place(it)),
    );
    found.sort((a, b) => a.start - b.start || a.end - b.end);
    let last = 0;
    return found.filter(({ start, end }) => {
      if (start < last || start === end) return false;
      last = end;
      return true;
    });
  }

  listReferences() {
    return this.guests.flatMap(
      (guest) => guest.analysis.listReferences?.().map((it) => guest.place(it)) ?? [],
    );
  }

  readonly format = nothing.format;
  readonly formatRange = nothing.formatRange;
  readonly formatOnType = nothing.formatOnType;
  readonly symbols = nothing.symbols;
  readonly folds = nothing.folds;
  readonly selections = nothing.selections;
  readonly pushed = nothing.pushed;
}

/** Comments that suppress diagnostics, in any host's syntax. Their line determines their scope. */
function ignoreComments(text: string): Span[] {
  if (!text.includes("weir-ignore")) return [];
  return [...text.matchAll(/(?:#|\/\/|\/\*|<!--)[^\n]*?weir-ignore[^\n]*/g)].map((it) => ({
    start: it.index,
    end: it.index + it[0].length,
  }));
}
