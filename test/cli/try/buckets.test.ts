import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { createEmulator } from "../../../server/src/emulator/emulator.ts";
import { listen } from "../../../server/src/emulator/listen.ts";
import { defaults } from "../../../server/src/emulator/state/defaults.ts";
import { isLong } from "../../support/long.ts";
import { BucketServer, testKeys } from "../../support/programs/bucket-server.ts";
import { Folder, weir } from "../../support/programs/cli.ts";

/** `--logs s3://…`: log files in buckets. */

const errors = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" } }';
const line = (status: number, more: object = {}) =>
  `${JSON.stringify({ EdgeResponseStatus: status, ...more })}\n`;
const text = line(200) + line(503) + line(500) + line(404);

async function answer(
  server: { readonly env: Readonly<Record<string, string>> },
  logs: readonly string[],
  args: readonly string[] = [],
  files: Readonly<Record<string, string | Uint8Array>> = {},
) {
  using folder = new Folder({ "a.lpfilter": errors, ...files });
  const words = ["try", "a.lpfilter", "--logs", ...logs, ...args, "--format", "json"];
  // Without the files of AWS of this machine.
  const env = { HOME: folder.path, USERPROFILE: folder.path, ...server.env };
  const { out, err, status } = await weir(folder, words, "", { env });
  return { ...(out === "" ? { out } : JSON.parse(out)), err, status };
}

test("objects are counted like files: plain, gzip, without extension, in folders, from several pages", async () => {
  await using server = await BucketServer.start({
    objects: {
      "p/a.ndjson": text,
      "p/b/20261101/x.log.gz": gzipSync(text),
      "p/c d/ü&+%2F.json": text,
      "p/none": text,
      "p/folder/": "",
      "p/empty.log": "",
      "p/readme.md": "# no logs",
      "p/ownership-challenge-0a1b.txt": "token",
      "q/other.ndjson": text,
    },
    pageSize: 2,
  });
  const { logs, results, status, err } = await answer(server, ["s3://logs/p/"]);
  expect(err).toContain("s3://logs/p/ownership-challenge-0a1b.txt (proof of ownership)");
  expect(logs).toMatchObject({ files: 5, lines: 16, bytes: text.length * 4, unreadable: 0 });
  expect(logs.leftOut.files).toBe(2);
  expect(results[0]).toMatchObject({ kept: 8, undetermined: 0 });
  expect(status).toBe(0);
  expect(server.listed).toHaveLength(4);
});

test("a path may be an object or a glob, beside files", async () => {
  await using server = await BucketServer.start({
    objects: { "p/a.ndjson": text, "p/b.ndjson": text, "p/c.md": text },
  });
  const one = await answer(server, ["s3://logs/p/a.ndjson", "d.ndjson"], [], { "d.ndjson": text });
  expect(one.logs).toMatchObject({ files: 2, lines: 8 });
  for (const [glob, files] of [
    ["*.{ndjson,md}", 3],
    ["[ab].*", 2],
    ["?.ndjson", 2],
    ["{a,b}.ndjson", 2],
  ] as const) {
    const { logs } = await answer(server, [`s3://logs/p/${glob}`]);
    expect(logs, glob).toMatchObject({ files, lines: files * 4 });
  }
});

test("an object of several paths is read once, and those that are left out are counted", async () => {
  const others = Array.from({ length: 1500 }, (_, i) => [`p/${i}.md`, ""] as const);
  await using server = await BucketServer.start({
    objects: {
      "p/a.ndjson": text,
      "p/b.ndjson": text,
      "q/a.ndjson": text,
      ...Object.fromEntries(others),
    },
  });
  const paths = ["s3://logs/p/a", "s3://logs/p/", "s3://logs/p/*.ndjson", "s3://logs/q/"];
  const { logs, status, err } = await answer(server, paths);
  expect(status).toBe(0);
  expect(logs).toMatchObject({ files: 3, lines: 12, leftOut: { files: 1500 } });
  expect(logs.leftOut.first).toHaveLength(5);
  expect(err).toContain(
    "1,500 files were left out: s3://logs/p/0.md (not a log file by its name), ",
  );
});

