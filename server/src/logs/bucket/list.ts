import { globMatcher, hasWildcards, plainStart } from "../../text/glob.ts";
import { type Access, awsAccess, type BucketPath, isAws } from "./access.ts";
import { BucketError } from "./bucket-error.ts";
import { PackedObjects } from "./packed-objects.ts";
import { type IsStopped, send, textOf } from "./send.ts";
import { canBeRequested } from "./signing.ts";

/** In milliseconds; undefined if open. */
export interface NamedWindow {
  readonly since: number | undefined;
  readonly until: number | undefined;
}

/** An object that is not read, and why. */
interface SkippedObject {
  readonly key: string;
  readonly why: string;
}

export interface ListedObjects {
  readonly objects: PackedObjects;
  readonly leftOut: { readonly count: number; readonly first: readonly SkippedObject[] };
  /** The number of objects whose names are of another time. */
  readonly outside: number;
  /** The number of objects of other paths. */
  readonly repeated: number;
}

/** The objects whose keys start with a text, or match a glob, and may have lines of a time. Without objects of other paths. */
export async function listObjects(
  access: Access,
  path: BucketPath,
  window: NamedWindow,
  isStopped: IsStopped,
  others: readonly BucketPath[],
  onListed: (count: number) => void,
): Promise<ListedObjects> {
  const listing = new Listing(access, path, window, isStopped, others, onListed);
  await listing.below(prefixOf(path));
  return listing;
}

function isGlob({ key }: BucketPath): boolean {
  return hasWildcards(key);
}

function prefixOf(path: BucketPath): string {
  return isGlob(path) ? plainStart(path.key) : path.key;
}

function matcherOf(path: BucketPath): (key: string) => boolean {
  return isGlob(path) ? globMatcher(path.key) : (key) => key.startsWith(path.key);
}

/** Whether an object is read because of a path. */
function readerOf(path: BucketPath): (key: string) => boolean {
  const isOfPath = matcherOf(path);
  return (key) => isOfPath(key) && reasonToSkip(key, isGlob(path)) === undefined;
}

const mostPageBytes = 16 * 1024 * 1024;
/** Of the objects that are not read. */
const mostShown = 5;

class Listing implements ListedObjects {
  readonly objects: PackedObjects;
  readonly leftOut = { count: 0, first: [] as SkippedObject[] };
  outside = 0;
  repeated = 0;
  private readonly isOfPath: (key: string) => boolean;
  private readonly isOfOther: readonly ((key: string) => boolean)[];

  constructor(
    private access: Access,
    private readonly path: BucketPath,
    private readonly window: NamedWindow,
    private readonly isStopped: IsStopped,
    others: readonly BucketPath[],
    private readonly onListed: (count: number) => void,
  ) {
    this.objects = new PackedObjects(path.shown, () => this.access);
    this.isOfPath = matcherOf(path);
    this.isOfOther = others.filter((it) => it.shown === path.shown).map(readerOf);
  }

  /** With a time, folder by folder, because most are of another day. */
  async below(prefix: string): Promise<void> {
    const isByFolder = this.window.since !== undefined || this.window.until !== undefined;
    let token: string | undefined;
    do {
      const page = await this.page({
        "list-type": "2",
        "encoding-type": "url",
        prefix,
        ...(isByFolder && { delimiter: "/" }),
        ...(token !== undefined && { "continuation-token": token }),
      });
      const decode = decoderFor(page);
      for (const it of partsOf(page, "Contents")) this.add(it, decode);
      this.onListed(this.objects.count);
      for (const it of partsOf(page, "CommonPrefixes")) {
        const folder = decode(textIn(it, "Prefix") ?? "");
        if (!isOf(dayIn(folder), this.window)) this.outside++;
        else if (folder.length > prefix.length) await this.below(folder);
      }
      token = textIn(page, "NextContinuationToken");
    } while (token !== undefined);
  }

