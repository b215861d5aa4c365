import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { wordsIn } from "../../server/src/cli/try/agreements.ts";
import { commandEnvironment, rowsIn } from "../../server/src/engines/kinds/command.ts";
import { readConfig } from "../../server/src/workspace/config/config.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import { triedScript } from "../support/programs/tried-rows.ts";
import { counts, filter, lake, stand, tried } from "./stand-in.ts";

describe("answers", () => {
  test("counts may be text, and column names have another letter case", async () => {
    const { fetch, sent } = stand(() => counts);
    const { out, status } = await tried(lake, { fetch, args: ["--format", "json"] });
    assert.equal(status, 0, out);
    const answer = JSON.parse(out);
    expect(answer.results[0]).toMatchObject({ kept: 3, undetermined: 0, bytes: null });
    expect(answer.engine).toMatchObject({ name: "lake", kind: "clickhouse", scannedBytes: null });
    expect(answer.engine.statements).toHaveLength(1);
    expect(answer.engine.statements[0]).toContain("`edgeresponsestatus` >= 500");
    expect(sent.every((it) => !it.headers.has("x-clickhouse-key"))).toBe(true);
  });

  test("pretty output names the engine and no sizes", async () => {
    const { out } = await tried(
      lake,
      stand(() => counts),
    );
    expect(out).toMatch(/keeps 30\.0%: 3 of 10 lines\n/);
    expect(out).toMatch(/counted by 'lake' in [\d.]+ s, 10 lines\n$/);
  });

  test("--dry-run only prints the statement, and what it would read", async () => {
    const { fetch, sent } = stand((sql) => (sql.startsWith("EXPLAIN") ? [{ rows: "1200" }] : []));
    const { out, status } = await tried(lake, { fetch, args: ["--dry-run"] });
    assert.equal(status, 0);
    expect(out).toMatch(/^-- reads about 1,200 rows\nSELECT count\(\*\) AS n,[\s\S]*;\n$/);
    expect(await Promise.all(sent.map((it) => it.text()))).not.toContain(out);
  });

  test.each([
    ["not JSON", () => new Response("<html>"), "not JSON, so nothing was counted: <html>"],
    ["empty", () => new Response(""), "not JSON, so nothing was counted: it is empty"],
    ["no rows", () => [], "answered with 0 rows instead of one"],
    ["no data", () => Response.json({ rows: 1 }), "has no rows, so nothing was counted"],
    ["other columns", () => [{ n: 1 }], "has no column 'has_0'"],
    ["a count that is none", () => [{ ...counts[0], kept_0: "many" }], '"many" instead of a count'],
    ["a fraction", () => [{ ...counts[0], kept_0: 1.5 }], '"1.5" instead of a count'],
    ["more than there are", () => [{ ...counts[0], kept_0: 11 }], "counted 11 of 10 lines"],
    ["a wrong sum", () => [{ ...counts[0], kept_0: 4 }], "do not add up"],
    [
      "a refusal",
      () => new Response("Code: 241. DB::Exception: Memory limit", { status: 500 }),
      "ClickHouse: Code: 241. DB::Exception: Memory limit",
    ],
    [
      "a redirect",
      () => new Response(null, { status: 302, headers: { location: "https://evil.example" } }),
      "redirect, which is not followed",
    ],
    [
      "a cut",
      () =>
        new Response(
          new ReadableStream({
            start: (it) => {
              it.enqueue(new TextEncoder().encode('{"data":[{"n":'));
              it.error(new Error("socket hang up"));
            },
          }),
        ),
      "cut off, so nothing was counted. socket hang up",
    ],
  ])("a bad answer is an error and counts nothing: %s", async (_, answer, message) => {
    const { out, err, status } = await tried(lake, stand(answer));
    assert.equal(out, "");
    expect(err).toContain(message);
    assert.equal(status, 2);
  });

  test("an engine that is down", async () => {
    const fetch = () =>
      Promise.reject(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") }));
    const { err, status } = await tried(lake, { fetch });
    expect(err).toBe(
      "weir: Engine 'lake': Cannot reach 'ch.example.com:8443'. connect ECONNREFUSED\n",
    );
    assert.equal(status, 2);
  });

  test("an interrupt cancels the query on the engine", async () => {
    let interrupt: (status: number) => void = () => {};
    const sent: string[] = [];
    const { fetch } = stand(() => []);
    const { err, status } = await tried(lake, {
      onInterrupt: (listener) => {
        interrupt = listener;
        return () => {};
      },
      fetch: (url, init) => {
        sent.push(String(init?.body));
        if (!String(init?.body).includes("count(*)")) return fetch(url, init);
        return new Promise((_, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
          interrupt(130);
        });
      },
    });
    assert.equal(status, 130);
    expect(err).toContain("Interrupted. The query was canceled.");
    expect(sent.at(-1)).toMatch(/^KILL QUERY WHERE query_id = /);
  });

  test("a table of another dataset, and options that an engine does not have", async () => {
    const other = { ...lake, table: "logs.firewall_events" };
    const { out } = await tried(
      other,
      stand(() => counts),
    );
    expect(out).toContain("The table has lines of 'firewall_events', not of 'http_requests'.");
    for (const args of [
      ["--logs", "a"],
      ["--threads", "2"],
      ["--print", "kept"],
    ])
      assert.equal((await tried(lake, { args })).status, 2);
    const unknown = await tried(lake, {}, { "weir.json": "{}" });
    expect(unknown.err).toContain("Unknown engine 'lake'.");
  });
});

describe("credentials", () => {
  const password = { WEIR_ENGINE_LAKE_PASSWORD: "hunter2", WEIR_ENGINE_LAKE_USER: "reader" };

  test("a password goes to the origin that is set beside it", async () => {
    const { fetch, sent } = stand(() => counts);
    const env = { ...password, WEIR_ENGINE_LAKE_URL: "https://ch.example.com:8443/" };
    const { out, status } = await tried(lake, { fetch, env, args: ["--format", "json"] });
    assert.equal(status, 0);
    expect(sent.map((it) => it.headers.get("x-clickhouse-key"))).toEqual(sent.map(() => "hunter2"));
    expect(sent[0]?.headers.get("x-clickhouse-user")).toBe("reader");
    expect(out + sent.map((it) => it.url)).not.toContain("hunter2");
  });

  test.each([
    ["no origin", {}],
    ["another host", { WEIR_ENGINE_LAKE_URL: "https://ch.example.com.evil.example:8443" }],
    ["another port", { WEIR_ENGINE_LAKE_URL: "https://ch.example.com" }],
    ["another scheme", { WEIR_ENGINE_LAKE_URL: "http://ch.example.com:8443" }],
    ["no URL", { WEIR_ENGINE_LAKE_URL: "ch.example.com:8443" }],
  ])("a password is not sent to another origin: %s", async (_, more) => {
    const { fetch, sent } = stand(() => counts);
    const { err, status } = await tried(lake, { fetch, env: { ...password, ...more } });
    assert.equal(status, 2);
    assert.equal(sent.length, 0);
    expect(err).toContain("'WEIR_ENGINE_LAKE_PASSWORD' belongs to the origin in");
    expect(err).not.toContain("hunter2");
  });

  test.each([
    ["password", "hunter2"],
    ["password", "$" + "{env:SECRET}"],
    ["passwordFile", "hunter2"],
    ["token", "hunter2"],
  ])("a credential in weir.json is refused, and not shown: %s", async (name, value) => {
    const text = JSON.stringify({ engines: { lake: { ...lake, [name]: value }, other: lake } });
    const { config, problems, unusable } = readConfig(text);
    expect(problems).toEqual([]);
    expect(unusable.map((it) => it.message)).toEqual([
      "Credentials do not belong in 'weir.json', not even as a variable. Remove it, and set 'WEIR_ENGINE_LAKE_PASSWORD' and 'WEIR_ENGINE_LAKE_URL'.",
    ]);
    expect(Object.keys(config.engines)).toEqual(["lake", "other"]);
    using folder = new Folder({ "a.lpfilter": filter, "weir.json": text });
    const { out, err } = await weir(folder, ["check", "weir.json", "a.lpfilter"]);
    expect(out + err).toContain("Credentials do not belong");
    expect(out + err).not.toContain(value);
  });

  // biome-ignore format: one row each
  test.each([
    ["postgres://reader:hunter2@db/logs", "postgres", "The URL contains a password."],
    ["https://u:hunter2@ch.example.com", "clickhouse", "The URL contains a password."],
    ["https://ch.example.com/?password=hunter2", "clickhouse", "The URL has a query or fragment."],
    ["http://ch.example.com", "clickhouse", "The connection is not encrypted."],
    ["file:///etc/passwd", "clickhouse", "This is not an address of an engine of this kind."],
    ["https://db/logs", "postgres", "This is not an address of an engine of this kind."],
  ])("an address is refused, and nothing is sent: %s", async (url, kind, message) => {
    const { unusable } = readConfig(JSON.stringify({ engines: { lake: { kind, url, table: "t" } } }));
    expect(unusable[0]?.message).toContain(message);
    const { fetch, sent } = stand(() => counts);
    const { out, err, status } = await tried({ kind, url, table: "t" }, { fetch });
    assert.equal(status, 2);
    assert.equal(sent.length, 0);
    expect(err).toContain(message);
    expect(out + err).not.toContain("hunter2");
    using folder = new Folder({ "weir.json": JSON.stringify({ engines: { lake: { kind, url, table: "t" } } }) });
    expect((await weir(folder, ["check", "weir.json"])).out).not.toContain("hunter2");
  });

  test("what each kind needs is checked, and one bad engine does not spoil the others", () => {
    const { config, problems, unusable } = readConfig(
      JSON.stringify({
        engines: {
          a: { kind: "clickhouse" },
          b: { kind: "clickhose" },
          c: lake,
          d: { ...lake, catalog: "x" },
        },
      }),
    );
    expect(unusable.map((it) => it.message)).toEqual([
      "An engine of kind 'clickhouse' needs 'url', 'table'.",
      "An engine of kind 'clickhouse' has no 'catalog'. Remove it.",
    ]);
    expect(problems.map((it) => it.message)).toEqual([
      `Expected one of "log-explorer", "clickhouse", "postgres", "trino", "command", found '"clickhose"'.`,
    ]);
    expect(config.engines.c).toEqual(lake);
  });
});

describe("commands", () => {
  const script = `let s="";process.stdin.on("data",d=>s+=d).on("end",()=>console.log(JSON.stringify(${triedScript}||[/LIMIT 1/.test(s)?{EdgeResponseStatus:1}:{n:4,has_0:4,kept_0:Object.keys(process.env).filter(k=>/^(WEIR|CLOUDFLARE)_/.test(k)).length,dropped_0:1}])))`;
  const words = [process.execPath, "-e", script];
  const command = { kind: "command", dialect: "sqlite", table: "http_requests", command: words };
  const hash = createHash("sha256").update(JSON.stringify(words)).digest("hex");
  const quoted = words.map((it) => `'${it}'`).join(" ");

  test("does not run without agreement, whatever is set", async () => {
    const { err, status, out } = await tried(command);
    assert.equal(status, 2);
    assert.equal(out, "");
    expect(err).toContain("you have not agreed to it. Nothing was run.");
    assert.equal((await tried(command, { args: ["--yes"] })).status, 2);
  });

  test("runs if the same words are given, without the variables of Weir and the service", async () => {
    const env = { PATH: process.env.PATH, WEIR_API_TOKEN: "x", CLOUDFLARE_API_TOKEN: "x" };
    const { out, err, status } = await tried(command, { env, args: ["--engine-command", quoted] });
    assert.equal(status, 0, err);
    expect(out).toContain("0 to 3 of 4 lines");
    const other = await tried(command, { args: ["--engine-command", `${quoted} x`] });
    assert.equal(other.status, 2);
    expect(other.err).toContain("differs from the command");
  });

  test("asks at a terminal, and remembers the words outside of the repository", async () => {
    using home = new Folder();
    const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: home.path, APPDATA: home.path };
    const typed = (text: string) =>
      Object.assign(new PassThrough().end(text), { isTTY: true }) as never;
    const refused = await tried(command, { env, stdin: typed("\n") });
    assert.equal(refused.status, 2);
    expect(refused.err).toContain(`  ${JSON.stringify(words[0])}\n`);
    const agreed = await tried(command, { env, stdin: typed("y\n") });
    assert.equal(agreed.status, 0, agreed.err);
    assert.equal(home.read("weir/agreed"), `${hash}\n`);
    assert.equal((await tried(command, { env })).status, 0);
    const changed = { ...command, command: [...words, "x"] };
    assert.equal((await tried(changed, { env })).status, 2);
  });

  test.each(["./query.sh", "bin/query", "..", "..\\query.cmd"])(
    "a file of the repository is not a command: %s",
    async (program) => {
      const engine = { ...command, command: [program] };
      const text = JSON.stringify({ engines: { lake: engine } });
      expect(readConfig(text).unusable[0]?.message).toContain("is a relative path");
      const { err, status } = await tried(engine, { args: ["--engine-command", program] });
      assert.equal(status, 2);
      expect(err).toContain("is a relative path");
    },
  );

  test.each([
    [
      "fails",
      'console.error("Access Denied: table");process.exit(3)',
      "failed with 3. Access Denied: table",
    ],
    [
      "prints something else",
      'console.log("Waiting on job\\n+---+---+\\n a,b")',
      "neither JSON nor CSV",
    ],
    [
      "is cut off",
      'process.stdout.write("[{\\"n\\": 1")',
      "is not JSON rows, so nothing was counted",
    ],
  ])("a command that %s", async (_, code, message) => {
    const engine = { ...command, command: [process.execPath, "-e", code] };
    const given = engine.command.map((it) => `'${it}'`).join(" ");
    const { out, err, status } = await tried(engine, { args: ["--engine-command", given] });
    assert.equal(status, 2);
    assert.equal(out, "");
    expect(err).toContain(message);
  });

  test("reads JSON, JSON lines and CSV", () => {
    const rows = [{ a: "1", b: 'x "y", z' }];
    expect(rowsIn(JSON.stringify(rows))).toEqual(rows);
    expect(rowsIn(`${JSON.stringify(rows[0])}\n`)).toEqual(rows);
    expect(rowsIn('a,b\r\n1,"x ""y"", z"\r\n')).toEqual(rows);
    expect(rowsIn("")).toEqual([]);
  });

  test("words and environment", () => {
    expect(wordsIn(`bq query --format='a b' "c d"`)).toEqual([
      "bq",
      "query",
      "--format=a b",
      "c d",
    ]);
    expect(
      commandEnvironment({
        PATH: ["/bin", ".", "node_modules/.bin"].join(":"),
        weir_x: "1",
        A: "2",
      }),
    ).toEqual({
      PATH: "/bin",
      A: "2",
    });
  });
});
