/**
 * Parts of a document that were read on their own, by their text. The next version of the document takes over those that it still
 * has; the others are released with their version.
 */
export class KeptParts<Part> {
  private readonly parts = new Map<string, Kept<Part>>();
  private previous: ReadonlyMap<string, Kept<Part>> | undefined;

  constructor(previous?: KeptParts<Part>) {
    this.previous = previous?.parts;
  }

  of(text: string, read: (text: string) => Part): Part {
    const kept = this.parts.get(text) ?? this.previous?.get(text) ?? keptPart(text, read);
    this.parts.set(kept.text, kept);
    return kept.part;
  }

  /** To be called when all parts have been asked for. */
  releasePrevious(): void {
    this.previous = undefined;
  }
}

interface Kept<Part> {
  readonly text: string;
  readonly part: Part;
}

function keptPart<Part>(source: string, read: (text: string) => Part): Kept<Part> {
  const text = copyOf(source);
  return { text, part: read(text) };
}

/** A part of a string keeps the whole string in memory. */
export function copyOf(text: string): string {
  return ` ${text}`.slice(1);
}
