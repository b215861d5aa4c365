import {
  type ChangedProperty,
  type Comparison,
  compareItems,
} from "../../../compare/compare-items.ts";
import { compareTwo, type Side } from "../../../compare/compare-two.ts";
import { Definitions } from "../../../compare/definitions.ts";
import { comparisonJson, comparisonLines } from "../../../compare/describe.ts";
import { type FilterFile, type Item, itemsIn } from "../../../compare/items.ts";
import { matched } from "../../../compare/match.ts";
import { movesIn } from "../../../compare/order.ts";
import { oneItem, type Selection } from "../../../compare/select.ts";
import {
  type FileContext,
  filterFileOf,
  hostOfPath,
  isJob,
  languageOfPath,
} from "../../../languages.ts";
import { decoded } from "../../../text/encode-path.ts";
import { Lines, type Position } from "../../../text/lines.ts";
import type { CommandArguments, MeaningResult } from "../../protocol.ts";
import type { ServerState } from "../../server-state.ts";
import { refuse } from "./refused.ts";

type Editor = Pick<ServerState, "snapshots" | "read" | "contextOf">;

/** A text of a file: the current text, or the text of the service or a commit. */
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
  readonly selection?: Selection | undefined;
}

/** The text of the editor, or of the file. */
export function currentVersion(
  given: string,
  editor: Editor,
  name = nameOf(withoutFragment(given)),
  position?: Position,
): Version {
  const uri = withoutFragment(given);
  const text = editor.read(uri) ?? refuse(`File '${name}' not found.`);
  return { uri, name, text, position, selection: selectionIn(given) };
}

/** How the meanings of two files relate. */
export function compareFiles(
  [first, second]: readonly [string, string],
  { names, position }: Pick<CommandArguments, "names" | "position">,
  editor: Editor,
): MeaningResult {
  const [a, b] = names ?? distinctNames(withoutFragment(first), withoutFragment(second));
  const here = currentVersion(first, editor, a, position);
  const there = currentVersion(second, editor, b);
  const side = sideOf(here, itemsOf(here, editor));
  const otherSide = { ...sideOf(there, itemsOf(there, editor)), howToSelect: selectThere };
  const found = compareTwo(side, otherSide);
  return "error" in found ? refuse(found.error) : resultOf(found, here, there);
}

const selectHere = "Place the cursor in one of them.";
const selectThere = "Compare from that file, with the cursor in one of them.";

/** How a file relates to its version on the service or in a commit. */
export function compareVersions(now: Version, before: Version, around: Editor): MeaningResult {
  const editor: Editor = {
    snapshots: around.snapshots,
    read: (uri) => around.read(uri),
    contextOf: (uri) => alone(around.contextOf(uri)),
  };
  const items = itemsOf(now, editor);
  const item = oneItem(sideOf(now, items));
  if ("error" in item) return refuse(item.error);
  const pairs = matched(items, itemsOf(before, editor));
  const pair = pairs.find((it) => it.now === item);
  if (!pair?.now || !pair.before) return refuse(`'${before.name}' has no such filter or rule.`);
  const versions = [now, before].map(({ text }) => new Definitions([{ path: now.uri, text }]));
  const found = compareItems(pair.now, pair.before, versions as [Definitions, Definitions]);
  if (found.relation === "unknown" && !(pair.now.meaning() && pair.before.meaning()))
    refuse(`'${now.name}' cannot be compared. ${found.reason ?? ""}`.trim());
  const move = movesIn(pairs).get(pair.now);
  const changed = [...found.changed, ...(move ? [move] : [])];
  // The text of the service does not say where the rule is.
  const isShown = ({ property }: ChangedProperty) =>
    before.isElsewhere !== "service" || !placing.has(property);
  return resultOf({ ...found, changed: changed.filter(isShown) }, now, before);
}

/** Values of other files are not taken, because they may have been different there. */
function alone({ terraform: _, ...context }: FileContext): FileContext {
  return context;
}

const placing = new Set(["after", "before", "position"]);

function resultOf(found: Comparison, first: Version, second: Version): MeaningResult {
  const text = comparisonLines(found, first.name, second.name).join("\n");
  return { version: 1, ...comparisonJson(found), text };
}

/** The filters, rules and jobs of a version. */
function itemsOf(version: Version, editor: Editor): readonly Item[] {
  const { uri, name, text, isElsewhere, filterText } = version;
  const language =
    editor.snapshots.of(uri)?.source.language ?? languageOfPath(uri) ?? hostOfPath(uri);
  if (!language) return refuse(`'${name}' has no filters or rules.`);
  const filter = isJob(uri) ? filterFileOf(text) : undefined;
  if (filter && isElsewhere && filterText === undefined)
    refuse(`The filter of '${name}' is in '${filter.path}'. Compare that file.`);
  const file = filter && filterFile(version, filter.path, editor);
  return itemsIn(text, language, editor.contextOf(uri), file && (() => file));
}

/** A position only matters if there are several items, because the cursor is always somewhere. */
function sideOf({ name, text, position, selection }: Version, items: readonly Item[]): Side {
  const offset = position && items.length > 1 ? new Lines(text).offsetAt(position) : undefined;
  const selected = selection ?? { offset };
  return { name: `'${name}'`, text, items, selection: selected, howToSelect: selectHere };
}

/** A job is compared by its filter. */
function filterFile({ uri, filterText }: Version, path: string, editor: Editor): FilterFile {
  const other = URL.canParse(path, uri) ? new URL(path, uri).href : undefined;
  const text = filterText ?? (other && editor.read(other));
  if (other === undefined || text === undefined) return refuse(`File '${path}' not found.`);
  return { text, context: editor.contextOf(other) };
}

/** As in `file:///waf.tf#L4` and `file:///waf.tf#login`. */
function selectionIn(uri: string): Selection | undefined {
  const [, fragment] = /#(.+)/s.exec(uri) ?? [];
  const [, line] = /^L([1-9]\d*)$/.exec(fragment ?? "") ?? [];
  if (line !== undefined) return { line: Number(line) };
  return fragment === undefined ? undefined : { ref: decoded(fragment) };
}

function withoutFragment(uri: string): string {
  return uri.replace(/#.*/s, "");
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
