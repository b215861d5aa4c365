import { resolveObjectURL } from "node:buffer";
import type { MessagePort } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Message } from "vscode-languageserver/node";
import { activate, deactivate } from "../../client/src/web.ts";
import { runWorker } from "../support/programs/web-server.ts";
import { until } from "../support/waiting.ts";
import { clients } from "./fakes/fake-languageclient.ts";
import { testing } from "./fakes/fake-tests.ts";
import { commands, editor, resetEditor, Uri } from "./fakes/fake-vscode.ts";
import { around, happens } from "./fakes/fake-window.ts";
import { extensionContext } from "./fakes/window.ts";

const home = "vscode-vfs://github/acme";
const ports: MessagePort[] = [];

/** A browser's worker, whose script is a URL. */
class Worker {
  onmessage: ((event: { data: Message }) => void) | undefined;
  private readonly port: Promise<MessagePort>;

  constructor(address: string) {
    this.port = this.run(address);
  }

  async postMessage(message: Message): Promise<void> {
    (await this.port).postMessage(message);
  }

  private async run(address: string): Promise<MessagePort> {
    const port = runWorker((await resolveObjectURL(address)?.text()) ?? "");
    port.on("message", (data) => this.onmessage?.({ data }));
    ports.push(port);
    return port;
  }
}

const opened = extensionContext();

beforeEach(() => {
  resetEditor();
  vi.stubGlobal("Worker", Worker);
});

afterEach(async () => {
  for (const it of around.panels.splice(0)) it.dispose();
  for (const it of opened.subscriptions.splice(0)) it.dispose();
  await deactivate();
  for (const port of ports.splice(0)) port.close();
  vi.unstubAllGlobals();
});

function write(path: string, text: string): void {
  editor.files.set(path, new TextEncoder().encode(text));
}

function openFile(path: string, text: string): void {
  const uri = Uri.parse(`${home}/${path}`);
  const document = { uri, languageId: path.slice(path.lastIndexOf(".") + 1), isDirty: false };
  editor.documents.push({
    ...document,
    isUntitled: false,
    save: async () => true,
    getText: () => text,
  });
}

test("the server is a worker that receives the files of the folder and later saves", async () => {
  const text = '{ "where": { "key": "QueryName", "operator": "eq", "value": "x" } }';
  const filter = `${home}/in/a.lpfilter`;
  write("weir.json", '{ "datasets": { "in/*": "dns_logs" } }');
  openFile("in/a.lpfilter", text);
  openFile("notes.md", "We know nothing of this.");
  await activate(opened.context);
  const client = clients.at(-1);
  const found = () => client?.findings.get(filter)?.join();
  expect(client?.module).toBeUndefined();
  await until(() => found() === "");
  write("weir.json", '{ "datasets": { "in/*": "http_requests" } }');
  happens.save.fire({ ...editor.documents[0], uri: Uri.parse(`${home}/weir.json`) } as never);
  await until(() => found() === "unknown-field");
  write("weir.json", '{ "datasets": { "in/*": "gateway_dns" } }');
  happens.save.fire({ ...editor.documents[0], uri: Uri.parse(`${home}/notes.md`) } as never);
  happens.folders.fire(undefined);
  await until(() => found() === "");
  expect(client?.findings.has(`${home}/notes.md`)).toBe(false);
});

test("examples are found and run", async () => {
  write("a.cfrule", "# @match GET https://a.example/\nssl\n");
  await activate(opened.context);
  const controller = await until(() => testing.controller);
  await controller.resolveHandler?.();
  expect(Object.values(controller.tree)).toEqual([["@match GET https://a.example/"]]);
  const run = await controller.run();
  expect([...(run?.states.values() ?? [])]).toEqual(["passed"]);
});

test.each([
  ["a file", "logs/b.ndjson", 1],
  ["a folder", "logs", 2],
  ["a glob", "logs/*.gz", 1],
  ["CSV", "logs/c.csv", undefined],
])("the samples of weir.json are read by the client: %s", async (_, path, lines) => {
  write("weir.json", JSON.stringify({ samples: { http_requests: path } }));
  editor.files.set("logs/a.ndjson.gz", gzipSync('{"EdgeResponseStatus":200}\n'));
  write("logs/b.ndjson", '{"EdgeResponseStatus":404}');
  write("logs/c.csv", "EdgeResponseStatus\n200\n");
  openFile("a.lpfilter", "{}");
  await activate(opened.context);
  await commands.executeCommand("weir.tryOnLogs", `${home}/a.lpfilter`);
  const panel = around.panels.at(-1);
  panel?.says.fire({ kind: "ready" });
  const said = () => panel?.posted.find((it) => "answer" in Object(it) || "refusal" in Object(it));
  await until(said);
  expect(said()).toMatchObject(
    lines === undefined
      ? { refusal: expect.stringContaining("Only NDJSON up to 100 MB") }
      : { answer: { sample: { name: path, lines }, result: { kept: lines } } },
  );
  panel?.dispose();
});

test("the service is unavailable, which all of its commands report", async () => {
  await activate(opened.context);
  expect(editor.executed).toContainEqual(["setContext", "weir.noService", true]);
  expect(editor.executed).toContainEqual(["setContext", "weir.noEmulator", true]);
  for (const command of ["weir.push", "weir.signIn", "weir.chooseProfile"])
    await commands.executeCommand(command);
  const reasons = new Set(editor.shown.map((it) => it.text));
  expect([...reasons]).toEqual([
    expect.stringMatching(
      /^Cannot push from a browser: the service does not accept requests from web pages/,
    ),
  ]);
  await commands.executeCommand("weir.startEmulator");
  expect(editor.shown.at(-1)?.text).toBe("The emulator cannot run in a browser.");
});
