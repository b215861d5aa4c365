import { beforeEach, describe, expect, test } from "vitest";
import { type OwnParts, registerOwnCommands } from "../../client/src/commands/own.ts";
import { serviceCommands } from "../../client/src/no-service.ts";
import { SentFiles } from "../../client/src/sent-files.ts";
import manifest from "../../package.json";
import type { FilesParams } from "../../server/src/lsp/protocol.ts";
import { editor, fileChanges, resetEditor, Uri } from "./fake-vscode.ts";

beforeEach(resetEditor);

const home = "vscode-vfs://github/acme";

function write(path: string, text: string | Uint8Array): void {
  editor.files.set(path, typeof text === "string" ? new TextEncoder().encode(text) : text);
}

/** A server that notes what it is sent, and can be waited for. */
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

  test("are sent to the server, the settings first, without what is no text", async () => {
    const { send, until } = server();
    new SentFiles().start(send);
    expect(await until(2)).toEqual([
      { files: [{ uri: `${home}/weir.json`, text: "{}" }] },
      { files: [{ uri: `${home}/in/deep/a.lpfilter`, text: "ä" }], isAll: true },
    ]);
  });

  test("are sent again when they change, when they go, and to the next server", async () => {
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

test("where the service is out of reach, what leads there says why and does nothing else", async () => {
  registerOwnCommands({ run: {}, whyNoService: "Because." } as unknown as OwnParts);
  const own = [...editor.registered].filter(([name]) => serviceCommands.has(name));
  for (const [, run] of own) await run();
  expect(own.length).toBeGreaterThan(5);
  expect(editor.shown.map((it) => it.text)).toEqual(own.map(() => "Because."));
  expect(editor.executed).toEqual([]);
});

test("every command leads to the service, or is one of those that do not", () => {
  const others = manifest.contributes.commands
    .map((it) => it.command)
    .filter((it) => !serviceCommands.has(it));
  expect(others.map((it) => it.replace("weir.", "")).sort()).toEqual(
    [
      ...["copyEscaped", "copyId", "createSettings", "openFile", "pasteEscaped", "refresh"],
      ...["restartServer", "showOutput", "signOut", "startEmulator", "stopEmulator"],
    ].sort(),
  );
});
