import { relationLines } from "../../../core/solver/describe.ts";
import { compareMeanings, type Meaning } from "../../../core/solver/meaning.ts";
import { filterFileOf, hostOfPath, isJob, languageOfPath } from "../../../languages.ts";
import type { MeaningResult, Refused } from "../../protocol.ts";
import type { ServerState } from "../../server-state.ts";

type Editor = Pick<ServerState, "snapshots" | "read" | "contextOf">;

/** A text of a file: the current one, or that of the service or a commit. */
export interface Version {
  readonly uri: string;
  /** As shown to the user. */
  readonly name: string;
  readonly text: string;
  /** The text is from elsewhere, so that files it names may differ from those here. */
  readonly isElsewhere?: true;
}

/** The text of the editor, or of the file. */
export function currentVersion(uri: string, editor: Editor, name = nameOf(uri)): Version | Refused {
  const text = editor.snapshots.of(uri)?.source.text ?? editor.read(uri);
  return text === undefined ? { refusal: `File '${name}' not found.` } : { uri, name, text };
}

/** How the meanings of two files relate. */
export function compareFiles(
  [first, second]: readonly [string, string],
  names: readonly string[] | undefined,
  editor: Editor,
): MeaningResult {
  const [a, b] = names ?? distinctNames(first, second);
  const one = currentVersion(first, editor, a);
  if ("refusal" in one) return one;
  const other = currentVersion(second, editor, b);
  return "refusal" in other ? other : compareVersions(one, other, editor);
}

export function compareVersions(first: Version, second: Version, editor: Editor): MeaningResult {
  const one = meaningOf(first, editor);
  if ("refusal" in one) return one;
  const other = meaningOf(second, editor);
  if ("refusal" in other) return other;
  if (one.scope !== other.scope) {
    const scopes = `'${first.name}' is for ${one.scope}, but '${second.name}' is for ${other.scope}.`;
    return { refusal: `${scopes} Only filters of one dataset, or rules, can be compared.` };
  }
  const found = compareMeanings(one, other);
  const { name: relation, onlyFirst, onlySecond, both } = found;
  const text = relationLines(found, first.name, second.name).join("\n");
  return { version: 1, relation, onlyFirst, onlySecond, both, text };
}

function meaningOf(version: Version, editor: Editor): Meaning | Refused {
  const { uri, name, text, isElsewhere } = version;
  const language =
    editor.snapshots.of(uri)?.source.language ?? languageOfPath(uri) ?? hostOfPath(uri);
  if (!language) return { refusal: `'${name}' has no filters or rules.` };
  const filter = isJob(uri) ? filterFileOf(text) : undefined;
  if (filter && isElsewhere)
    return { refusal: `The filter of '${name}' is in '${filter.path}'. Compare that file.` };
  if (filter) return filterMeaning(version, filter, editor);
  const analysis = language.analyse(text, editor.contextOf(uri));
  const texts = analysis.embedded?.();
  if (texts && texts.length !== 1) {
    const count = texts.length === 0 ? "no" : "several";
    return {
      refusal: `'${name}' has ${count} filters or rules. Only a file with one can be compared.`,
    };
  }
  return (texts ? texts[0]?.analysis : analysis)?.meaning?.() ?? notComparable(name);
}

/** A job is compared by its filter. */
function filterMeaning(
  { uri }: Version,
  { path, dataset }: NonNullable<ReturnType<typeof filterFileOf>>,
  editor: Editor,
): Meaning | Refused {
  const other = URL.canParse(path, uri) ? new URL(path, uri).href : undefined;
  const text = other && (editor.snapshots.of(other)?.source.text ?? editor.read(other));
  if (other === undefined || text === undefined) return { refusal: `File '${path}' not found.` };
  const context = editor.contextOf(other);
  const forced = dataset === undefined ? {} : { forcedDataset: dataset };
  const analysis = languageOfPath(other)?.analyse(text, { ...context, ...forced });
  return analysis?.meaning?.() ?? notComparable(path);
}

function notComparable(name: string): Refused {
  return {
    refusal: `'${name}' cannot be compared: it has errors, or parts that are only known elsewhere.`,
  };
}

/** File names, or as many folders before them as it takes to tell them apart. */
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
