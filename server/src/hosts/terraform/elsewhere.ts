import type { FileFindings } from "../../core/analysis.ts";
import type { Diagnostic, Fix, NotChecked, RelatedPlace } from "../../core/diagnostic.ts";
import { Lines } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import { isDownloaded } from "./folders.ts";
import type { ModuleCall, Sheet, SheetFile } from "./sheet.ts";

/** Sorts what was found in a sheet by file. */
export class Located {
  private readonly files: readonly SheetFile[];

  constructor(
    own: { readonly path: string; readonly text: string },
    sheet: Sheet,
    private readonly calls: readonly ModuleCall[],
  ) {
    this.files = [{ ...own, start: 0 }, ...sheet.others];
  }

  /** The diagnostics of the document itself. */
  here(found: readonly Diagnostic[]): readonly Diagnostic[] {
    const [own] = this.files;
    if (!own) return [];
    const here = found.filter((it) => this.fileOf(it) === own).map((it) => this.inFile(it, own));
    return [...here, ...found.flatMap((it) => this.atCall(it))];
  }

  /** Problems in a downloaded module are shown at its call. */
  private atCall(found: Diagnostic): Diagnostic[] {
    const file = this.fileOf(found);
    if (!file || !isDownloaded(file.path)) return [];
    const call = this.calls.find((it) => found.calls?.includes(it.address));
    const { start, end } = call?.usedAt ?? { start: 0, end: 0 };
    const message = "Here, in the module that was downloaded.";
    const place = { ...this.inFile(found, file), file: { path: file.path, text: file.text } };
    const { calls: _, ...own } = found;
    const there = { start: place.start, end: place.end, message, file: place.file };
    return [{ ...own, start, end, fixes: [], related: [there] }];
  }

  elsewhere(found: readonly Diagnostic[], unknown: readonly NotChecked[]): readonly FileFindings[] {
    return this.files.slice(1).map((file) => {
      const isIn = (it: Span) => this.fileOf(it) === file;
      return {
        path: file.path,
        text: file.text,
        diagnostics: isDownloaded(file.path)
          ? []
          : found.filter(isIn).map((it) => this.inFile(it, file)),
        notChecked: unknown.filter(isIn).map((it) => moved(it, file)),
      };
    });
  }

  /** The line of an offset in its own file. */
  readonly lineOf = (offset: number, from: number) => {
    const [file, own] = [offset, from].map((start) => this.fileOf({ start, end: start }));
    if (!file) return "";
    const line = `line ${new Lines(file.text).lineAt(offset - file.start) + 1}`;
    return file === own ? line : `${line} of '${nameOf(file)}'`;
  };

  private fileOf({ start }: Span): SheetFile | undefined {
    return this.files.findLast((it) => it.start <= start);
  }

  private inFile(found: Diagnostic, file: SheetFile): Diagnostic {
    const { related } = found;
    return {
      ...moved(found, file),
      fixes: found.fixes.flatMap((it) => this.fixIn(it, file)),
      ...(related && { related: related.map((it) => this.relatedTo(it, file)) }),
    };
  }

  /** Only edits of the file itself. Of another file than the document, the fix says where it is. */
  private fixIn(fix: Fix, file: SheetFile): Fix[] {
    if (!fix.edits.every((it) => this.fileOf(it) === file)) return [];
    if (file.start === 0) return [fix];
    const edits = fix.edits.map((it) => moved(it, file));
    const line = new Lines(file.text).lineAt(edits[0]?.start ?? 0) + 1;
    return [{ ...fix, edits, title: `${fix.title} (${nameOf(file)}:${line})` }];
  }

  private relatedTo(place: RelatedPlace, file: SheetFile): RelatedPlace {
    const own = this.fileOf(place);
    if (!own || place.file) return place;
    const there = moved(place, own);
    return own === file ? there : { ...there, file: { path: own.path, text: own.text } };
  }
}

function nameOf({ path }: SheetFile): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function moved<Place extends Span>(place: Place, { start }: SheetFile): Place {
  return start === 0 ? place : { ...place, start: place.start - start, end: place.end - start };
}

/** One for each place and code, with all calls that have it. */
export function withoutRepeated(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const byPlace = new Map<string, Diagnostic>();
  for (const it of found) {
    const key = `${it.start} ${it.end} ${it.code} ${it.policy?.name}`;
    const known = byPlace.get(key);
    const calls = union(known?.calls, it.calls);
    const environments = union(known?.environments, it.environments);
    const first = known ?? it;
    // A problem that one call has without a default does not depend on the default.
    const { defaults: _, ...certain } = it.defaults ? first : it;
    const kept = known?.defaults && !it.defaults ? certain : first;
    byPlace.set(key, {
      ...kept,
      ...(calls.length > 0 && { calls }),
      ...(environments.length > 0 && { environments }),
    });
  }
  return [...byPlace.values()];
}

function union(some: readonly string[] = [], others: readonly string[] = []): readonly string[] {
  return [...new Set([...some, ...others])];
}