test("an object that one path leaves out is read if another names it", async () => {
  await using server = await BucketServer.start({ objects: { "a.log": text, "b.md": text } });
  const { logs } = await answer(server, ["s3://logs/", "s3://logs/*.md"]);
  expect(logs).toMatchObject({ files: 2, lines: 8 });
});

test("a note that many objects have is told once, and the progress of listing is shown", async () => {
  const objects = Object.fromEntries(
    Array.from(
      { length: 30 },
      (_, i) => [`${i}.log`, line(500, { EdgeStartTimestamp: 1_730_000_000 + i })] as const,
    ),
  );
  await using server = await BucketServer.start({ objects, pageSize: 20 });
  const key = "EdgeStartTimestamp";
  const filter = { where: { key, operator: "gt", value: "2026-11-01T00:00:00Z" } };
  using folder = new Folder({ "a.lpfilter": JSON.stringify(filter) });
  const words = ["try", "a.lpfilter", "--logs", "s3://logs/", "--format", "json"];
  const { out, err } = await weir(folder, words, "", { env: server.env, progress: true });
  expect(JSON.parse(out).logs.notes).toEqual([
    {
      path: "s3://logs/0.log",
      message: expect.stringMatching(/ has seconds here, .* The same in 29 other files\.$/),
    },
  ]);
  expect(err).toContain("20 objects listed");
  expect(err).toContain("30 objects listed");
});

test("objects larger than one part are read in two, and counted once", async () => {
  const large = text.repeat(60_000);
  await using server = await BucketServer.start({
    objects: { "a.ndjson": large, "b.ndjson": text },
  });
  const { logs, results } = await answer(server, ["s3://logs/"]);
  expect(logs).toMatchObject({ lines: 240_004, bytes: large.length + text.length });
  expect(results[0].kept).toBe(120_002);
  const ranges = server.asked.filter((it) => it.key === "a.ndjson").map((it) => it.range);
  expect(ranges).toEqual(["bytes=0-1048575", `bytes=1048576-${large.length - 1}`]);
});

test("a field that only occurs after the first part of an object is found, and one that no line has is reported", async () => {
  const late = line(200).repeat(60_000) + line(500, { BotScore: 1 });
  const bots = '{ "where": { "key": "BotScore", "operator": "lt", "value": 30 } }';
  await using server = await BucketServer.start({
    objects: { "a.ndjson": late, "b.log.gz": gzipSync(text), "c.log": line(500, { BotScore: 2 }) },
  });
  const files = { "a.lpfilter": bots };
  const { logs, results, err } = await answer(server, ["s3://logs/", "d.log"], [], {
    ...files,
    "d.log": text,
  });
  expect(logs).toMatchObject({ files: 4, lines: 60_010 });
  // Without it, lines of 'a.ndjson' have the empty value, 0.
  expect(results[0]).toMatchObject({ kept: 60_002, undetermined: 8, missed: ["BotScore"] });
  expect(err).toContain("b.log.gz: No line has 'BotScore', as in 1 other file");
  // Only the large one is asked for again: its first part was not enough.
  const asked = (key: string) => server.asked.filter((it) => it.key === key).length;
  expect(["a.ndjson", "b.log.gz", "c.log"].map(asked)).toEqual([4, 1, 1]);
});

test("of Parquet, only the parts that are needed are requested", async () => {
  const parquet = readFileSync(
    join(import.meta.dirname, "../../logs/fixtures/http_requests.parquet"),
  );
  await using server = await BucketServer.start({
    objects: { "a.parquet": parquet, none: parquet, "p/b.log": text },
    // The first request is cut, and continued.
    fault: (key, count) => (key === "a.parquet" && count === 0 ? { cutAfter: 9 } : undefined),
  });
  const files = { "a.parquet": parquet };
  const here = await answer(server, ["a.parquet"], ["--by", "EdgeStartTimestamp"], files);
  const there = await answer(server, ["s3://logs/a.parquet"], ["--by", "EdgeStartTimestamp"]);
  expect(there.err).toBe(here.err.replaceAll("a.parquet", "s3://logs/a.parquet"));
  expect(there.results).toEqual(here.results);
  expect(there.logs.lines).toBe(3);
  // Also without an extension, beside others.
  const { logs, status } = await answer(server, ["s3://logs/"]);
  expect(logs).toMatchObject({ files: 3, lines: 10, unreadable: 0 });
  expect(status).toBe(0);
  for (const { range } of server.asked) expect(range).toMatch(/^bytes=\d+-\d+$/);
});

