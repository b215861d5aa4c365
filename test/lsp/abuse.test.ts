import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import {
  CancellationTokenSource,
  createMessageConnection,
  type Message,
  type MessageConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { isLong, times } from "../support/long.ts";
import { bundlePath } from "../support/programs/dist.ts";

// The result of `npm run build`, used as no editor should.
const bundle = bundlePath("server.cjs");
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill();
});

/** One server for all tests of a group, so that damage by one test is detected by the next ones. */
function sharedServer(...nodeOptions: string[]): () => Promise<Abuser> {
  let shared: Promise<Abuser> | undefined;
  afterAll(async () => {
    (await shared)?.child.kill();
  });
  return async () => {
    shared ??= Abuser.start(pulling, ...nodeOptions).then((it) => {
      started.splice(started.indexOf(it.child), 1);
      return it;
    });
    const it = await shared;
    // An earlier test is to blame; the next one gets a new server.
    if (it.child.exitCode === null && it.child.signalCode === null) return it;
    shared = undefined;
    throw new Error("A test before this one has ended the server.");
  };
}

const pulling = { textDocument: { diagnostic: {} } };
const position = { line: 0, character: 1 };

/** Ignores write errors: some servers here exit before they have read everything, which is what is tested. */
class QuietWriter extends StreamMessageWriter {
  override write(message: Message): Promise<void> {
    return super.write(message).catch(() => {});
  }
}

/** A client that can also write arbitrary bytes. */
class Abuser {
  readonly published: PublishDiagnosticsParams[] = [];
  readonly logged: string[] = [];

  private constructor(
    readonly child: ReturnType<typeof spawn>,
    readonly connection: MessageConnection,
  ) {
    connection.onNotification("textDocument/publishDiagnostics", (it) => {
      this.published.push(it);
    });
    connection.onNotification("window/logMessage", ({ message }) => {
      this.logged.push(message);
    });
    connection.onRequest(() => null);
    connection.listen();
  }

  /** A server that has received no messages yet. */
  static bare(...nodeOptions: string[]): Abuser {
    const child = spawn(process.execPath, [...nodeOptions, bundle, "--stdio"], { stdio: "pipe" });
    child.stderr.on("data", (chunk) => process.stderr.write(chunk));
    started.push(child);
    const reader = new StreamMessageReader(child.stdout);
    const writer = new QuietWriter(child.stdin);
    return new Abuser(child, createMessageConnection(reader, writer));
  }

  static async start(capabilities: object = pulling, ...nodeOptions: string[]): Promise<Abuser> {
    const it = Abuser.bare(...nodeOptions);
    await it.ask("initialize", { processId: process.pid, rootUri: null, capabilities });
    await it.tell("initialized", {});
    return it;
  }

  ask<Answer>(method: string, params: unknown): Promise<Answer> {
    return this.connection.sendRequest<Answer>(method, params);
  }

  tell(method: string, params: unknown): Promise<void> {
    return this.connection.sendNotification(method, params);
  }

  /** Writes raw bytes. */
  write(bytes: string | Buffer): void {
    this.child.stdin?.write(bytes);
  }

