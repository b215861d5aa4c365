import { changesIn, outermost, textsIn } from "../../try/lab/lab.ts";
import type { Subject, TriedText } from "../../try/subject.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import { subjectOf } from "../documents/subject.ts";
import type { LastCommit } from "../files/last-commit.ts";
import type { LogFiles } from "../platform.ts";
import type { ServerState } from "../server-state.ts";
import type { LabTogetherText } from "../shapes/lab.ts";
import { Places } from "../wire/convert.ts";

/** A text of a lab with the others of its document. */
export interface TextIn {
  readonly snapshot: Snapshot;
  readonly subject: Subject;
  readonly texts: readonly TriedText[];
  readonly tried: TriedText;
}

/** The earlier versions of texts. */
export class EarlierTexts {
  private commit: Promise<LastCommit> | undefined;
  private commits = 0;
  private readonly texts = new WeakMap<Subject, readonly TriedText[]>();

  constructor(private readonly files: LogFiles | undefined) {}

  /** Undefined if the text is as in the last commit, or if there is no commit with the file. */
  async changeOf(
    { snapshot, subject, texts, tried }: TextIn,
    { commits }: ServerState["samples"],
  ): Promise<{ readonly before: TriedText | undefined } | undefined> {
    const path = this.files?.pathOf(snapshot.source.uri);
    if (!this.files || path === undefined) return undefined;
    if (this.commits !== commits) this.commit = undefined;
    this.commits = commits;
    this.commit ??= this.files.lastCommit();
    const commit = await this.commit;
    const now = { ...subject, file: path };
    const before = await commit.of(now);
    if (!before || isSame(before, subject)) return undefined;
    const known = this.texts.get(before) ?? textsIn(before);
    this.texts.set(before, known);
    const items = commit.items(now, before);
    const changes = changesIn(texts, [{ now: subject, before, texts: known, items }]);
    const change = changes.find((it) => it.now && isAt(it.now, tried));
    return change && { before: change.before };
  }
}

/** Values of Terraform files may come from others. */
function isSame(before: Subject, now: Subject): boolean {
  const filterOf = ({ filter }: Subject) => (filter && "text" in filter ? filter.text : undefined);
  return !now.context.terraform && before.text === now.text && filterOf(before) === filterOf(now);
}

function isAt(text: TriedText, { region, language }: TriedText): boolean {
  return text.language === language && text.region?.start === region?.start;
}

/** More would be hard to read, and each is tried on all lines. */
const mostTexts = 20;

export interface TogetherTexts {
  readonly tried: readonly TriedText[];
  readonly shown: readonly LabTogetherText[];
}

/** The text, the others of its document and the texts of other documents, if they are about the same lines. */
export function textsTogether(
  { snapshot, texts, tried }: TextIn,
  uris: readonly string[],
  state: ServerState,
): TogetherTexts {
  const here = outermost(texts).map((it) => ({ text: isAt(it, tried) ? tried : it, snapshot }));
  const there = uris.flatMap((uri) => {
    const other = snapshotAt(uri, state);
    if (!other || other.source.uri === snapshot.source.uri) return [];
    const subject = subjectOf(other.source, uri, (it) => state.read(it));
    return outermost(textsIn(subject)).map((text) => ({ text, snapshot: other }));
  });
  const found = [...here, ...there].filter(({ text }) => isComparable(text, tried));
  const used = found.slice(0, mostTexts);
  return {
    tried: used.map((it) => it.text),
    shown: used.map(({ text, snapshot: its }) =>
      shownText(text, its, its === snapshot && isAround(text, tried)),
    ),
  };
}

/** The filter of a job in a host document is a text inside. */
function isAround({ region }: TriedText, tried: TriedText): boolean {
  if (!region || !tried.region) return true;
  return region.start <= tried.region.start && tried.region.end <= region.end;
}

function snapshotAt(uri: string, state: ServerState): Snapshot | undefined {
  const open = state.snapshots.of(uri);
  const text = open ? undefined : state.read(uri);
  return open ?? (text === undefined ? undefined : state.snapshots.closed(uri, text));
}

function isComparable(text: TriedText, tried: TriedText): boolean {
  return (
    text.trial !== undefined &&
    (text === tried || text.error === undefined) &&
    text.dataset === tried.dataset &&
    (text.rule === undefined) === (tried.rule === undefined)
  );
}

function shownText(
  { subject, region, place }: TriedText,
  { source }: Snapshot,
  isThis: boolean,
): LabTogetherText {
  const { uri, version, client } = source;
  const range = region && new Places({ uri, version }, subject.text, client).range(region);
  const at = range ? `${subject.path}:${range.start.line + 1}` : subject.path;
  return {
    name: place?.name ?? at,
    uri,
    ...(range && { range }),
    ...(isThis && { isThis: true }),
  };
}
