import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type OwnParts, registerOwnCommands } from "../../client/src/commands/client-commands.ts";
import { serviceCommands } from "../../client/src/server/no-service.ts";
import { SentFiles } from "../../client/src/server/sent-files.ts";
import manifest from "../../package.json";
import type { FilesParams } from "../../server/src/lsp/protocol.ts";
import { editor, fileChanges, resetEditor, Uri, workspace } from "./fakes/fake-vscode.ts";

beforeEach(resetEditor);

const home = "vscode-vfs://github/acme";

function write(path: string, text: string | Uint8Array): void {
  editor.files.set(path, typeof text === "string" ? new TextEncoder().encode(text) : text);
}

/** A server that records messages, and can be awaited. */
function server() {
  const sent: FilesParams[] = [];
  let came = () => {};
  const send = async (params: FilesParams) => {
    sent.push(params);
    came();
  };
  const until = async (count: number) => {
    while (sent.length < count)
      await new Promise<void>((resolve) => {
        came = resolve;
      });
    return sent;
  };
  return { send, until };
}

describe.each([
  ["that can be searched", true],
  ["whose folders are walked", false],
])("the files of a workspace %s", (_, searches) => {
  beforeEach(() => {
    editor.searches = searches;
    write("weir.json", "{}");
    write("in/deep/a.lpfilter", "\ufeffä");
    write("in/b.cfrule", Uint8Array.of(0xff, 0xfe));
    write("readme.md", "no");
  });

  test("are sent to the server, settings first, without binary files", async () => {
    const { send, until } = server();
    new SentFiles().start(send);
    expect(await until(2)).toEqual([
      { files: [{ uri: `${home}/weir.json`, text: "{}" }] },
      { files: [{ uri: `${home}/in/deep/a.lpfilter`, text: "ä" }], isAll: true },
    ]);
  });

  test("are sent with the lock file, which no search finds", async () => {
    const { send, until } = server();
    write("weir.lock.json", "{}");
    new SentFiles().start(send);
    const [, rest] = await until(2);
    expect(rest?.files[0]).toEqual({ uri: `${home}/weir.lock.json`, text: "{}" });
  });

  test("are sent again when they change or are deleted, and to the next server", async () => {
    const [first, second] = [server(), server()];
    const files = new SentFiles();
    const watching = files.watch();
    files.start(first.send);
    await first.until(2);
    write("weir.json", "[]");
    fileChanges.fire(Uri.parse(`${home}/weir.json`));
    await first.until(3);
    editor.files.delete("weir.json");
    fileChanges.fire(Uri.parse(`${home}/weir.json`));
    const sent = await first.until(4);
    const uri = `${home}/weir.json`;
    expect(sent.slice(2)).toEqual([
      { files: [{ uri, text: "[]" }] },
      { files: [{ uri, text: null }] },
    ]);
    files.start(second.send);
    expect((await second.until(2)).map((it) => it.files.length)).toEqual([0, 1]);
    for (const it of watching) it.dispose();
  });
});

test("where the service is unavailable, its commands explain why and do nothing else", async () => {
  registerOwnCommands({ run: {}, whyNoService: "Because." } as unknown as OwnParts);
  const own = [...editor.registered].filter(([name]) => serviceCommands.has(name));
  for (const [, run] of own) await run();
  expect(own.length).toBeGreaterThan(5);
  expect(editor.shown.map((it) => it.text)).toEqual(own.map(() => "Because."));
  expect(editor.executed).toEqual([]);
});

test("every command is classified as using the service or not", () => {
  const others = manifest.contributes.commands
    .map((it) => it.command)
    .filter((it) => !serviceCommands.has(it));
  expect(others.map((it) => it.replace("weir.", "")).sort()).toEqual(
    [
      ...["newFilter", "newJob", "newRule"],
      ...[
        "copyEscaped",
        "copySql",
        "copyFilter",
        "compareMeaning",
        "copyId",
        "createSettings",
        "openDashboard",
        "openFile",
        "openForm",
        "openTerraform",
        "openText",
        "openWalkthrough",
        "pasteEscaped",
        "refresh",
        "trace",
        "tryOnLogs",
        "useSample",
      ],
      ...["restartServer", "showOutput", "signOut", "startEmulator", "stopEmulator"],
    ].sort(),
  );
});

test("where search fails the folders are scanned, within limits and without foreign ones", async () => {
  const { send, until } = server();
  vi.spyOn(workspace, "findFiles").mockRejectedValue(new Error("Search is not available."));
  write("node_modules/a.lpfilter", "no");
  write("deep/b.lpfilter", "yes");
  write("huge.cfrule", new Uint8Array(16 * 1024 * 1024 + 1));
  for (let i = 0; i < 500; i++) write(`deep/${i}/deeper/c.lpfilter`, "too far");
  new SentFiles().start(send);
  const [, rest] = await until(2);
  vi.restoreAllMocks();
  expect(rest).toEqual({
    files: [{ uri: `${home}/deep/b.lpfilter`, text: "yes" }],
    isAll: true,
  });
});

test("a folder that cannot be read has no files", async () => {
  const { send, until } = server();
  editor.searches = false;
  vi.spyOn(workspace.fs, "readDirectory").mockRejectedValue(new Error("No."));
  new SentFiles().start(send);
  expect(await until(2)).toEqual([{ files: [] }, { files: [], isAll: true }]);
  vi.restoreAllMocks();
});

test("before the server starts nothing is sent, and the first one gets everything", async () => {
  const { send, until } = server();
  const files = new SentFiles();
  const watching = files.watch();
  write("weir.json", "{}");
  fileChanges.fire(Uri.parse(`${home}/weir.json`));
  await setImmediate();
  files.start(send);
  expect((await until(2)).map((it) => it.files.length)).toEqual([1, 0]);
  for (const it of watching) it.dispose();
});
