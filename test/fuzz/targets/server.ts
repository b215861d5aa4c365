import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import {
  createConnection,
  createMessageConnection,
  type Disposable,
  type MessageConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { languages } from "../../../server/src/languages.ts";
import { nodePlatform } from "../../../server/src/lsp/node-platform.ts";
import { startServer } from "../../../server/src/lsp/server.ts";
import { connectionOptions } from "../../../server/src/lsp/wire/parameters.ts";
import type { Random } from "../../conformance/random.ts";
import { samplesOf } from "../samples.ts";
import type { Target } from "../target.ts";

/** One server for all inputs of a run, as in a long editor session. */
let started: Promise<MessageConnection> | undefined;
const open: Disposable[] = [];

async function start(): Promise<MessageConnection> {
  const [there, back] = [new PassThrough(), new PassThrough()];
  const server = createConnection(
    ProposedFeatures.all,
    new StreamMessageReader(there),
    new StreamMessageWriter(back),
    connectionOptions,
  );
  startServer(server, nodePlatform);
  const client = createMessageConnection(
    new StreamMessageReader(back),
    new StreamMessageWriter(there),
  );
  open.push(server, client);
  client.onRequest(() => null);
  // A failure that the server logs fails the current input.
  client.onNotification("window/logMessage", ({ type, message }) => {
    if (type === 1) failures.push(message);
  });
  client.listen();
  const capabilities = { textDocument: { diagnostic: {} } };
  await client.sendRequest("initialize", { processId: null, rootUri: null, capabilities });
  await client.sendNotification("initialized", {});
  return client;
}

const failures: string[] = [];

interface Editing {
  readonly client: MessageConnection;
  readonly random: Random;
  readonly uri: string;
  version: number;
}

const anywhere = ["untitled:gone", "file:///nowhere/weir.json", "x", "", "file:///%zz/a.cfrule"];

/**
 * Edits, requests and invalid messages about one document. Then its diagnostics equal the diagnostics of the same text when
 * opened again.
 */
const server: Target = {
  name: "server",
  samples: languages.flatMap((it) => samplesOf(it).slice(0, 40)),
  async run(text, random) {
    started ??= start();
    const client = await started;
    const { id } = random.pick(languages);
    const it: Editing = { client, random, uri: `untitled:${random.below(1e9)}`, version: 1 };
    const opened = (uri: string, content: string) =>
      client.sendNotification("textDocument/didOpen", {
        textDocument: { uri, languageId: id, version: 1, text: content },
      });
    void opened(it.uri, text);
    const waiting = random.several(1, 12, () => act(it, text));
    await Promise.all(waiting);
    await change(it, { text });
    const after = await findings(client, it.uri);
    await opened(`${it.uri}b`, text);
    assert.deepEqual(after, await findings(client, `${it.uri}b`));
    for (const uri of [it.uri, `${it.uri}b`])
      await client.sendNotification("textDocument/didClose", { textDocument: { uri } });
    assert.deepEqual(failures.splice(0), []);
  },
};

async function findings(client: MessageConnection, uri: string): Promise<unknown> {
  const report: { items?: { data?: unknown }[] } = await client.sendRequest(
    "textDocument/diagnostic",
    { textDocument: { uri } },
  );
  // The data of a diagnostic contains the URI of its document.
  return report.items?.map((it) => JSON.stringify(it).replaceAll(uri, ""));
}

function change(it: Editing, ...contentChanges: unknown[]): Promise<void> {
  it.version++;
  const textDocument = { uri: it.uri, version: it.version };
  return it.client.sendNotification("textDocument/didChange", { textDocument, contentChanges });
}

const methods = [
  ...["hover", "completion", "signatureHelp", "documentHighlight", "references", "prepareRename"],
  ...["documentSymbol", "foldingRange", "documentLink", "codeLens", "semanticTokens/full"],
  ...["formatting", "rangeFormatting", "onTypeFormatting", "codeAction", "inlayHint", "diagnostic"],
  ...["selectionRange", "semanticTokens/range", "semanticTokens/full/delta", "rename"],
];

/** One step, which only has to finish. */
function act(it: Editing, text: string): Promise<unknown> {
  const { client, random } = it;
  if (random.chance(0.4)) return change(it, edit(random, text));
  const textDocument = { uri: random.chance(0.8) ? it.uri : random.pick(anywhere) };
  const params = {
    textDocument,
    position: position(random),
    positions: [position(random)],
    range: { start: position(random), end: position(random) },
    options: { tabSize: random.pick([2, 0, -1, 1e6]), insertSpaces: random.chance(0.5) },
    context: { diagnostics: [], triggerKind: 1, includeDeclaration: true },
    ch: random.pick(["}", "\n", ")", "x", ""]),
    newName: random.pick(["a", "", "😀"]),
    previousResultId: random.pick(["", "x"]),
  };
  // An error response is fine.
  return client
    .sendRequest(`textDocument/${random.pick(methods)}`, params)
    .catch((error) => assert.equal(typeof error.code, "number"));
}

function edit(random: Random, text: string): unknown {
  const from = random.below(text.length + 1);
  const inserted = text.slice(from, from + random.below(20));
  return { range: { start: position(random), end: position(random) }, text: inserted };
}

function position(random: Random): { line: number; character: number } {
  const number = () => random.pick([0, 0, 1, 2, 5, random.below(100), 2 ** 31 - 1]);
  return { line: number(), character: number() };
}

export const serverTargets: readonly Target[] = [server];
