import type { Analysis, EmbeddedRegion, EmbeddedText } from "../../../core/analysis.ts";
import { relationLines } from "../../../core/solver/describe-relation.ts";
import {
  compareMeanings,
  equalMeaning,
  type Meaning,
  type Witness,
} from "../../../core/solver/meaning.ts";
import type { Relation } from "../../../core/solver/relation.ts";
import {
  filterFileOf,
  hostOfPath,
  isJob,
  languageFor,
  languageOfPath,
} from "../../../languages.ts";
import { Lines, type Position } from "../../../text/lines.ts";
import type { CommandArguments, MeaningResult, Refusal } from "../../protocol.ts";
import type { ServerState } from "../../server-state.ts";

type Editor = Pick<ServerState, "snapshots" | "read" | "contextOf">;

/** A text of a file: the current one, or that of the service or a commit. */
export interface Version {
  readonly uri: string;
  /** As shown to the user. */
  readonly name: string;
  readonly text: string;
  /** The text is from the service or a commit, where the files it refers to may differ. */
  readonly isElsewhere?: true;
  /** Selects one of the texts in a host document. */
  readonly which?: Which | undefined;
}

/** The text at a position, or the counterpart of a text in another version of the document. */
type Which =
  | { readonly position: Position }
  | { readonly ref: string | undefined; readonly index: number; readonly count: number };

/** The text of the editor, or of the file. */
export function currentVersion(
  uri: string,
  editor: Editor,
  name = nameOf(uri),
  position?: Position,
): Version | Refusal {
  const text = editor.snapshots.of(uri)?.source.text ?? editor.read(uri);
  if (text === undefined) return { refusal: `File '${name}' not found.` };
  return { uri, name, text, which: position && { position } };
}

/** The version of a commit, with the same text selected. */
export function earlierVersion(now: Version, text: string, name: string, editor: Editor): Version {
  const texts = textsIn(analysisOf(now, editor));
  const found = texts && chosen(texts, now);
  const which = found && { ref: found.ref, index: texts.indexOf(found), count: texts.length };
  return { ...now, name, text, which, isElsewhere: true };
}

/** How the meanings of two files relate. */
export function compareFiles(
  [first, second]: readonly [string, string],
  { names, position }: Pick<CommandArguments, "names" | "position">,
  editor: Editor,
): MeaningResult {
  const [a, b] = names ?? distinctNames(first, second);
  const one = currentVersion(first, editor, a, position);
  if ("refusal" in one) return one;
  const other = currentVersion(second, editor, b);
  return "refusal" in other ? other : compareVersions(one, other, editor);
}

export function compareVersions(first: Version, second: Version, editor: Editor): MeaningResult {
  if (isUnchanged(first, second, editor)) return resultOf(equalMeaning, first, second);
  const one = meaningOf(first, editor);
  if ("refusal" in one) return one;
  const other = meaningOf(second, editor);
  if ("refusal" in other) return other;
  if (one.scope !== other.scope) {
    const scopes = `'${first.name}' is for ${one.scope}, but '${second.name}' is for ${other.scope}.`;
    return { refusal: `${scopes} Only filters of one dataset, or rules, can be compared.` };
  }
  return resultOf(compareMeanings(one, other), first, second);
}

function resultOf(found: Relation<Witness>, first: Version, second: Version): MeaningResult {
  const { name: relation, onlyFirst, onlySecond, both } = found;
  const text = relationLines(found, first.name, second.name).join("\n");
  return { version: 1, relation, onlyFirst, onlySecond, both, text };
}

/** Whether two versions of a document have the same text with holes, whose values are unknown here. */
function isUnchanged(first: Version, second: Version, editor: Editor): boolean {
  if (first.uri !== second.uri || !second.isElsewhere) return false;
  const [now, before] = [first, second].map((it) => {
    const texts = textsIn(analysisOf(it, editor));
    return texts && chosen(texts, it)?.source?.();
  });
  return now !== undefined && now === before;
}

