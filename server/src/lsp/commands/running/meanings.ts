import {
  type ChangedProperty,
  type Comparison,
  compareItems,
} from "../../../compare/compare-items.ts";
import { Definitions } from "../../../compare/definitions.ts";
import { comparisonJson, comparisonLines } from "../../../compare/describe.ts";
import { type Item, itemsIn } from "../../../compare/items.ts";
import { matched } from "../../../compare/match.ts";
import { movesIn } from "../../../compare/order.ts";
import type { Meaning } from "../../../core/solver/meaning.ts";
import { filterFileOf, hostOfPath, isJob, languageOfPath } from "../../../languages.ts";
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
  readonly isElsewhere?: "service" | "commit";
  /** There, the text of the filter file of a job. */
  readonly filterText?: string;
  /** Selects one of the texts in a host document. */
  readonly position?: Position | undefined;
}

/** The text of the editor, or of the file. */
export function currentVersion(
  uri: string,
  editor: Editor,
  name = nameOf(uri),
  position?: Position,
): Version | Refusal {
  const text = editor.snapshots.of(uri)?.source.text ?? editor.read(uri);
  if (text === undefined) return { refusal: `File '${name}' not found.` };
  return { uri, name, text, position };
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
  if ("refusal" in other) return other;
  const [item, otherItem] = [itemOf(one, editor), itemOf(other, editor)];
  if ("refusal" in item) return item;
  if ("refusal" in otherItem) return otherItem;
  const [here, there] = [item.meaning()?.scope, otherItem.meaning()?.scope];
  if (here === undefined) return notComparable(one.name);
  if (there === undefined) return notComparable(other.name);
  if (here !== there) {
    const scopes = `'${a}' is for ${here}, but '${b}' is for ${there}.`;
    return { refusal: `${scopes} Only filters of one dataset, or rules, can be compared.` };
  }
  const found = compareItems(item, otherItem);
  // From the first to the second.
  const changed = found.changed.map((it) => ({ ...it, before: it.after, after: it.before }));
  return resultOf({ ...found, changed }, one, other);
}

/** How a file relates to its version on the service or in a commit. */
export function compareVersions(now: Version, before: Version, editor: Editor): MeaningResult {
  const item = itemOf(now, editor);
  if ("refusal" in item) return item;
  const earlier = itemsOf(before, editor);
  if ("refusal" in earlier) return earlier;
  const all = itemsOf(now, editor);
  const pairs = matched("refusal" in all ? [item] : all, earlier);
  // The items were read again.
  const pair = pairs.find(({ now: it }) => it?.start === item.start && it.end === item.end);
  if (!pair?.now || !pair.before)
    return { refusal: `'${before.name}' has no such filter or rule.` };
  const versions = [now, before].map(({ text }) => new Definitions([{ path: now.uri, text }]));
  const found = compareItems(pair.now, pair.before, versions as [Definitions, Definitions]);
  if (found.relation === "unknown" && !(pair.now.meaning() && pair.before.meaning()))
    return { refusal: `${notComparable(now.name).refusal} ${found.reason ?? ""}`.trim() };
  const move = movesIn(pairs).get(pair.now);
  const changed = [...found.changed, ...(move ? [move] : [])];
  // The text of the service does not say where the rule is.
  const isShown = ({ property }: ChangedProperty) =>
    before.isElsewhere !== "service" || !placing.has(property);
  return resultOf({ ...found, changed: changed.filter(isShown) }, now, before);
}

const placing = new Set(["after", "before", "position"]);

function resultOf(found: Comparison, first: Version, second: Version): MeaningResult {
  const text = comparisonLines(found, first.name, second.name).join("\n");
  return { version: 1, ...comparisonJson(found), text };
}

/** The filters, rules and jobs of a version. */
function itemsOf(version: Version, editor: Editor): readonly Item[] | Refusal {
  const { uri, name, text, isElsewhere, filterText } = version;
  const language =
    editor.snapshots.of(uri)?.source.language ?? languageOfPath(uri) ?? hostOfPath(uri);
  if (!language) return { refusal: `'${name}' has no filters or rules.` };
  const items = itemsIn(text, language, editor.contextOf(uri));
  const filter = isJob(uri) ? filterFileOf(text) : undefined;
  if (filter && isElsewhere && filterText === undefined)
    return { refusal: `The filter of '${name}' is in '${filter.path}'. Compare that file.` };
  if (!filter) return items;
  const meaning = filterMeaning(version, filter, editor);
  return "refusal" in meaning ? meaning : items.map((it) => ({ ...it, meaning: () => meaning }));
}

/** The item at the position of a version, or its only one. */
function itemOf(version: Version, editor: Editor): Item | Refusal {
  const { text, position, name } = version;
  const items = itemsOf(version, editor);
  if ("refusal" in items) return items;
  const [only, ...more] = items;
  if (!only) return { refusal: `'${name}' has no filters or rules.` };
  if (more.length === 0) return only;
  const lines = new Lines(text);
  const at = position && lines.offsetAt(position);
  const found = items.find(({ start, end }) => at !== undefined && start <= at && at <= end);
  if (found) return found;
  const places = items.slice(0, 5).map((it) => lines.positionAt(it.start).line + 1);
  const rest = items.length > places.length ? ", …" : "";
  return {
    refusal: `'${name}' has ${items.length} filters and rules. Place the cursor in one of them: line ${places.join(", ")}${rest}.`,
  };
}

/** A job is compared by its filter. */
function filterMeaning(
  { uri, filterText }: Version,
  { path, dataset }: NonNullable<ReturnType<typeof filterFileOf>>,
  editor: Editor,
): Meaning | Refusal {
  const other = URL.canParse(path, uri) ? new URL(path, uri).href : undefined;
  const text =
    filterText ?? (other && (editor.snapshots.of(other)?.source.text ?? editor.read(other)));
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
