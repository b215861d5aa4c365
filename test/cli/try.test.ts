import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";

const errors = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" } }';
const line = (status: number, path = "/") =>
  JSON.stringify({ EdgeResponseStatus: status, ClientRequestPath: path });
const lines = [line(200), line(503, "/login"), line(500, "/login"), line(404)];
const text = lines.map((it) => `${it}\n`).join("");
const parquet = readFileSync(join(import.meta.dirname, "../logs/fixtures/http_requests.parquet"));

async function answer(folder: Folder, ...args: string[]) {
  const { out, err, status } = await weir(folder, ["try", ...args, "--format", "json"]);
  return { ...JSON.parse(out), err, status };
}

test("counts lines and bytes", async () => {
  using folder = new Folder({ "a.lpfilter": errors, "logs/a.ndjson": text });
  const { logs, results, status } = await answer(folder, "a.lpfilter", "--logs", "logs/a.ndjson");
  expect(status).toBe(0);
  expect(logs).toEqual({ files: 1, lines: 4, bytes: Buffer.byteLength(text), unreadable: 0 });
  expect(results).toMatchObject([
    {
      path: "a.lpfilter",
      language: "lpfilter",
      kept: 2,
      keptBytes: `${lines[1]}\n${lines[2]}\n`.length,
      undetermined: 0,
    },
  ]);
});

test.each([
  ["a blank line", `${line(500)}\n\n \t\r\n${line(200)}`, { lines: 2, unreadable: 0 }, 1],
  ["CRLF", `${line(500)}\r\n${line(200)}\r\n`, { lines: 2, unreadable: 0 }, 1],
  ["a byte order mark", `\ufeff${line(500)}\n`, { lines: 1, unreadable: 0 }, 1],
  ["a raw U+2028", `${line(500, "/a\u2028b")}\n`, { lines: 1, unreadable: 0 }, 1],
  ["lines that are not JSON", `{"a"\n${line(500)}\n[1]\n5\n`, { lines: 4, unreadable: 3 }, 1],
  ["doubled keys", '{"EdgeResponseStatus":500,"EdgeResponseStatus":200}', { lines: 1 }, 0],
  ["a null after a value", '{"EdgeResponseStatus":500,"EdgeResponseStatus":null}', { lines: 1 }, 0],
  ["an escaped key", '{"\\u0045dgeResponseStatus":500}', { lines: 1 }, 1],
  ["a nested key", '{"a":{"EdgeResponseStatus":500}}', { lines: 1 }, 0],
  ["an exponent", '{"EdgeResponseStatus" : 5e2 }', { lines: 1 }, 1],
  ["an empty file", "", { lines: 0, unreadable: 0 }, 0],
])("%s", async (_, content, logs, kept) => {
  using folder = new Folder({ "a.lpfilter": errors, "a.ndjson": content });
  const found = await answer(folder, "a.lpfilter", "--logs", "a.ndjson");
  expect(found.logs).toMatchObject({ ...logs, bytes: Buffer.byteLength(content) });
  expect(found.results[0].kept).toBe(kept);
  expect(found.status).toBe(0);
});

test("unreadable lines are shown with their positions", async () => {
  using folder = new Folder({ "a.lpfilter": errors, "a.ndjson": `${line(500)}\n\n{"a":tru}\n` });
  const { logs, err } = await answer(folder, "a.lpfilter", "--logs", "a.ndjson");
  expect(err).toMatch(/^a\.ndjson:3: Invalid JSON/m);
  expect(logs.unreadableLines).toMatchObject([{ path: "a.ndjson", line: 3 }]);
});

