import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ensureOracle } from "../../scripts/install/oracles.mjs";
import { unzstd } from "../../server/src/logs/unzstd.ts";
import { times } from "../support/long.ts";
import { Folder, weir } from "../support/programs/cli.ts";

/** A hundred lines, of which every second one has the status 500, written by `zstd -19`. */
const compressed = readFileSync(join(import.meta.dirname, "fixtures/http_requests.ndjson.zst"));
const filter = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }';
const line = '{"EdgeResponseStatus":500}\n';

/** Frames and blocks as in RFC 8878. */
const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
const magic = u32(0xfd2fb528);
const header = (flags: number, ...more: number[]) => Buffer.from([...magic, flags, ...more]);
const block = (kind: number, size: number, content: Uint8Array, isLast: boolean) =>
  Buffer.concat([u32((size << 3) | (kind << 1) | Number(isLast)).subarray(0, 3), content]);
const stored = (text: string, isLast = true) => block(0, text.length, Buffer.from(text), isLast);
const repeated = (byte: number, size: number) => block(1, size, Buffer.from([byte]), true);
/** A window of 1 kB. */
const frame = (...blocks: Buffer[]) => Buffer.concat([header(0, 0), ...blocks]);
const checked = (...blocks: Buffer[]) => Buffer.concat([header(4, 0), ...blocks, Buffer.alloc(4)]);
const skipped = Buffer.concat([u32(0x184d2a53), u32(5), Buffer.from("(\xb5/\xfd!", "latin1")]);

async function decompress(...chunks: readonly Buffer[]): Promise<string> {
  let text = "";
  for await (const it of unzstd(Readable.from(chunks))) text += it.toString();
  return text;
}

async function tried(file: Uint8Array, name = "a.ndjson.zst", ...more: string[]) {
  using folder = new Folder({ "a.lpfilter": filter, [name]: file });
  const args = ["try", "a.lpfilter", "--logs", name, "--format", "json", ...more];
  const { out, err, status } = await weir(folder, args);
  const { logs, results } = JSON.parse(out);
  return { logs, kept: results[0].kept, err, status };
}

describe("Zstandard", () => {
  test("a file, under any name", async () => {
    for (const name of ["a.ndjson.zst", "logs", "a.ndjson"])
      expect(await tried(compressed, name)).toMatchObject({
        logs: { lines: 100, unreadable: 0, bytes: 4600 },
        kept: 50,
        status: 0,
      });
  });

  test("a connection that is cut is not damaged data", async () => {
    async function* cut() {
      yield compressed.subarray(0, 100);
      throw Object.assign(new Error("The connection was cut."), { name: "BucketError" });
    }
    const read = async () => {
      for await (const _ of unzstd(cut()));
    };
    await expect(read()).rejects.toThrow("The connection was cut.");
  });

  test("CSV, and standard input", async () => {
    const csv = frame(stored("EdgeResponseStatus,RayID\n500,a\n200,b\n"));
    expect(await tried(csv, "a.csv.zst")).toMatchObject({ logs: { lines: 2 }, kept: 1 });
    using folder = new Folder({ "a.lpfilter": filter });
    const stdin = Readable.from([compressed]);
    const { out } = await weir(folder, ["try", "a.lpfilter", "--logs", "-"], "", { stdin });
    expect(out).toContain("50 of 100 lines");
  });

  test("several frames, with and without checksums, and frames to skip", async () => {
    const frames = [skipped, compressed, skipped, checked(stored(line)), frame(stored(line))];
    const file = Buffer.concat([...frames, skipped]);
    expect(await tried(file)).toMatchObject({ logs: { lines: 102, unreadable: 0 }, kept: 52 });
  });

  test("any chunks", async () => {
    const file = Buffer.concat([
      compressed,
      skipped,
      frame(stored("abc", false), stored("", false), repeated(97, 1000)),
      checked(stored("end")),
    ]);
    const whole = await decompress(file);
    expect(whole.slice(4600)).toBe(`abc${"a".repeat(1000)}end`);
    const cuts = fc.array(fc.nat(file.length), { maxLength: 6 });
    const property = fc.asyncProperty(cuts, async (places) => {
      const sorted = [0, ...places.sort((a, b) => a - b), file.length];
      const chunks = sorted.slice(1).map((end, index) => file.subarray(sorted[index], end));
      expect(await decompress(...chunks)).toBe(whole);
    });
    await fc.assert(property, { seed: 29, numRuns: times(15) });
    expect(await decompress(...[...file].map((it) => Buffer.from([it])))).toBe(whole);
  });

  test.each([
    ["ends too early", Buffer.concat([checked(stored(line)), compressed.subarray(0, 300)])],
    ["ends too early", Buffer.concat([frame(stored(line)), header(0)])],
    ["ends too early", checked(stored(line)).subarray(0, -1)],
    ["is damaged", Buffer.concat([frame(stored(line)), Buffer.from("garbage after the end")])],
    ["is damaged", frame(stored(line, false), block(3, 1, Buffer.from("x"), true))],
  ])("data that %s is one error, and the lines before are read", async (problem, file) => {
    expect(await tried(file)).toMatchObject({
      logs: { lines: 1, unreadable: 0 },
      kept: 1,
      status: 2,
      err: `weir: a.ndjson.zst: The Zstandard data ${problem}; lines up to there were read.\n`,
    });
  });

  test.each([
    ["a window", header(0, (18 << 3) | 0)],
    ["a single segment", Buffer.concat([header(0xa0), u32(0x8000001)])],
    ["a single segment of 64 bits", Buffer.concat([header(0xe0), u32(1), u32(1)])],
  ])("memory is limited, whatever a later frame asks for in %s", async (_, large) => {
    const file = Buffer.concat([skipped, checked(stored(line)), large, repeated(97, 10)]);
    expect(await tried(file)).toMatchObject({
      status: 2,
      err: "weir: a.ndjson.zst: The Zstandard data needs more than 128 MB of memory. Decompress it first.\n",
    });
  });

  test("the largest window that is allowed", async () => {
    const file = Buffer.concat([header(0, 17 << 3), stored(line)]);
    expect(await tried(file)).toMatchObject({ kept: 1, status: 0 });
  });

  test("data that was compressed twice is not text", async () => {
    const twice = frame(block(0, compressed.length, compressed, true));
    for (const file of [twice, gzipSync(compressed)])
      expect((await tried(file)).err).toContain("The file is compressed with Zstandard.");
  });

  test("DuckDB counts the same", async () => {
    const home = await ensureOracle("duckdb");
    using folder = new Folder({ "a.lpfilter": filter, "a.ndjson.zst": compressed });
    const args = ["try", "a.lpfilter", "--logs", "a.ndjson.zst", "--engine", "duckdb"];
    const { out, err } = await weir(folder, args, "", { env: { WEIR_DUCKDB: home } });
    expect([err, out]).toEqual(["", expect.stringContaining("50 of 100 lines")]);
  }, 120_000);
});