test("HTTPS_PROXY is used for buckets, and a failure names it", async () => {
  const asked: (string | undefined)[] = [];
  const proxy = createServer();
  proxy.on("connect", (request, socket) => {
    asked.push(request.url);
    socket.end("HTTP/1.1 407 Who are you?\r\n\r\n");
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const env = {
    AWS_ACCESS_KEY_ID: "a",
    AWS_SECRET_ACCESS_KEY: "b",
    HTTPS_PROXY: `http://me:pass-word@127.0.0.1:${port}`,
  };
  const { err, status } = await answer({ env }, ["s3://some-logs/x/"]);
  expect(err).toContain(
    `The proxy '127.0.0.1:${port}' in 'HTTPS_PROXY' refused the connection (407).`,
  );
  expect(err).not.toContain("pass-word");
  expect(status).toBe(2);
  expect(asked[0]).toBe("some-logs.s3.us-east-1.amazonaws.com:443");
  const wrong = await answer({ env: { ...env, HTTPS_PROXY: "socks5://x" } }, ["s3://some-logs/x/"]);
  expect(wrong.err).toContain("'HTTPS_PROXY' must be an http or https URL.");
});

test("lines are printed in the order of the objects", async () => {
  const objects = Object.fromEntries(
    Array.from({ length: 9 }, (_, i) => [`${i}.log`, line(500 + i)] as const),
  );
  await using server = await BucketServer.start({ objects });
  using folder = new Folder({ "a.lpfilter": errors });
  const words = ["try", "a.lpfilter", "--logs", "s3://logs/", "--print", "kept"];
  const { out } = await weir(folder, words, "", { env: server.env });
  expect(out).toBe(Object.values(objects).join(""));
});

describe("time", () => {
  const at = (hour: number) => `2026-11-01T${String(hour).padStart(2, "0")}:00:00Z`;
  const name = (day: number, from: string, to: string) =>
    `p/202611${String(day).padStart(2, "0")}/202611${String(day).padStart(2, "0")}T${from}Z_202611${String(day).padStart(2, "0")}T${to}Z_0a1b2c3d.log.gz`;
  const content = (hour: number) => gzipSync(line(500, { EdgeStartTimestamp: at(hour) }));
  const objects = {
    [name(1, "000000", "010000")]: content(0),
    [name(1, "010000", "020000")]: content(1),
    [name(1, "020000", "030000")]: content(2),
    [name(2, "000000", "010000")]: content(0),
    "p/unnamed.log.gz": content(1),
  };

  test("objects are chosen by the time in their names, and folders by their day", async () => {
    await using server = await BucketServer.start({ objects });
    const args = ["--since", at(1), "--until", "2026-11-01T02:00:00Z"];
    const { logs, results } = await answer(server, ["s3://logs/p/"], args);
    expect(results[0].kept).toBe(2);
    expect(logs).toMatchObject({ files: 3, lines: 2, outside: 1 });
    const read = new Set(server.asked.map((it) => it.key));
    expect([...read].sort()).toEqual([
      name(1, "000000", "010000"),
      name(1, "010000", "020000"),
      "p/unnamed.log.gz",
    ]);
    expect(server.listed.map((it) => it.get("prefix"))).toEqual(["p/", "p/20261101/"]);
  });

  test("no object of this time is an error", async () => {
    await using server = await BucketServer.start({ objects });
    const { err, status } = await answer(server, ["s3://logs/p/2026"], ["--since", "2027-01-01"]);
    expect(err).toContain("No objects of this time.");
    expect(status).toBe(2);
    expect(server.asked).toEqual([]);
  });
});

describe("problems", () => {
  test("a broken object is reported, and the rest is read", async () => {
    await using server = await BucketServer.start({
      objects: {
        "a.log.gz": gzipSync(text),
        "b.log.gz": gzipSync(text).subarray(0, 20),
        "c.parquet": "PAR1",
        "d.log": Buffer.from([0, 1, 2, 10]),
        "e.log": text,
        "f.log": text,
      },
      fault: (key) => (key === "f.log" ? 403 : undefined),
    });
    const { logs, results, status } = await answer(server, ["s3://logs/"]);
    expect(results[0].kept).toBe(4);
    expect(status).toBe(2);
    expect(logs.errors).toEqual([
      { path: "s3://logs/b.log.gz", message: expect.stringContaining("ends too early") },
      { path: "s3://logs/c.parquet", message: expect.stringContaining("Invalid Parquet file.") },
      { path: "s3://logs/d.log", message: expect.stringContaining("not text") },
      {
        path: "s3://logs/f.log",
        message: "Access denied. The credentials may not read the object.",
      },
    ]);
  });

  test("of many, the first twenty", async () => {
    const names = Array.from({ length: 30 }, (_, i) => `${10 + i}.log`);
    await using server = await BucketServer.start({
      objects: Object.fromEntries(names.map((it) => [it, text])),
      fault: () => 403,
    });
    const { logs, err } = await answer(server, ["s3://logs/"]);
    expect(logs.errors).toHaveLength(30);
    expect(err.match(/Access denied/g)).toHaveLength(20);
    expect(err).toContain("weir: … and 10 more logs could not be read\n");
  });

  test.each([
    ["an unknown key", { AWS_ACCESS_KEY_ID: "AKIAOTHER" }, "does not know the access key."],
    ["a wrong secret", { AWS_SECRET_ACCESS_KEY: "wrong" }, "Check the secret access key."],
    ["an expired token", { AWS_SESSION_TOKEN: "expired" }, "The session token has expired."],
    ["half a key", { AWS_ACCESS_KEY_ID: "" }, "Missing 'AWS_ACCESS_KEY_ID'."],
    [
      "no key",
      { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "" },
      "Set 'AWS_ACCESS_KEY_ID' and 'AWS_SECRET_ACCESS_KEY', or 'AWS_PROFILE'.",
    ],
    ["a plain endpoint", { AWS_ENDPOINT_URL_S3: "http://192.0.2.1" }, "is not encrypted."],
    ["no endpoint", { AWS_ENDPOINT_URL_S3: "https://a:b@c" }, "is not a URL such as"],
  ])("%s is a clear error", async (_, env, message) => {
    await using server = await BucketServer.start({ objects: { "a.log": text }, token: "t" });
    const { err, status } = await answer({ env: { ...server.env, ...env } }, ["s3://logs/"]);
    expect(err).toContain(message);
    expect(err).not.toContain(testKeys.secret);
    expect(status).toBe(2);
  });

  test.each([
    ["s3://other/", "There is no bucket 'other' at '127.0.0.1:"],
    ["s3://logs/none/", "No log files with this prefix."],
    ["r2://logs/a", "32 hexadecimal digits"],
    ["https://example.com/a.log", "not from other URLs"],
  ])("%s", async (path, message) => {
    await using server = await BucketServer.start({ objects: { "a.log": text } });
    const { err, status, results } = await answer(server, [path]);
    expect(err).toContain(message);
    expect(status).toBe(2);
    expect(results[0].error).toBe("There are no logs to try it on.");
  });

  test("a connection that is cut is continued where it ended, and nothing is counted twice", async () => {
    const large = text.repeat(60_000);
    await using server = await BucketServer.start({
      objects: { "a.ndjson": large, "b.log.gz": gzipSync(text) },
      fault: (_, count) => [{ cutAfter: 5 }, 503, undefined, { cutAfter: 700_001 }][count],
    });
    const { logs, results, status } = await answer(server, ["s3://logs/"]);
    expect(status).toBe(0);
    expect(logs).toMatchObject({ lines: 240_004, bytes: large.length + text.length });
    expect(results[0].kept).toBe(120_002);
    expect(server.asked.some((it) => it.range?.startsWith("bytes=1748577-"))).toBe(true);
  });

  test("a bucket that is asked too much is asked more slowly, and all is counted", async () => {
    const objects = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${at}.log`, text]));
    let asked = 0;
    await using server = await BucketServer.start({
      objects,
      fault: () => (asked++ % 5 < 2 ? 503 : undefined),
    });
    const { logs, status } = await answer(server, ["s3://logs/"]);
    expect(logs).toMatchObject({ files: 100, lines: 400 });
    expect([logs.errors, status]).toEqual([undefined, 0]);
  });

  test("a bucket that only answers that it is asked too much is given up", async () => {
    const objects = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at}.log`, text]));
    let asked = 0;
    await using server = await BucketServer.start({
      objects,
      fault: () => {
        asked++;
        return 503;
      },
    });
    const { logs } = await answer(server, ["s3://logs/"]);
    expect(logs.lines).toBe(0);
    expect(logs.errors).toHaveLength(60);
    // Far fewer than several for each object.
    expect(asked).toBeLessThan(200);
  });

  test("a connection that is always cut is reported", async () => {
    await using server = await BucketServer.start({
      objects: { "a.log": text, "b.log": text },
      fault: (key) => (key === "a.log" ? { cutAfter: 0 } : undefined),
    });
    const { logs, results } = await answer(server, ["s3://logs/"]);
    expect(logs.errors).toEqual([
      {
        path: "s3://logs/a.log",
        message: expect.stringContaining("The connection was cut after 0 B of"),
      },
    ]);
    expect(results[0].kept).toBe(2);
  });

  test("a server that is gone is not asked for each of many objects", async () => {
    const names = Array.from({ length: 200 }, (_, i) => `${100 + i}.log`);
    let asked = 0;
    await using server = await BucketServer.start({
      objects: Object.fromEntries(names.map((it) => [it, text])),
      fault: () => {
        asked++;
        return "gone";
      },
    });
    const { logs, status } = await answer(server, ["s3://logs/"]);
    expect(status).toBe(2);
    expect(logs.errors).toHaveLength(200);
    expect(logs.errors[199].message).toContain("cannot be reached");
    // Each of the first ones several times, and those that were on their way.
    expect(asked).toBeLessThan(2 * 16 * 4 + 1);
  });

  test("Ctrl-C stops requests, and what is known is printed", async () => {
    await using server = await BucketServer.start({
      objects: { "a.log": text, "b.log": text },
      fault: (key) => (key === "b.log" ? "silent" : undefined),
    });
    using folder = new Folder({ "a.lpfilter": errors });
    const silent = () => server.asked.some((it) => it.key === "b.log");
    const words = ["try", "a.lpfilter", "--logs", "s3://logs/", "--format", "json"];
    const { out, status } = await weir(folder, words, "", {
      env: server.env,
      onInterrupt: (interrupt) => {
        const timer = setInterval(() => {
          if (!silent()) return;
          clearInterval(timer);
          interrupt(130);
        }, 5);
        return () => clearInterval(timer);
      },
    });
    expect(status).toBe(130);
    const { interrupted, logs, results } = JSON.parse(out);
    expect(interrupted).toBe(true);
    expect(logs).toMatchObject({ files: 2, share: expect.any(Number) });
    // The first object may have been counted or not.
    expect([0, 4]).toContain(logs.lines);
    expect(results[0].kept).toBe(logs.lines / 2);
    await expect.poll(() => server.abandoned).toBeGreaterThan(0);
  });
});