  /** A bucket of AWS may be in another region, which the answer names. */
  private async page(query: Readonly<Record<string, string>>): Promise<string> {
    const request = { key: "", query };
    try {
      return await textOf(await send(this.access, request, this.isStopped), mostPageBytes);
    } catch (error) {
      const { region } = error as Partial<BucketError>;
      const { bucket, keys } = this.access;
      if (!region || !isAws(this.access) || region === this.access.region) throw error;
      if (!/^[a-z0-9-]{1,64}$/.test(region)) throw error;
      this.access = { ...this.access, ...awsAccess(bucket, region, keys) };
      return await textOf(await send(this.access, request, this.isStopped), mostPageBytes);
    }
  }

  private add(text: string, decode: (text: string) => string): void {
    const key = decode(textIn(text, "Key") ?? "");
    // Folders are empty objects in some tools.
    if (key === "" || key.endsWith("/") || !this.isOfPath(key)) return;
    const why = reasonToSkip(key, isGlob(this.path));
    if (!isOf(timeIn(key), this.window)) this.outside++;
    else if (this.isOfOther.some((isOfIt) => isOfIt(key))) this.repeated++;
    else if (why === undefined)
      this.objects.add(key, Number(textIn(text, "Size")), textIn(text, "ETag") ?? "");
    else if (this.leftOut.count++ < mostShown) this.leftOut.first.push({ key, why });
  }
}

const logNames = /\.(?:ndjson|jsonl|json|log|csv|tsv|txt)(?:\.gz|\.zst)?$|\.parquet$|\.gz$|\.zst$/i;

function reasonToSkip(key: string, isNamed: boolean): string | undefined {
  const name = key.slice(key.lastIndexOf("/") + 1);
  if (!canBeRequested(key)) return "a name with '.' or '..'";
  if (/^ownership-challenge[\w-]*\.txt$/.test(name)) return "proof of ownership";
  if (isNamed || logNames.test(name) || !/\.\D/.test(name)) return undefined;
  return "not a log file by its name";
}

/** The time that a name is about; undefined if it does not say. */
interface NamedTime {
  readonly start: number;
  readonly end: number;
}

function isOf(time: NamedTime | undefined, { since, until }: NamedWindow): boolean {
  if (!time) return true;
  return (since === undefined || time.end >= since) && (until === undefined || time.start < until);
}

const intervalName =
  /(?:^|\/)(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z_(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z[^/]*$/;

/** As in `20261101T000000Z_20261101T000500Z_0a1b2c3d.log.gz`, otherwise the day of its folder. */
function timeIn(key: string): NamedTime | undefined {
  const found = intervalName.exec(key)?.slice(1).map(Number);
  if (!found) return dayIn(key.slice(0, key.lastIndexOf("/") + 1));
  const [start, end] = [utc(found.slice(0, 6)), utc(found.slice(6))];
  // Lines of the last second belong to it.
  return start <= end ? { start, end: end + 999 } : undefined;
}

/** The last folder that is a day, as in `20261101/`. */
function dayIn(folder: string): NamedTime | undefined {
  const day = [...folder.matchAll(/(?:^|\/)(\d{4})(\d\d)(\d\d)(?=\/)/g)].at(-1);
  if (!day) return undefined;
  const start = utc(day.slice(1, 4).map(Number));
  return Number.isNaN(start) ? undefined : { start, end: start + 24 * 60 * 60 * 1000 };
}

function utc([year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0]: readonly number[]) {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function partsOf(page: string, name: string): string[] {
  return [...page.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, "gs"))].map((it) => it[1] ?? "");
}

function textIn(text: string, name: string): string | undefined {
  const [part] = partsOf(text, name);
  return part === undefined ? undefined : withoutEntities(part);
}

const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? all;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  });
}

/** Some services do not encode keys, although they are asked to. */
function decoderFor(page: string): (text: string) => string {
  if (textIn(page, "EncodingType") !== "url") return (text) => text;
  return (text) => {
    try {
      return decodeURIComponent(text.replaceAll("+", "%20"));
    } catch {
      throw new BucketError("The list of objects cannot be read.");
    }
  };
}
