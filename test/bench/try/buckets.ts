import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { BucketServer } from "../../support/programs/bucket-server.ts";
import { httpRequestLines } from "../../support/random/log-lines.ts";
import { besideRow, compare, fasterRow, megabytes, ms, type Row } from "../measure.ts";

interface Usage {
  /** In milliseconds, of all threads. */
  readonly cpu: number;
  /** In bytes. */
  readonly peak: number;
}

/**
 * Written by the measured process when it ends. Not its `maxRSS`, which starts with the value of the process that started
 * it.
 */
const usage = `let peak = 0;
const look = () => { peak = Math.max(peak, process.memoryUsage.rss()); };
setInterval(look, 10).unref();
process.on("exit", () => {
  look();
  const { user, system } = process.cpuUsage();
  const text = JSON.stringify({ cpu: (user + system) / 1000, peak });
  require("node:fs").writeFileSync("usage.json", text);
});`;

type Objects = Readonly<Record<string, Uint8Array>>;

/** `weir try some.lpfilter` of a folder on buckets, which this process serves. */
class Bucket implements AsyncDisposable {
  private kept: number | undefined;

  private constructor(
    private readonly folder: string,
    private readonly server: BucketServer,
  ) {}

  static async start(folder: string, objects: Objects): Promise<Bucket> {
    writeFileSync(join(folder, "usage.cjs"), usage);
    return new Bucket(folder, await BucketServer.start({ objects }));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.server[Symbol.asyncDispose]();
  }

  /** All logs have the same lines. */
  async weir(logs = "s3://logs/", options: readonly string[] = []): Promise<Usage> {
    const words = ["try", "some.lpfilter", "--logs", logs, "--format", "json", ...options];
    const child = spawn(
      process.execPath,
      ["--require", "./usage.cjs", resolve("dist/cli.cjs"), ...words],
      { cwd: this.folder, env: { ...process.env, ...this.server.env } },
    );
    let out = "";
    for await (const chunk of child.stdout) out += chunk;
    const { kept } = JSON.parse(out).results[0];
    this.kept ??= kept;
    if (kept === 0 || kept !== this.kept)
      throw new Error(`${this.kept} lines are kept, or ${kept}.`);
    return JSON.parse(readFileSync(join(this.folder, "usage.json"), "utf8"));
  }
}

/** The same gzip files on disk and in a bucket, and the memory that buckets and objects of different sizes take. */
export async function bucketRows(folder: string, logs: string, name: string): Promise<Row[]> {
  const large = partsOf(readFileSync(logs), 16);
  const few = [...httpRequestLines(1000)].map((it) => `${it}\n`);
  const small = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => {
        const lines = few.slice((i * 10) % few.length, ((i * 10) % few.length) + 10);
        return [`${i}.log.gz`, gzipSync(lines.join(""))] as const;
      }),
    );
  const many = small(10_000);
  return [
    await besideDisk(folder, "large", large, async (bucket) =>
      fasterRow(
        `${name}, gzip in a bucket on this machine, beside the same files on disk`,
        await compare(
          () => bucket.weir(),
          () => bucket.weir("large"),
          { runs: 5, warmUp: 1 },
        ),
        0.8,
      ),
    ),
    await besideDisk(folder, "small", many, async (bucket) =>
      besideRow(
        "processor time of weir try, 10,000 small objects of a bucket, beside files on disk",
        { ours: (await bucket.weir()).cpu, other: (await bucket.weir("small")).cpu },
        1.25,
        ms,
      ),
    ),
    await memoryRow(
      folder,
      "memory of weir try on one thread, an object of 1 GB of lines, gzip, beside 100 MB",
      { "a.log.gz": repeated(few, 1_000_000_000) },
      { "a.log.gz": repeated(few, 100_000_000) },
    ),
    await memoryRow(
      folder,
      "memory of weir try on one thread, 10,000 small objects beside 1,000",
      many,
      small(1000),
    ),
  ];
}

async function besideDisk(
  folder: string,
  name: string,
  objects: Objects,
  measure: (bucket: Bucket) => Promise<Row>,
): Promise<Row> {
  mkdirSync(join(folder, name));
  for (const [path, bytes] of Object.entries(objects))
    writeFileSync(join(folder, name, path), bytes);
  await using bucket = await Bucket.start(folder, objects);
  return await measure(bucket);
}

async function memoryRow(
  folder: string,
  title: string,
  more: Objects,
  less: Objects,
): Promise<Row> {
  const peak = async (objects: Objects) => {
    await using bucket = await Bucket.start(folder, objects);
    // Each thread takes as much again, and how many there are depends on the size.
    return (await bucket.weir("s3://logs/", ["--threads", "1"])).peak;
  };
  return besideRow(title, { ours: await peak(more), other: await peak(less) }, 1.5, megabytes);
}

/** A file of several parts of about the same size, which end with lines. */
function partsOf(all: Buffer, count: number): Objects {
  const objects: Record<string, Uint8Array> = {};
  let start = 0;
  for (let part = 1; part <= count; part++) {
    const near = Math.floor((all.length * part) / count);
    const end = part === count ? all.length : all.indexOf(10, near) + 1;
    objects[`${part}.log.gz`] = gzipSync(all.subarray(start, end), { level: 6 });
    start = end;
  }
  return objects;
}

/** Lines again and again: compressed texts can be joined. */
function repeated(lines: readonly string[], bytes: number): Uint8Array {
  const text = lines.join("").repeat(10);
  const packed = gzipSync(text);
  return Buffer.concat(Array.from({ length: Math.ceil(bytes / text.length) }, () => packed));
}