describe("credentials", () => {
  test("a session token goes to the origin of AWS_ENDPOINT_URL_S3", async () => {
    await using server = await BucketServer.start({ objects: { "a.log": text }, token: "t" });
    const { results } = await answer(server, ["s3://logs/"]);
    expect(results[0].kept).toBe(2);
    expect(new Set(server.tokens)).toEqual(new Set(["t"]));
  });

  test("the profiles of the files of AWS", async () => {
    await using server = await BucketServer.start({
      objects: { "a.log": text },
      region: "eu-west-1",
    });
    const env = { AWS_ENDPOINT_URL_S3: server.origin, AWS_PROFILE: "work" };
    const files = {
      ".aws/credentials": `[default]\naws_access_key_id = no\n[work]\naws_access_key_id=${testKeys.id}\naws_secret_access_key = ${testKeys.secret}\n`,
      ".aws/config": "[profile work]\nregion = eu-west-1\n",
    };
    const { results } = await answer({ env }, ["s3://logs/"], [], files);
    expect(results[0].kept).toBe(2);
  });

  test.each([
    ["sso", "[profile sso]\nsso_session = a\n", "aws configure export-credentials --profile sso"],
    ["none", "", "No profile 'none' in the files of AWS."],
    [
      "program",
      "[profile program]\ncredential_process = touch ran\n",
      "The profile 'program' of AWS has no keys.",
    ],
  ])("a profile without keys (%s)", async (name, config, message) => {
    const env = { AWS_PROFILE: name };
    const { err } = await answer({ env }, ["s3://logs/"], [], { ".aws/config": config });
    expect(err).toContain(message);
  });
});

