import type { Diagnostic, PlannedRule, RelatedPlace } from "../core/diagnostic.ts";
import { defaultContext, hostOfPath } from "../languages.ts";

/** Finds the texts of a plan in the Terraform files that it was made of. */
export class PlanSources {
  private files: readonly SourceText[] | undefined;

  constructor(
    private readonly paths: () => readonly string[],
    private readonly read: (path: string) => string | undefined,
  ) {}

  /** Adds the place where the text of a diagnostic is written literally, if there is exactly one. */
  withSource(found: Diagnostic): Diagnostic {
    const { rule, excerpt, related = [] } = found;
    if (!rule || !excerpt) return found;
    const places = this.placesOf(rule, excerpt);
    // The message lists the other rules of a plan, because their places in the plan say nothing.
    const elsewhere = related.filter((it) => it.file);
    return { ...found, related: places.length === 1 ? [...elsewhere, ...places] : elsewhere };
  }

  private placesOf(
    { address }: PlannedRule,
    excerpt: NonNullable<Diagnostic["excerpt"]>,
  ): RelatedPlace[] {
    const [, type, name] = /(?:^|\.)(cloudflare_\w+)\.([\w-]+)(?:\[|$)/.exec(address) ?? [];
    if (type === undefined || name === undefined) return [];
    this.files ??= this.paths().flatMap((path) => {
      const text = this.read(path);
      return text?.includes("cloudflare_") ? [{ path, text }] : [];
    });
    return this.files
      .filter(({ text }) => text.includes(type) && text.includes(name))
      .flatMap((file) => placesIn(file, `${type}.${name}`, excerpt));
  }
}

interface SourceText {
  readonly path: string;
  readonly text: string;
}

function placesIn(
  file: SourceText,
  group: string,
  { text, start, end }: NonNullable<Diagnostic["excerpt"]>,
): RelatedPlace[] {
  const analysis = hostOfPath(file.path)?.analyze(file.text, defaultContext);
  const regions = analysis?.regions?.() ?? [];
  return (analysis?.embedded?.() ?? []).flatMap((it, index) => {
    if (regions[index]?.owner?.group !== group || it.text !== text) return [];
    return [{ start: it.placeOf(start), end: it.placeOf(end), message: "Written here.", file }];
  });
}