test("files, folders, globs and standard input, plain and gzip, also of several members", async () => {
  using folder = new Folder({
    "a.lpfilter": errors,
    "logs/a.ndjson.gz": Buffer.concat([gzipSync(text), gzipSync(text)]),
    "logs/b/c.log": text,
    "logs/readme.md": "# no logs",
    "d.csv": "EdgeResponseStatus\r\n500\r\n",
  });
  const one = await answer(folder, "a.lpfilter", "--logs", "logs", "d.csv");
  expect(one.logs).toMatchObject({ files: 3, lines: 13, unreadable: 0 });
  expect(one.results[0].kept).toBe(7);
  const two = await answer(folder, "a.lpfilter", "--logs", "logs/**/*.log");
  expect(two.logs).toMatchObject({ files: 1, lines: 4 });
  const three = await weir(folder, ["try", "a.lpfilter", "--logs", "-", "--format=json"], text);
  expect(JSON.parse(three.out).results[0].kept).toBe(2);
});

test("a truncated gzip file is one error, and the rest is counted", async () => {
  const zipped = gzipSync(text.repeat(1000));
  using folder = new Folder({
    "a.lpfilter": errors,
    "a.ndjson.gz": zipped.subarray(0, zipped.length - 20),
    "b.ndjson": text,
  });
  const found = await answer(folder, "a.lpfilter", "--logs", "a.ndjson.gz", "b.ndjson");
  expect(found.status).toBe(2);
  expect(found.err).toBe(
    "weir: a.ndjson.gz: The gzip data ends too early; lines up to there were read.\n",
  );
  expect(found.logs.lines).toBeGreaterThan(4);
});

test.each([
  ["garbage after it", (zipped: Buffer) => Buffer.concat([zipped, Buffer.from("garbage")]), 400],
  ["a damaged second member", (zipped: Buffer) => twiceDamaged(zipped), 400],
  ["a wrong checksum", (zipped: Buffer) => changed(zipped, zipped.length - 6), 400],
  ["a damaged header", (zipped: Buffer) => changed(zipped, 2), 0],
])("a gzip file with %s is one error, and all lines before are read", async (_, damage, count) => {
  const zipped = damage(gzipSync(text.repeat(100)));
  using folder = new Folder({ "a.lpfilter": errors, "a.ndjson.gz": zipped, "b.ndjson": text });
  const found = await answer(folder, "a.lpfilter", "--logs", "a.ndjson.gz", "b.ndjson");
  expect(found.err).toBe(
    "weir: a.ndjson.gz: The gzip data is damaged; lines up to there were read.\n",
  );
  expect(found.logs).toMatchObject({ lines: count + 4, unreadable: 0 });
  expect(found.results[0].kept).toBe((count + 4) / 2);
  expect(found.status).toBe(2);
});

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

function twiceDamaged(zipped: Buffer): Buffer {
  return Buffer.concat([zipped, changed(zipped, 2)]);
}

test("values of CSV may have any character", async () => {
  const csv = "ClientRequestPath,EdgeResponseStatus\n/a\0b,500\n\0,200\n";
  using folder = new Folder({ "a.lpfilter": errors, "a.csv": csv });
  const { logs, results } = await answer(folder, "a.lpfilter", "--logs", "a.csv");
  expect(logs).toMatchObject({ lines: 2, unreadable: 0 });
  expect(results[0].kept).toBe(1);
});

test("a binary file and a missing one are one error each", async () => {
  using folder = new Folder({
    "a.lpfilter": errors,
    "a.bin": Uint8Array.from([7, 0, 1, 2, 10, 3]),
    "b.ndjson": text,
  });
  const found = await answer(folder, "a.lpfilter", "--logs", "a.bin", "none.ndjson", "b.ndjson");
  expect(found.err.trim().split("\n")).toHaveLength(2);
  expect(found.results[0].kept).toBe(2);
  expect(found.status).toBe(2);
});

