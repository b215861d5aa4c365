import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Access } from "./access.ts";
import type { ObjectList, ObjectSource } from "./object.ts";

type Entry = readonly [key: string, size: number, tag: string];

const packSize = 1000;

/** Names are much alike, so a million of them takes some 30 MB. */
export class PackedObjects implements ObjectList {
  count = 0;
  bytes = 0;
  private readonly packs: Buffer[] = [];
  private last: Entry[] = [];

  constructor(
    /** `s3://bucket`. */
    private readonly shown: string,
    private readonly access: () => Access,
  ) {}

  add(key: string, size: number, tag: string): void {
    this.count++;
    this.bytes += size;
    this.last.push([key, size, tag]);
    if (this.last.length < packSize) return;
    this.packs.push(deflateRawSync(JSON.stringify(this.last)));
    this.last = [];
  }

  *[Symbol.iterator](): Iterator<ObjectSource> {
    const access = this.access();
    for (const pack of [...this.packs, undefined]) {
      const entries: Entry[] = pack ? JSON.parse(String(inflateRawSync(pack))) : this.last;
      for (const [key, size, tag] of entries)
        yield {
          path: `${this.shown}/${key}`,
          file: undefined,
          object: { access, key, size, tag },
        };
    }
  }
}
