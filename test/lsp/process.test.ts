import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageReader,
  type MessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { Folder } from "../support/programs/cli.ts";
import { bundlePath } from "../support/programs/dist.ts";

// These run the result of `npm run build`, as an editor would.
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill();
});

function run(...args: string[]) {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  started.push(child);
  return child;
}

/** A short session: opens a filter with a problem, and shuts down. */
async function visit(reader: MessageReader, writer: MessageWriter): Promise<void> {
  const connection = createMessageConnection(reader, writer);
  connection.listen();
  const findings = new Promise<{ diagnostics: { code: string }[] }>((resolve) => {
    connection.onNotification("textDocument/publishDiagnostics", resolve);
  });
  await connection.sendRequest("initialize", { processId: process.pid, capabilities: {} });
  await connection.sendNotification("initialized", {});
  const text = '{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }';
  await connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri: "untitled:a", languageId: "lpfilter", version: 1, text },
  });
  expect((await findings).diagnostics.map((it) => it.code)).toContain("missing-where");
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
}

function overStdio(child: ReturnType<typeof run>): Promise<void> {
  return visit(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
}

test("the server uses standard input and output", async () => {
  const child = run(bundlePath("server.cjs"), "--stdio");
  const [[status]] = await Promise.all([once(child, "exit"), overStdio(child)]);
  expect(status).toBe(0);
});

test("the command line starts the same server", async () => {
  const child = run(bundlePath("cli.cjs"), "lsp", "--stdio");
  const [[status]] = await Promise.all([once(child, "exit"), overStdio(child)]);
  expect(status).toBe(0);
});

test("the server uses the IPC channel of a Node parent", async () => {
  const child = fork(bundlePath("server.cjs"), ["--node-ipc"], { stdio: "inherit" });
  started.push(child);
  const visited = visit(new IPCMessageReader(child), new IPCMessageWriter(child));
  const [[status]] = await Promise.all([once(child, "exit"), visited]);
  expect(status).toBe(0);
});

/** The editor listens, and the server that is started with these arguments connects to it. */
async function overSocket(
  editor: Server,
  argsFor: (address: string) => string[],
  program = [bundlePath("server.cjs")],
): Promise<void> {
  await once(editor, "listening");
  const address = editor.address() as AddressInfo | string;
  const where = typeof address === "string" ? address : String(address.port);
  const child = run(...program, ...argsFor(where));
  const ended = once(child, "exit");
  const [socket] = (await once(editor, "connection")) as [Socket];
  await visit(new StreamMessageReader(socket), new StreamMessageWriter(socket));
  expect(await ended).toEqual([0, null]);
  editor.close();
}

test.each<[string, (port: string) => string[]]>([
  ["one word", (port) => [`--socket=${port}`]],
  ["two words", (port) => ["--socket", port]],
])("the server connects to a socket of the editor, in %s", async (_, argsFor) => {
  await overSocket(createServer().listen(0, "127.0.0.1"), argsFor);
});

test.each([
  ["the server", [bundlePath("server.cjs")]],
  ["the command line", [bundlePath("cli.cjs"), "lsp"]],
])("%s connects to a pipe of the editor", async (_, program) => {
  using folder = new Folder();
  const name =
    process.platform === "win32"
      ? `\\\\.\\pipe\\weir-${process.pid}`
      : join(folder.path, "editor.sock");
  await overSocket(createServer().listen(name), (path) => [`--pipe=${path}`], program);
});

test("the server reports a refused connection", async () => {
  const child = spawn(process.execPath, [bundlePath("server.cjs"), "--socket=1"], {
    stdio: "pipe",
  });
  started.push(child);
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  expect(await once(child, "close")).toEqual([1, null]);
  expect(said).toMatch(/^The editor cannot be reached: connect ECONNREFUSED/);
});

test("the server exits when the editor is gone or disconnects", async () => {
  const left = run(bundlePath("server.cjs"), "--stdio");
  left.stdin.end();
  expect(await once(left, "exit")).toEqual([1, null]);
  const lost = run(bundlePath("server.cjs"));
  expect(await once(lost, "exit")).toEqual([2, null]);
});