describe("samples", () => {
  const samples = { "weir.json": '{ "samples": { "http_requests": "s3://logs/" } }' };

  test("in buckets are read with '--logs samples:'", async () => {
    await using server = await BucketServer.start({ objects: { "a.log": text } });
    const { results } = await answer(server, ["samples:"], [], samples);
    expect(results[0].kept).toBe(2);
  });

  test("of other datasets are not listed, and others once", async () => {
    await using server = await BucketServer.start({ objects: { "a.log": text, "a/b.log": text } });
    const buckets = { http_requests: "s3://logs/a/", dns_logs: "s3://logs/", spectrum_events: "a" };
    const job = (dataset: string) => JSON.stringify({ dataset, destination_conf: "s3://b/c" });
    using folder = new Folder({
      "weir.json": JSON.stringify({ samples: buckets }),
      ...{ "a.lpjob": job("http_requests"), "b.lpjob": job("http_requests") },
      "c.lpjob": job("dns_logs"),
    });
    const tried = async (...files: string[]) => {
      server.listed.length = 0;
      const words = ["try", ...files, "--logs", "samples:", "--format", "json"];
      const { out } = await weir(folder, words, "", { env: server.env });
      return JSON.parse(out).results.map((it: { lines: number }) => it.lines);
    };
    expect(await tried("a.lpjob", "b.lpjob")).toEqual([4, 4]);
    expect(server.listed.map((it) => it.get("prefix"))).toEqual(["a/"]);
    // One has objects of the other.
    expect(await tried("a.lpjob", "c.lpjob")).toEqual([4, 8]);
  });

  test("in buckets are not read otherwise", async () => {
    await using server = await BucketServer.start({ objects: { "a.log": text } });
    using folder = new Folder({ "a.lpfilter": errors, ...samples });
    const { err, status } = await weir(folder, ["try", "a.lpfilter"], "", { env: server.env });
    expect(err).toContain("Buckets are read only if you name them");
    expect(status).toBe(2);
    expect(server.listed).toEqual([]);
  });
});

