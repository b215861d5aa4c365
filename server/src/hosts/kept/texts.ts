import type { Analysis } from "../../core/analysis.ts";
import { type RuleShape, shapeOf } from "../../core/configuration/rule-set.ts";
import { type Context, isSameContext } from "../../core/context.ts";
import type { Embedded, EmbeddedLanguage } from "../embedded.ts";
import { copyOf } from "./parts.ts";

/** Its function is looked up when it is called, because that loads the language. */
interface TextLanguage<C> {
  readonly analyze: (text: string, context: C) => Analysis;
}

/** How a host accesses the embedded languages. */
export interface TextLanguages<C extends Context> {
  readonly languages: Readonly<Record<EmbeddedLanguage, TextLanguage<C>>>;
  /** The context of an embedded text, including the information from the host. */
  readonly contextFor: (embedded: Embedded, context: C) => C;
  /** The host properties that decide that context. */
  readonly contextParts: (embedded: Embedded) => Readonly<Record<string, unknown>>;
}

/**
 * The analyses of the texts in one version of a document. A text that the next version still has, with the same context, keeps
 * its analysis. The other analyses are released with their version.
 */
export class KeptTexts<C extends Context> {
  private readonly groups = new Map<string, Group<C>>();
  private previous: KeptTexts<C> | undefined;
  private lastParts: Readonly<Record<string, unknown>> = {};
  private lastKey = "";

  constructor(
    private readonly languages: TextLanguages<C>,
    /** Of the document. */
    private readonly context: C,
    previous: KeptTexts<C> | undefined,
  ) {
    if (previous && isSameContext(previous.context, context)) this.previous = previous;
  }

  /** One of the readings of an embedded text. */
  of(embedded: Embedded, text: string): KeptText {
    const key = `${embedded.language} ${this.contextKey(embedded)}`;
    const before = this.previous?.groups.get(key);
    const group = this.groups.get(key) ?? this.groupFor(embedded, before?.context);
    this.groups.set(key, group);
    const known = group.texts.get(text) ?? before?.texts.get(text);
    const kept = known ?? new KeptText(text, group.analyze);
    group.texts.set(kept.text, kept);
    return kept;
  }

  /** Equal for texts with the same context. Most have the key of the text before. */
  private contextKey(embedded: Embedded): string {
    const parts = this.languages.contextParts(embedded);
    if (this.lastKey === "" || Object.keys(parts).some((it) => parts[it] !== this.lastParts[it])) {
      this.lastParts = parts;
      this.lastKey = JSON.stringify(parts);
    }
    return this.lastKey;
  }

  private groupFor(embedded: Embedded, known: C | undefined): Group<C> {
    const context = known ?? this.languages.contextFor(embedded, this.context);
    return groupOf(context, this.languages.languages[embedded.language]);
  }

  /** To be called when all texts have been asked for. */
  releasePrevious(): void {
    this.previous = undefined;
  }
}

/** Texts of the same language with the same context. */
interface Group<C> {
  readonly context: C;
  readonly analyze: (text: string) => Analysis;
  readonly texts: Map<string, KeptText>;
}

/** A function of its own, because a closure keeps everything around it: here, a whole version of the document. */
function groupOf<C>(context: C, language: TextLanguage<C>): Group<C> {
  return { context, analyze: (text) => language.analyze(text, context), texts: new Map() };
}

/** A text with what is known about it wherever it is in the document. */
export class KeptText {
  readonly text: string;
  private known: Analysis | undefined;
  private knownShape: RuleShape | undefined;

  constructor(
    text: string,
    private readonly analyzeOther: (text: string) => Analysis,
  ) {
    this.text = copyOf(text);
  }

  readonly analyze = (text: string): Analysis => {
    if (text !== this.text) return this.analyzeOther(text);
    this.known ??= this.analyzeOther(this.text);
    return this.known;
  };

  get shape(): RuleShape {
    this.knownShape ??= shapeOf(this.text);
    return this.knownShape;
  }
}