test.each([
  ["zip", Buffer.from("PK\x03\x04 and more")],
  ["bzip2", Buffer.from("BZh91AY&SY and more")],
  ["UTF-16", Buffer.from(text, "utf16le")],
  ["UTF-16", Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
])("%s files are reported, and the rest is counted", async (name, bytes) => {
  using folder = new Folder({ "a.lpfilter": errors, "a.ndjson": bytes, "b.ndjson": text });
  const found = await answer(folder, "a.lpfilter", "--logs", "a.ndjson", "b.ndjson");
  expect(found.err).toMatch(new RegExp(`^weir: a\\.ndjson: The file is .*${name}\\. .*\\.\n$`));
  expect([found.status, found.results[0].kept]).toEqual([2, 2]);
});

test.each([
  ["an array", '[{"EdgeResponseStatus":500},\n{"EdgeResponseStatus":500}]'],
  ["an array", '[{"EdgeResponseStatus":500}]'],
  ["one over several lines", '{\n  "EdgeResponseStatus": 500\n}'],
])("a file with %s: the message explains how to convert it", async (what, json) => {
  using folder = new Folder({ "a.lpfilter": errors, "a.json": json, "b.ndjson": text });
  const found = await answer(folder, "a.lpfilter", "--logs", "a.json", "b.ndjson");
  expect(found.err).toMatch(
    `a.json:1: Expected one JSON object per line, found ${what}. Convert it with: jq`,
  );
  expect([found.status, found.results[0].kept]).toEqual([0, 2]);
});

test("timestamps in another format than that of the filter are reported", async () => {
  const where = (operator: string, value: unknown) =>
    JSON.stringify({ where: { key: "EdgeStartTimestamp", operator, value } });
  using folder = new Folder({
    "a.lpfilter": where("geq", "2025-11-12T13:00:00Z"),
    "b.lpfilter": where("in", [1762952400]),
    "c.lpfilter": where("startsWith", "2025"),
    "nanos.ndjson": '{}\n{"EdgeStartTimestamp":1762952400000000000}\n'.repeat(2),
    "strings.ndjson": '{"EdgeStartTimestamp":"2025-11-12T13:00:00.5Z"}\n',
    "seconds.csv": "EdgeStartTimestamp\n1762952400\n",
  });
  const found = await answer(
    folder,
    ".",
    "--logs",
    "nanos.ndjson",
    "strings.ndjson",
    "seconds.csv",
  );
  const isString = "compared with '2025-11-12T13:00:00Z'. Use the format of the logs.";
  const isNumber = "compared with 1762952400. Use the format of the logs.";
  expect(found.err.trim().split("\n")).toEqual([
    `weir: nanos.ndjson: 'EdgeStartTimestamp' has nanoseconds here, but is ${isString}`,
    `weir: nanos.ndjson: 'EdgeStartTimestamp' has nanoseconds here, but is ${isNumber}`,
    `weir: strings.ndjson: 'EdgeStartTimestamp' has '2025-11-12T13:00:00.5Z' here, but is ${isString}`,
    `weir: strings.ndjson: 'EdgeStartTimestamp' has strings here, but is ${isNumber}`,
    `weir: seconds.csv: 'EdgeStartTimestamp' has seconds here, but is ${isString}`,
  ]);
});

test("a timestamp with other digits after the seconds is reported, also after lines with the same ones", async () => {
  const where = { key: "EdgeStartTimestamp", operator: "geq", value: "2025-11-12T00:00:00Z" };
  const lines = (...seconds: string[]) =>
    seconds.map((it) => `{"EdgeStartTimestamp":"2025-11-12T00:00:${it}"}\n`).join("");
  using folder = new Folder({
    "a.lpfilter": JSON.stringify({ where }),
    "mixed.ndjson": lines("00Z", "00.100Z", "01.200Z"),
    "same.ndjson": lines("00Z", "01Z"),
  });
  const found = await answer(folder, "a.lpfilter", "--logs", "mixed.ndjson", "same.ndjson");
  expect(found.err.trim()).toBe(
    "weir: mixed.ndjson: 'EdgeStartTimestamp' has '2025-11-12T00:00:00.100Z' here, but is compared with '2025-11-12T00:00:00Z'. Use the format of the logs.",
  );
  expect(found.results[0].kept).toBe(4);
});

test("CSV: quotes, line ends in values, broken quotes and missing values cost one record each", async () => {
  const csv = [
    "ClientRequestPath,EdgeResponseStatus,BotTags",
    '"/a,""b""\nc",500,"[""x""]"',
    '"/open,500,',
    "/short,500",
    "/last,503,",
  ].join("\n");
  const filter = `{ "where": { "or": [
    { "key": "EdgeResponseStatus", "operator": "eq", "value": 503 },
    { "key": "BotTags", "operator": "contains", "value": "x" } ] } }`;
  using folder = new Folder({ "a.lpfilter": filter, "a.csv": csv });
  const { logs, results } = await answer(folder, "a.lpfilter", "--logs", "a.csv");
  expect(logs).toMatchObject({ lines: 4, unreadable: 2, bytes: Buffer.byteLength(csv) });
  expect(logs.unreadableLines.map((it: { line: number }) => it.line)).toEqual([4, 5]);
  expect(results[0].kept).toBe(2);
});

test("CSV: line breaks inside values are kept", async () => {
  const where = { key: "ClientRequestPath", operator: "eq", value: "a\r\nb" };
  using folder = new Folder({
    "a.lpfilter": JSON.stringify({ where }),
    "a.csv": 'ClientRequestPath,EdgeResponseStatus\r\n"a\r\nb",1\r\n"a\nb",2\r\n',
  });
  const { results } = await answer(folder, "a.lpfilter", "--logs", "a.csv");
  expect(results[0].kept).toBe(1);
});

test("--by: equal values are one, whatever their form, with all digits", async () => {
  using folder = new Folder({
    "a.lpfilter": errors,
    "a.csv": "EdgeResponseStatus,CacheReserveUsed\n500,true\n,\n18446744073709551615,false\n",
    "b.ndjson": [
      '{"EdgeResponseStatus":5e2,"CacheReserveUsed":true}',
      '{"EdgeResponseStatus":"500","CacheReserveUsed":null}',
      '{"EdgeResponseStatus":18446744073709551615}',
    ].join("\n"),
  });
  const by = ["--by", "EdgeResponseStatus", "--by", "CacheReserveUsed"];
  const { results } = await answer(folder, "a.lpfilter", "--logs", "a.csv", "b.ndjson", ...by);
  expect(results[0].by).toEqual({
    EdgeResponseStatus: {
      kept: [
        [500, 3],
        ["18446744073709551615", 2],
      ],
      dropped: [[0, 1]],
    },
    CacheReserveUsed: {
      kept: [
        [false, 3],
        [true, 2],
      ],
      dropped: [[false, 1]],
    },
  });
});

test("CSV: a stray quote does not affect the records up to the next one", async () => {
  const csv = [
    "ClientRequestPath,EdgeResponseStatus",
    '"/a,500',
    "/b,500",
    '/5" c,500',
    "/d,500",
    '"/e"f,500',
    "/g,500",
  ].join("\n");
  using folder = new Folder({ "a.lpfilter": errors, "a.csv": csv });
  const { logs, results } = await answer(folder, "a.lpfilter", "--logs", "a.csv");
  expect(logs.unreadableLines.map((it: { line: number }) => it.line)).toEqual([2, 4, 6]);
  expect(results[0].kept).toBe(3);
});

test("integers are compared with all of their digits, from any source", async () => {
  const condition = (key: string, operator: string, value: string) =>
    `{ "where": { "key": "${key}", "operator": "${operator}", "value": ${value} } }`;
  using folder = new Folder({
    "a.lpfilter": condition("ClientASN", "eq", "9007199254740993"),
    "b.lpfilter": condition("ClientASN", "gt", '"9007199254740992"'),
    "c.lpfilter": condition("ClientASN", "!in", "[9007199254740992, 5]"),
    "d.lpfilter": condition("BotDetectionIDs", "contains", "9007199254740993"),
    "e.lpfilter": condition("EdgeStartTimestamp", "lt", "1714557600000000001"),
    "a.ndjson": [
      '{"ClientASN":9007199254740993,"EdgeStartTimestamp":1714557600000000000}',
      '{"ClientASN":9007199254740992,"BotDetectionIDs":[1,9007199254740993]}',
      '{"ClientASN":"9007199254740993","EdgeStartTimestamp":1714557600000000001}',
      '{"\\u0043lientASN":9007199254740993,"BotDetectionIDs":[9007199254740992],"EdgeStartTimestamp":"1714557600000000000"}',
      '{"ClientASN":18446744073709551615,"EdgeStartTimestamp":1714557600000000002}',
    ].join("\n"),
  });
  const { results } = await answer(folder, ".", "--logs", "a.ndjson");
  expect(results.map((it: { kept: number }) => it.kept)).toEqual([3, 4, 4, 1, 3]);
});

test("several files are tried in one pass, with an error for one that cannot be", async () => {
  using folder = new Folder({
    "a.lpfilter": errors,
    "b.lpfilter": '{ "where": { "key": "ClientRequestPath", "operator": "eq", "value": "/" } }',
    "bad.lpfilter": '{ "where": { "key": "ClientIP", "operator": "is", "value": "x" } }',
    "a.ndjson": text,
  });
  const { results, status } = await answer(folder, ".", "--logs", "a.ndjson");
  expect(results.map((it: { kept?: number }) => it.kept)).toEqual([2, 2, undefined]);
  expect(results[2].error).toEqual(expect.any(String));
  expect(status).toBe(1);
});

test("the values of a field, and the effect of conditions", async () => {
  const filter = `{ "where": { "and": [
  { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" },
  { "key": "ClientRequestPath", "operator": "eq", "value": "/login" } ] } }`;
  using folder = new Folder({ "a.lpfilter": filter, "a.ndjson": `${text}${line(502, "/")}\n{}\n` });
  const args = ["--by", "ClientRequestPath", "--by", "EdgeResponseStatus", "--explain"];
  const { results } = await answer(folder, "a.lpfilter", "--logs", "a.ndjson", ...args);
  expect(results[0].by).toEqual({
    ClientRequestPath: {
      kept: [["/login", 2]],
      dropped: [
        ["/", 3],
        ["", 1],
      ],
    },
    EdgeResponseStatus: {
      kept: [
        [500, 1],
        [503, 1],
      ],
      dropped: [
        [0, 1],
        [200, 1],
        [404, 1],
        [502, 1],
      ],
    },
  });
  expect(results[0].conditions).toMatchObject([
    {
      range: { start: { line: 1, character: 2 }, end: { line: 1, character: 68 } },
      holds: 3,
      decides: 2,
    },
    {
      range: { start: { line: 2, character: 2 }, end: { line: 2, character: 69 } },
      holds: 2,
      decides: 3,
    },
  ]);
});

test.each([
  ["kept", [1, 2]],
  ["dropped", [0, 3]],
  ["undetermined", []],
])("--print %s prints lines unchanged", async (print, expected) => {
  using folder = new Folder({ "a.lpfilter": errors, "a.ndjson": text.slice(0, -1) });
  const { out, err } = await weir(folder, [
    "try",
    "a.lpfilter",
    "--logs",
    "a.ndjson",
    "--print",
    print,
  ]);
  expect(out).toBe(expected.map((it) => `${lines[it]}\n`).join(""));
  expect(err).toContain("2 of 4 lines");
});

test("--head stops early", async () => {
  using folder = new Folder({ "a.lpfilter": errors, "a.ndjson": text });
  const printed = await weir(folder, [
    "try",
    "a.lpfilter",
    "--logs",
    "a.ndjson",
    "--print=kept",
    "--head=1",
  ]);
  expect(printed.out).toBe(`${lines[1]}\n`);
  const { logs } = await answer(folder, "a.lpfilter", "--logs", "a.ndjson", "--head", "3");
  expect(logs.lines).toBe(3);
});

const job = {
  dataset: "http_requests",
  filter: "filters/errors.lpfilter",
  output_options: {
    field_names: ["ClientRequestPath", "EdgeStartTimestamp"],
    sample_rate: 0.5,
    timestamp_format: "unix",
  },
};

test("a job: what is kept and sent, with a filter in another file", async () => {
  const at = `{"EdgeResponseStatus":500,"EdgeStartTimestamp":1762952400999999999,"ClientRequestPath":"/\\u00e4"}\n`;
  using folder = new Folder({
    "a.lpjob": JSON.stringify(job),
    "filters/errors.lpfilter": errors,
    "a.ndjson": at.repeat(4) + text,
  });
  const { results } = await answer(folder, "a.lpjob", "--logs", "a.ndjson", "--explain");
  const sent = '{"ClientRequestPath":"/\\u00e4","EdgeStartTimestamp":1762952400}\n';
  const other = '{"ClientRequestPath":"/login","EdgeStartTimestamp":0}\n';
  expect(results[0]).toMatchObject({
    language: "lpjob",
    kept: 6,
    pushed: 3,
    pushedBytes: (4 * sent.length + 2 * other.length) / 2,
  });
  expect(results[0].conditions[0]).toMatchObject({
    path: "filters/errors.lpfilter",
    holds: 6,
    decides: 8,
    keeps: 6,
  });
  const { out } = await weir(folder, ["try", "a.lpjob", "--logs", "a.ndjson", "--print", "pushed"]);
  expect(out).toBe(sent.repeat(4) + other.repeat(2));
});

test("a job: what is written before the first line, between two, and after the last", async () => {
  const output_options = {
    field_names: ["EdgeResponseStatus"],
    ...{ batch_prefix: "<", record_delimiter: "|", batch_suffix: ">" },
  };
  using folder = new Folder({
    "a.lpjob": JSON.stringify({ dataset: "http_requests", filter: errors, output_options }),
    "a.ndjson": text,
  });
  const args = ["try", "a.lpjob", "--logs", "a.ndjson"];
  const { out } = await weir(folder, [...args, "--print", "pushed"]);
  expect(out).toBe('<{"EdgeResponseStatus":503}\n|{"EdgeResponseStatus":500}\n>');
  const { results } = await answer(folder, ...args.slice(1));
  expect(results[0].pushedBytes).toBe(out.length);
});

test("a job without fields sends all of them, with their digits", async () => {
  using folder = new Folder({
    "a.lpjob": '{ "dataset": "http_requests" }',
    "a.ndjson": '{"b":12345678901234567890, "EdgeStartTimestamp":1762952400123456789,"a":"x"}\n',
  });
  const { out } = await weir(folder, ["try", "a.lpjob", "--logs", "a.ndjson", "--print", "pushed"]);
  expect(out).toBe('{"b":12345678901234567890,"EdgeStartTimestamp":1762952400123456789,"a":"x"}\n');
});

test("samples of weir.json, by dataset", async () => {
  using folder = new Folder({
    "weir.json": '{ "samples": { "http_requests": "logs/*.ndjson", "gateway_dns": "dns.ndjson" } }',
    "filters/a.lpfilter": errors,
    "filters/b.lpfilter":
      '// @dataset gateway_dns\n{ "where": { "key": "QueryName", "operator": "eq", "value": "a" } }',
    "filters/c.lpfilter":
      '// @dataset nel_reports\n{ "where": { "key": "Type", "operator": "eq", "value": "a" } }',
    "logs/a.ndjson": text,
    "dns.ndjson": '{"QueryName":"a"}\n',
  });
  const { logs, results, status } = await answer(folder, "filters");
  expect(logs).toMatchObject({ files: 2, lines: 5 });
  expect(results.map((it: { kept?: number; lines?: number }) => [it.kept, it.lines])).toEqual([
    [2, 4],
    [1, 1],
    [undefined, undefined],
  ]);
  expect(results[2].error).toContain("nel_reports");
  expect(status).toBe(1);
});

test("--since and --until", async () => {
  const at = (time: string | number) =>
    `${JSON.stringify({ EdgeResponseStatus: 500, EdgeStartTimestamp: time })}\n`;
  using folder = new Folder({
    "a.lpfilter": errors,
    "a.ndjson":
      at("2025-11-12T12:59:59Z") +
      at(1762952400) +
      at("2025-11-12T13:59:59.9Z") +
      at("2025-11-12T14:00:00Z") +
      line(500),
  });
  const { logs, results } = await answer(
    folder,
    "a.lpfilter",
    "--logs",
    "a.ndjson",
    "--since",
    "2025-11-12T13:00:00Z",
    "--until",
    "1762956000",
  );
  expect(logs).toMatchObject({ lines: 2, outside: 3 });
  expect(results[0].kept).toBe(2);
});

test("--since and --until select bytes as well as lines", async () => {
  const at = (status: number, hour: number) =>
    `${JSON.stringify({ EdgeResponseStatus: status, EdgeStartTimestamp: `2025-11-12T1${hour}:00:00Z` })}\n`;
  const inside = at(500, 2) + at(200, 3);
  const outside = at(500, 4) + at(500, 0);
  const csv =
    "EdgeResponseStatus,EdgeStartTimestamp\n500,2025-11-12T12:00:00Z\n500,2025-11-12T10:00:00Z\n";
  using folder = new Folder({
    "a.lpfilter": errors,
    "a.ndjson": `${outside}${inside}\n{\n`,
    "b.csv": csv,
    "c.parquet": parquet,
  });
  const args = ["a.lpfilter", "--since", "2025-11-12T12:00:00Z", "--until", "2025-11-12T14:00:00Z"];
  const one = await answer(folder, ...args, "--logs", "a.ndjson");
  expect(one.logs).toMatchObject({ lines: 3, outside: 2, outsideBytes: outside.length });
  expect(one.logs.bytes).toBe(inside.length + "\n{\n".length);
  expect(one.results[0]).toMatchObject({ bytes: one.logs.bytes, keptBytes: at(500, 2).length });
  const two = await answer(folder, ...args, "--logs", "b.csv");
  const record = "500,2025-11-12T12:00:00Z\n".length;
  expect(two.logs).toMatchObject({ bytes: csv.length - record, outsideBytes: record });
  const three = await answer(folder, ...args, "--logs", "c.parquet");
  const whole = (await answer(folder, "a.lpfilter", "--logs", "c.parquet")).logs.bytes;
  expect(three.logs).toMatchObject({ lines: 2, outside: 1, outsideBytes: Math.round(whole / 3) });
  expect(three.logs.bytes).toBe(whole - Math.round(whole / 3));
});

test("files of formats without lines add to the bytes that are kept", async () => {
  using folder = new Folder({ "a.lpfilter": errors, "a.ndjson": text, "c.parquet": parquet });
  const kept = async (...logs: string[]) =>
    (await answer(folder, "a.lpfilter", "--logs", ...logs)).results[0].keptBytes;
  const [ndjson, other] = [await kept("a.ndjson"), await kept("c.parquet")];
  expect(other).toBeGreaterThan(0);
  expect(await kept("c.parquet", "a.ndjson")).toBe(ndjson + other);
});

test.each([
  [["--max-share", "40%"], 1],
  [["--max-share", "50%"], 0],
  [["--min-share", "0.6"], 1],
  [["--min-share", "50%"], 0],
])("%s exits with %i", async (args, expected) => {
  using folder = new Folder({ "a.lpfilter": errors, "a.ndjson": text });
  const { status } = await weir(folder, ["try", "a.lpfilter", "--logs", "a.ndjson", ...args]);
  expect(status).toBe(expected);
});

test("filters in Terraform, with their range", async () => {
  const terraform = `resource "cloudflare_logpush_job" "a" {
  dataset = "http_requests"
  filter  = jsonencode(${errors.replaceAll(":", " =").replaceAll(/"(where|key|operator|value)"/g, "$1")})
}
`;
  using folder = new Folder({ "a.tf": terraform, "a.ndjson": text });
  const { results } = await answer(folder, "a.tf", "--logs", "a.ndjson");
  expect(results[0]).toMatchObject({
    path: "a.tf",
    kept: 2,
    range: { start: { line: expect.any(Number) } },
  });
});

test.each([
  [[], "Missing files to try. Add a filter, job or rule."],
  [["a.lpfilter"], "Missing logs. Use '--logs PATHS', or add 'samples' to 'weir.json'."],
  [
    ["a.lpfilter", "b.lpfilter", "--logs", "a.ndjson", "--print", "kept"],
    "'--print' needs a single filter or job, but there are 2.",
  ],
  [
    ["a.lpfilter", "--logs", "a.ndjson", "--print", "pushed"],
    "'--print pushed' needs a job. Use '--print kept' for a filter.",
  ],
  [
    ["a.lpfilter", "--logs", "a.ndjson", "--max-share", "5"],
    "'--max-share' needs a percentage such as '5%', found '5'.",
  ],
  [
    ["a.lpfilter", "--logs", "a.ndjson", "--since", "noon"],
    "'--since' needs a time such as '2025-11-12T13:00:00Z', '2025-11-12' or '2h', found 'noon'.",
  ],
  [
    ["a.lpfilter", "--logs", "a.ndjson", "--dataset", "http_request"],
    "Unknown dataset 'http_request'. Did you mean 'http_requests'?",
  ],
])("%j is refused", async (args, message) => {
  using folder = new Folder({ "a.lpfilter": errors, "b.lpfilter": errors, "a.ndjson": text });
  expect(await weir(folder, ["try", ...args])).toEqual({
    status: 2,
    out: "",
    err: `weir: ${message}\n`,
  });
});

test("an interrupt prints the results so far", async () => {
  using folder = new Folder({ "a.lpfilter": errors, "a.ndjson": text });
  const args = ["try", "a.lpfilter", "--logs", "a.ndjson", "--max-share", "90%"];
  const { out, err, status } = await weir(folder, args, "", {
    onInterrupt: (listener) => {
      listener(130);
      return () => {};
    },
  });
  expect(status).toBe(130);
  expect(out).toContain("unknown: there are no lines");
  expect(out).toContain("interrupted after 0 of 1 log file (0% of the bytes), 0 lines");
  expect(err).toContain("cannot be judged by '--max-share', because the logs were not read");
});

test("an interrupted result says how much was read", async () => {
  using folder = new Folder({ "a.lpfilter": errors, "a.ndjson": text, "c.ndjson": text });
  let interrupt = () => {};
  async function* lines() {
    yield Buffer.from(text);
    interrupt();
    yield Buffer.from(text);
    yield Buffer.from(text);
  }
  const args = ["try", "a.lpfilter", "--format", "json", "--logs", "a.ndjson", "-", "c.ndjson"];
  const { out, status } = await weir(folder, args, "", {
    // Not read ahead.
    stdin: lines() as unknown as Readable,
    onInterrupt: (listener) => {
      interrupt = () => listener(130);
      return () => {};
    },
  });
  const { interrupted, logs, results } = JSON.parse(out);
  expect([status, interrupted]).toEqual([130, true]);
  // Lines that arrive after it are not counted.
  expect(logs).toMatchObject({ files: 3, filesRead: 1, lines: 8 });
  expect(logs).not.toHaveProperty("share");
  expect(results[0].kept).toBe(4);
});

test("a complete result is not interrupted", async () => {
  using folder = new Folder({ "a.lpfilter": errors, "a.ndjson": text });
  const found = await answer(folder, "a.lpfilter", "--logs", "a.ndjson", "--head", "2");
  expect(found).not.toHaveProperty("interrupted");
  expect(found.logs).not.toHaveProperty("filesRead");
});

test("the header of CSV may arrive in chunks", async () => {
  using folder = new Folder({ "a.lpfilter": errors });
  const parts = ["Clie", "ntIP", ",EdgeResponseStatus\n192.0", ".2.1,500\n"];
  const stdin = Readable.from(parts.map((it) => Buffer.from(it)));
  const { out, status } = await weir(folder, ["try", "a.lpfilter", "--logs", "-"], "", { stdin });
  expect([status, out]).toEqual([0, expect.stringContaining("1 of 1 line")]);
});

test("standard input is read as logs only", async () => {
  using folder = new Folder({ "a.ndjson": text });
  const { results, status } = await answer(folder, "-", "--logs", "a.ndjson");
  expect([status, results]).toMatchObject([
    2,
    [{ path: "-", error: "Standard input cannot be read here. Use the name of a file." }],
  ]);
});