test("the emulator has what its jobs would have delivered", async () => {
  const emulator = createEmulator({ now: () => new Date("2026-11-02T00:07:00Z") });
  const running = await listen(emulator, 0);
  onTestFinished(running.close);
  const { origin } = new URL(running.baseUrl);
  const job = {
    dataset: "http_requests",
    enabled: true,
    destination_conf: "s3://my-logs/edge/{DATE}?region=auto",
    filter: errors,
    output_options: { field_names: ["EdgeStartTimestamp", "EdgeResponseStatus"] },
  };
  const created = await emulator.fetch(`${running.baseUrl}/zones/${defaults.zone}/logpush/jobs`, {
    method: "POST",
    headers: { authorization: `Bearer ${defaults.token}`, "content-type": "application/json" },
    body: JSON.stringify(job),
  });
  expect(created.status).toBe(200);
  const keys = { AWS_ACCESS_KEY_ID: testKeys.id, AWS_SECRET_ACCESS_KEY: testKeys.secret };
  const server = { env: { ...keys, AWS_ENDPOINT_URL_S3: origin } };
  const day = await answer(server, ["s3://my-logs/edge/"]);
  expect(day).toMatchObject({ status: 0, logs: { files: 288, lines: 288 } });
  expect(day.results[0]).toMatchObject({ kept: 288, undetermined: 0 });
  const hour = await answer(
    server,
    ["s3://my-logs/edge/20261101/*.gz"],
    ["--since", "2026-11-01T23:00:00Z"],
  );
  // The file that ends at that time may have a line of it.
  expect(hour.logs).toMatchObject({ files: 13, lines: 12 });
  const none = await answer(server, ["s3://other/"]);
  expect(none.err).toContain("There is no bucket 'other'");
});