  /** Sends any message with a valid header. */
  send(body: string): void {
    this.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  open(uri: string, text: string, languageId = "cfrule"): Promise<void> {
    return this.tell("textDocument/didOpen", {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  change(uri: string, version: number, ...contentChanges: unknown[]): Promise<void> {
    return this.tell("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
  }

  async codes(uri: string): Promise<string[]> {
    const report = await this.ask<{ items: { code: string }[] }>("textDocument/diagnostic", {
      textDocument: { uri },
    });
    return report.items.map((it) => it.code);
  }

  /** Checks that the server still works. */
  async checkAlive(): Promise<void> {
    const uri = `untitled:alive-${Math.random()}`;
    await this.open(uri, 'http.hots eq "a"');
    expect(await this.codes(uri)).toEqual(["unknown-field"]);
    await this.tell("textDocument/didClose", { textDocument: { uri } });
    expect(this.child.exitCode).toBeNull();
  }

  /** Resident memory in megabytes, if the system reports it. */
  memory(): number {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, "utf8");
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
    } catch {
      return 0;
    }
  }
}

describe("invalid messages", () => {
  const server = sharedServer();

  test.each([
    ["no JSON", "{nope"],
    ["nothing", ""],
    ["null", "null"],
    ["a number", "42"],
    ["a batch", '[{"jsonrpc":"2.0","id":"b","method":"textDocument/hover"}]'],
    ["no method", '{"jsonrpc":"2.0"}'],
    ["a method that is no string", '{"jsonrpc":"2.0","id":"m","method":{}}'],
    ["an answer to no question", '{"jsonrpc":"2.0","id":999999,"result":1}'],
    ["an error to no question", '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}'],
    ["a document that is null", '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":null}'],
    ["a document of nothing", '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{}}'],
    [
      "a document without text",
      '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:q","languageId":"cfrule","version":1}}}',
    ],
    [
      "invalid changes",
      '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"untitled:q","version":3}}}',
    ],
    [
      "a cancellation of nothing",
      '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":77}}',
    ],
    [
      "files that are no list",
      '{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{}}',
    ],
    [
      "invalid settings",
      '{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":[1]}}',
    ],
  ])("%s", async (_, body) => {
    const it = await server();
    it.send(body);
    await it.checkAlive();
  });

  test.each([
    ["without a length", "Hello: world\r\n\r\n"],
    ["without a colon", "hello\r\n\r\n"],
    ["with a length that is no number", "Content-Length: many\r\n\r\n"],
    ["with an unknown encoding", "Content-Length: 2\r\nContent-Type: a; charset=klingon\r\n\r\n{}"],
    ["in lowercase", "content-length: 2\r\n\r\n{}"],
    ["with a length below zero", "Content-Length: -4\r\n\r\n"],
    ["with a length far below zero", "Content-Length: -1000000000\r\n\r\n"],
    ["with a length in other digits", "Content-Length: 0x10\r\n\r\n"],
    ["with returns in a row", "a:b\r\r\n\r\n"],
  ])("a header %s", async (_, bytes) => {
    const it = await server();
    it.write(bytes);
    await it.checkAlive();
  });

  test("invalid UTF-8", async () => {
    const it = await server();
    it.write(Buffer.from("Content-Length: 4\r\n\r\n\xff\xfe\x80\x00", "latin1"));
    await it.checkAlive();
  });

  test.each([
    ["short", "{"],
    ["over 64 KB", `{"text":"${"x".repeat(100_000)}"`],
  ])("invalid JSON gets a parse error: %s", async (_, body) => {
    const it = await server();
    let answers = "";
    const answered = new Promise<void>((resolve) => {
      it.child.stdout?.on("data", (chunk) => {
        answers += chunk;
        if (answers.includes("-32700")) resolve();
      });
    });
    it.send(body);
    await answered;
    expect(answers).toContain('"id":null');
    await it.checkAlive();
  });

  test.each([
    ["a header without an end", "Content-Length".repeat(5000), "the header does not end"],
    [
      "a message that could not be read",
      "Content-Length: 900000000000\r\n\r\n",
      "exceeds the limit",
    ],
  ])("%s ends the server with a message", async (_, bytes, why) => {
    const it = Abuser.bare();
    let said = "";
    it.child.stderr?.on("data", (chunk) => {
      said += chunk;
    });
    const ended = once(it.child, "close");
    it.write(bytes);
    expect(await ended).toEqual([1, null]);
    expect(said).toContain(why);
  });

  test("an unreadable stream ends with the editor", async () => {
    const it = Abuser.bare();
    it.write('Content-Length: 5\r\n\r\n{"jsonrpc":"2.0","method":"x"}');
    const ended = once(it.child, "exit");
    it.child.stdin?.end();
    expect(await ended).toEqual([1, null]);
  });
});

describe("messages out of order", () => {
  test("requests before initialization are refused, and work after it", async () => {
    const it = Abuser.bare();
    const asked = { textDocument: { uri: "untitled:a" }, position };
    await expect(it.ask("textDocument/hover", asked)).rejects.toMatchObject({ code: -32002 });
    await expect(it.ask("shutdown", undefined)).rejects.toMatchObject({ code: -32002 });
    await it.open("untitled:a", "ssl");
    await it.ask("initialize", { processId: null, rootUri: null, capabilities: pulling });
    await it.tell("initialized", {});
    await it.checkAlive();
  });

  test("a second 'initialize' and a second 'initialized'", async () => {
    const it = await Abuser.start();
    await it
      .ask("initialize", { processId: null, rootUri: null, capabilities: pulling })
      .catch(() => {});
    await it.tell("initialized", {});
    await it.checkAlive();
  });

  test("requests after shutdown are refused", async () => {
    const it = await Abuser.start();
    await it.ask("shutdown", undefined);
    const asked = { textDocument: { uri: "untitled:a" }, position };
    await expect(it.ask("textDocument/hover", asked)).rejects.toMatchObject({ code: -32600 });
    await it.open("untitled:a", "ssl");
    const ended = once(it.child, "exit");
    await it.tell("exit", undefined);
    expect(await ended).toEqual([0, null]);
  });
});

const places: readonly unknown[] = [
  { line: 0, character: 10_000 },
  { line: 10_000, character: 0 },
  { line: 2 ** 31 - 1, character: 2 ** 31 - 1 },
  { line: -1, character: -1 },
  { line: 0.5, character: 1.5 },
];

describe("requests about missing documents", () => {
  const server = sharedServer();
  const methods = [
    ...["hover", "completion", "signatureHelp", "documentHighlight", "references", "prepareRename"],
    ...["documentSymbol", "foldingRange", "documentLink", "codeLens", "semanticTokens/full"],
    ...["formatting", "rangeFormatting", "onTypeFormatting", "codeAction", "inlayHint"],
    ...["selectionRange", "semanticTokens/range", "semanticTokens/full/delta", "rename"],
    "diagnostic",
  ];

  test.each(methods)("%s", async (method) => {
    const it = await server();
    await it.open("untitled:closed", "ssl and ssl");
    await it.tell("textDocument/didClose", { textDocument: { uri: "untitled:closed" } });
    await it.open("untitled:open", 'http.hots eq "a"\n');
    const uris = ["untitled:never", "untitled:closed", "untitled:open", "", "::", "file:///%zz"];
    for (const uri of uris) {
      for (const at of places) {
        const params = {
          textDocument: { uri },
          position: at,
          positions: [at],
          range: { start: at, end: places[0] },
          options: { tabSize: -1, insertSpaces: "x" },
          context: { diagnostics: [{ range: { start: at, end: at }, message: "" }] },
          ch: "",
          newName: "",
          previousResultId: "x",
        };
        // Either a result or an error, but always a response.
        await it.ask(`textDocument/${method}`, params).catch((error) => {
          expect(error.code).toBeTypeOf("number");
        });
      }
    }
    await it.checkAlive();
    await it.tell("textDocument/didClose", { textDocument: { uri: "untitled:open" } });
    expect(it.logged.filter((line) => line.includes("failed"))).toEqual([]);
  });
});

/** Texts over 1 MB get a reduced analysis; texts over 16 MB are not parsed. */
const most = isLong ? 15_000_000 : 2_000_000;
const megabytes = `${most / 1_000_000} MB`;

describe("load", () => {
  const server = sharedServer();
  const smallServer = sharedServer(`--max-old-space-size=${isLong ? 450 : 150}`);

  test("many edits with pending requests end in the right text", async () => {
    const it = await server();
    const uri = "untitled:busy";
    await it.open(uri, "");
    const letters = 'http.host eq "a" and http.hots eq "b"';
    const waiting: Promise<unknown>[] = [];
    let version = 1;
    const rounds = times(5, 200);
    for (let round = 0; round < rounds; round++) {
      for (let at = 0; at < letters.length; at++) {
        const here = { line: 0, character: at };
        const text = letters[at];
        void it.change(uri, ++version, { range: { start: here, end: here }, text });
        if (at % 9 === 0) {
          const asked = { textDocument: { uri }, position: here };
          waiting.push(it.ask("textDocument/completion", asked).catch((error) => error.code));
          waiting.push(it.ask("textDocument/diagnostic", { textDocument: { uri } }));
        }
      }
      if (round < rounds - 1) void it.change(uri, ++version, { text: "" });
    }
    await Promise.all(waiting);
    expect(version).toBeGreaterThan(times(175, 7000));
    expect(await it.codes(uri)).toEqual(["unknown-field"]);
  });

  test("pushed diagnostics never go back to an older version", async () => {
    const it = await Abuser.start({});
    const uri = "untitled:pushed";
    await it.open(uri, "ssl");
    const last = times(125, 5000);
    for (let version = 2; version <= last; version++) {
      void it.change(uri, version, { text: version % 2 === 0 ? "nothing" : `ssl # ${version}` });
      if (version % 50 === 0) await it.ask("textDocument/foldingRange", { textDocument: { uri } });
    }
    await it.change(uri, last + 1, { text: 'http.hots eq "a"' });
    await expect.poll(() => it.published.at(-1)?.version).toBe(last + 1);
    const versions = it.published.map((each) => each.version ?? 0);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(it.published.at(-1)?.diagnostics.map((each) => each.code)).toEqual(["unknown-field"]);
  });

  test("a thousand requests that are canceled immediately", async () => {
    const it = await server();
    await it.open("untitled:a", "ssl");
    const asked = { textDocument: { uri: "untitled:a" }, position };
    const waiting = Array.from({ length: 1000 }, () => {
      const source = new CancellationTokenSource();
      const answer = it.connection.sendRequest("textDocument/hover", asked, source.token);
      source.cancel();
      return answer.then(
        () => "answered",
        (error) => error.code,
      );
    });
    const outcomes = new Set(await Promise.all(waiting));
    for (const outcome of outcomes) expect(["answered", -32800]).toContain(outcome);
    await it.checkAlive();
  });

  test.each([
    [
      "comments, a rule",
      "cfrule",
      "",
      `# ${"x".repeat(98)}\n`,
      "http.host eq",
      "expression-syntax",
    ],
    [
      "conditions, a filter",
      "lpfilter",
      '{"where":{"and":[\n',
      `{"key":"ClientRequestURI","operator":"contains","value":"/${"x".repeat(138)}"},\n`,
      "{}]}",
      "json-syntax",
    ],
  ])(`${megabytes} of %s: can be queried and edited, and is not formatted`, async (...row) => {
    const [, language, first, line, last, code] = row;
    const it = await server();
    const uri = "untitled:huge";
    const lines = Math.ceil(most / line.length);
    await it.open(uri, first + line.repeat(lines), language);
    expect(await it.codes(uri)).toContain("large-file");
    const end = { line: lines + (first === "" ? 0 : 1), character: 0 };
    await it.change(uri, 2, { range: { start: end, end }, text: last });
    const about = { textDocument: { uri }, position, options: { tabSize: 2, insertSpaces: true } };
    expect(await it.ask("textDocument/formatting", about)).toBeNull();
    const range = { start: { line: 0, character: 0 }, end };
    expect(await it.ask("textDocument/rangeFormatting", { ...about, range })).toEqual([]);
    expect(await it.ask("textDocument/onTypeFormatting", { ...about, ch: "\n" })).toEqual([]);
    expect(await it.codes(uri)).toEqual(expect.arrayContaining(["large-file", code]));
    await it.ask("textDocument/hover", about);
    await it.tell("textDocument/didClose", { textDocument: { uri } });
    await it.checkAlive();
    expect(it.memory()).toBeLessThan(isLong ? 1500 : 600);
  });

  test.each([
    ["lpfilter", "[", "1,"],
    ["lpfilter", "{", '"a":1,'],
    ["lpfilter", '{"where":{"and":[', '{"key":"ClientIP","operator":"eq","value":"1.2.3.4"},'],
    ["lpfilter", '"', '{\\"a\\":1},'],
    ["lpjob", "[", "[],"],
    // The number of comments is limited, which is reported.
    ["lpjob", "{}", isLong ? "// weir-ignore\n" : "//\n"],
  ])(`${megabytes} of %s, %s%s…, fit into a small heap`, async (language, first, piece) => {
    const it = await smallServer();
    const uri = "untitled:huge";
    await it.open(uri, first + piece.repeat(most / piece.length), language);
    expect(await it.codes(uri)).toEqual(expect.arrayContaining(["large-file", "json-syntax"]));
    const end = { line: 0, character: 1 };
    await it.change(uri, 2, { range: { start: end, end }, text: " " });
    expect(await it.codes(uri)).toContain("large-file");
    await it.tell("textDocument/didClose", { textDocument: { uri } });
    await it.checkAlive();
  });

  test("hundreds of open documents are answered within bounded memory", async () => {
    const it = await smallServer();
    const text = `${'http.host eq "a.example" or '.repeat(40)}http.hots eq "b"`;
    const uris = Array.from({ length: times(50, 2000) }, (_, number) => `untitled:many-${number}`);
    for (const uri of uris) {
      await it.open(uri, text);
      await it.codes(uri);
    }
    expect(await it.codes("untitled:many-0")).toContain("unknown-field");
    expect(it.memory()).toBeLessThan(isLong ? 1000 : 600);
  });
});