function meaningOf(version: Version, editor: Editor): Meaning | Refusal {
  const { uri, name, text, isElsewhere } = version;
  const analysis = analysisOf(version, editor);
  if (!analysis) return { refusal: `'${name}' has no filters or rules.` };
  const filter = isJob(uri) ? filterFileOf(text) : undefined;
  if (filter && isElsewhere)
    return { refusal: `The filter of '${name}' is in '${filter.path}'. Compare that file.` };
  if (filter) return filterMeaning(version, filter, editor);
  const texts = textsIn(analysis);
  if (!texts) return analysis.meaning?.() ?? notComparable(name);
  const found = chosen(texts, version);
  return found ? (found.analysis.meaning?.() ?? notComparable(name)) : notChosen(texts, version);
}

/** Undefined for a file of an unknown language. */
function analysisOf({ uri, text }: Version, editor: Editor): Analysis | undefined {
  const language =
    editor.snapshots.of(uri)?.source.language ?? languageOfPath(uri) ?? hostOfPath(uri);
  return language?.analyse(text, editor.contextOf(uri));
}

type Text = EmbeddedRegion & EmbeddedText;

/** The filters and rules of a host document; undefined for other files. The filter of a job is a separate text. */
function textsIn(analysis: Analysis | undefined): readonly Text[] | undefined {
  const embedded = analysis?.embedded?.();
  return analysis?.regions?.().flatMap((it, index) => {
    const inner = embedded?.[index];
    return inner && it.language !== languageFor("job").id ? [{ ...inner, ...it }] : [];
  });
}

function chosen(texts: readonly Text[], { text, which }: Version): Text | undefined {
  if (texts.length === 1) return texts[0];
  if (!which) return undefined;
  if ("position" in which) {
    const at = new Lines(text).offsetAt(which.position);
    return texts.find(({ start, end }) => start <= at && at <= end);
  }
  const { ref, index, count } = which;
  if (ref !== undefined) return texts.find((it) => it.ref === ref);
  return texts.length === count ? texts[index] : undefined;
}

function notChosen(texts: readonly Text[], { name, text, which }: Version): Refusal {
  if (texts.length === 0) return { refusal: `'${name}' has no filters or rules.` };
  if (which && !("position" in which)) return { refusal: `'${name}' has no such filter or rule.` };
  const lines = new Lines(text);
  const places = texts.slice(0, 5).map((it) => lines.positionAt(it.start).line + 1);
  const more = texts.length > places.length ? ", …" : "";
  return {
    refusal: `'${name}' has ${texts.length} filters and rules. Place the cursor in one of them: line ${places.join(", ")}${more}.`,
  };
}

/** A job is compared by its filter. */
function filterMeaning(
  { uri }: Version,
  { path, dataset }: NonNullable<ReturnType<typeof filterFileOf>>,
  editor: Editor,
): Meaning | Refusal {
  const other = URL.canParse(path, uri) ? new URL(path, uri).href : undefined;
  const text = other && (editor.snapshots.of(other)?.source.text ?? editor.read(other));
  if (other === undefined || text === undefined) return { refusal: `File '${path}' not found.` };
  const context = editor.contextOf(other);
  const forced = dataset === undefined ? {} : { forcedDataset: dataset };
  const analysis = languageOfPath(other)?.analyse(text, { ...context, ...forced });
  return analysis?.meaning?.() ?? notComparable(path);
}

function notComparable(name: string): Refusal {
  return {
    refusal: `'${name}' cannot be compared: it has errors, or parts that Weir cannot know.`,
  };
}

/** File names, with as many parent folders as needed to distinguish them. */
function distinctNames(first: string, second: string): [string, string] {
  const [a, b] = [first, second].map((it) => decoded(it).split("/")) as [string[], string[]];
  const most = Math.max(a.length, b.length);
  const tail = (parts: string[], count: number) => parts.slice(-count).join("/");
  let count = 1;
  while (count < most && tail(a, count) === tail(b, count)) count++;
  return first === second ? [nameOf(first), nameOf(second)] : [tail(a, count), tail(b, count)];
}

export function nameOf(uri: string): string {
  const path = decoded(uri);
  return path.slice(path.lastIndexOf("/") + 1);
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