describe("destination:", () => {
  const job = (destination: string) =>
    JSON.stringify({ dataset: "http_requests", destination_conf: destination });
  const tried = async (destination: string, env: Record<string, string>, ...more: string[]) => {
    using folder = new Folder({ "a.lpjob": job(destination) });
    const words = ["try", "a.lpjob", "--logs", "destination:", "--format", "json", ...more];
    const { out, err, status } = await weir(folder, words, "", { env });
    return { ...JSON.parse(out), err, status };
  };

  test("what a job has delivered, in the region of its destination", async () => {
    await using server = await BucketServer.start({
      objects: { "shop/20261101/a.log": text, "other/b.log": text },
      region: "eu-central-1",
    });
    const { logs, results, status } = await tried(
      "s3://logs/shop/{DATE}?region=eu-central-1&sse=AES256",
      server.env,
    );
    expect(status).toBe(0);
    expect(logs).toMatchObject({ files: 1, lines: 4 });
    expect(results[0].kept).toBe(4);
  });

  test("the cost without the filter is only that of delivered lines", async () => {
    const at = (hour: number) => line(500, { EdgeStartTimestamp: `2026-11-01T0${hour}:00:00Z` });
    await using server = await BucketServer.start({ objects: { "a/b.log": at(1) + at(5) } });
    using folder = new Folder({ "a.lpjob": job("s3://logs/a") });
    const args = ["cost", "a.lpjob", "--logs", "destination:", "--format", "json"];
    const { out } = await weir(folder, args, "", { env: server.env });
    const { jobs, notes } = JSON.parse(out);
    expect(jobs[0].sends.lines).toBe(2);
    expect(notes).toContain(
      "Lines that a filter dropped were not delivered, so without the filter a job may send more.",
    );
  });

  test.each([
    ["https://example.com/in", "not a bucket that can be read: 'https://'."],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Of Weir.
    ["s3://${env:BUCKET}/a?region=x", "The bucket of the job is only known on push."],
    [
      "s3://logs/a?region=x&endpoint=evil.example.com",
      "The job writes to 'evil.example.com'. To send your credentials there, set 'AWS_ENDPOINT_URL_S3'",
    ],
    ["gs://logs/a", "set 'AWS_ENDPOINT_URL_S3' to 'https://storage.googleapis.com'."],
    ["r2://logs/a", "32 hexadecimal digits"],
  ])("%s", async (destination, message) => {
    await using server = await BucketServer.start({ objects: { "a/a.log": text } });
    const { err, status } = await tried(destination, server.env);
    expect(err).toContain(message);
    expect(status).toBe(2);
    expect(server.listed).toEqual([]);
  });

  test("needs a single job", async () => {
    using folder = new Folder({ "a.lpfilter": errors });
    const { err } = await weir(folder, ["try", "a.lpfilter", "--logs", "destination:"]);
    expect(err).toContain("'--logs destination:' needs a single job, but there are 0.");
  });
});

test("many small objects, in ten pages", { timeout: 300_000 }, async () => {
  const count = isLong ? 10_000 : 300;
  const zipped = gzipSync(text);
  const objects = Object.fromEntries(
    Array.from({ length: count }, (_, i) =>
      i % 10 === 0 ? ([`p/${i}.log.gz`, zipped] as const) : ([`p/${i}.log`, text] as const),
    ),
  );
  await using server = await BucketServer.start({ objects, pageSize: count / 10 });
  const { logs, results, status } = await answer(server, ["s3://logs/p/"]);
  expect(status).toBe(0);
  expect(logs).toMatchObject({ files: count, lines: 4 * count, unreadable: 0 });
  expect(results[0].kept).toBe(2 * count);
  expect(server.listed).toHaveLength(10);
  expect(server.asked).toHaveLength(count);
  // Connections are used again.
  expect(server.connections.size).toBeLessThan(100);
});
