import { afterEach, describe, expect, test } from "vitest";
import type { ClientCapabilities, Location, WorkspaceEdit } from "vscode-languageserver/node";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { folderWith, removeFolders } from "../support/folders.ts";
import { readCursor } from "../support/marks.ts";
import { startClient, stopClients, type TestClient } from "../support/programs/lsp.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

const files = {
  "weir.json": '{ "lists": ["office_ips", "partners"] }',
  "a.cfrule": "not ip.src in $office_ips and ip.src in $office_ips",
  "b.cfrule": "ip.src in $partners or ip.src in $office_ips",
  "c.cfrule": 'http.host eq "$office_ips" # $office_ips',
  "broken.cfrule": "(ip.src in $office_ips and",
};

/** A client in that workspace, and a request about the cursor in an open document. */
async function inWorkspace(marked: string, capabilities: ClientCapabilities = {}) {
  const folder = folderWith(files);
  const client = await startClient({ languages: [cfrule], capabilities, folders: [folder] });
  const { text, offset } = readCursor(marked);
  const uri = `${folder}/b.cfrule`;
  await client.open(uri, text, "cfrule");
  const ask = <Answer>(method: string, more: object = {}) =>
    client.request<Answer>(`textDocument/${method}`, {
      textDocument: { uri },
      position: { line: 0, character: offset },
      ...more,
    });
  return { client, folder, ask };
}

function shown(locations: readonly Location[] | null, folder: string): string[] | undefined {
  return locations?.map(
    ({ uri, range }) =>
      `${uri.slice(folder.length + 1)} ${range.start.character}-${range.end.character}`,
  );
}

function renamed(edit: WorkspaceEdit | null, folder: string): string[] {
  return Object.entries(edit?.changes ?? {}).flatMap(([uri, edits]) =>
    edits.map((it) => `${uri.slice(folder.length + 1)} ${it.range.start.character} ${it.newText}`),
  );
}

describe("references of a list", () => {
  const references = async (marked: string, includeDeclaration: boolean) => {
    const { ask, folder } = await inWorkspace(marked);
    const found = await ask<Location[] | null>("references", { context: { includeDeclaration } });
    return shown(found, folder);
  };

  test("are found in open and closed files, and in files with errors", async () => {
    expect(await references("ip.src in $office_<|>ips", false)).toEqual([
      "b.cfrule 11-21",
      "a.cfrule 15-25",
      "a.cfrule 41-51",
      "broken.cfrule 12-22",
      "weir.json 12-24",
    ]);
  });

  test("are defined in the settings", async () => {
    const { ask, folder } = await inWorkspace("ip.src in $part<|>ners");
    expect(shown(await ask<Location[] | null>("definition"), folder)).toEqual(["weir.json 26-36"]);
  });

  test("include the settings with the declaration", async () => {
    expect(await references("ip.src in <|>$partners", true)).toEqual([
      "b.cfrule 11-19",
      "weir.json 26-36",
    ]);
  });

  test("do not exist for other names", async () => {
    expect(await references("ip.s<|>rc in $partners", true)).toBeUndefined();
  });
});

describe("renaming a list", () => {
  const preparing = { textDocument: { rename: { prepareSupport: true } } };
  const failed = { code: -32803 };

  test("is offered on its name", async () => {
    const { ask, client } = await inWorkspace("ip.src in $partn<|>ers", preparing);
    expect(providerOf(client)).toEqual({ prepareProvider: true });
    expect(await ask("prepareRename")).toEqual({
      range: { start: { line: 0, character: 11 }, end: { line: 0, character: 19 } },
      placeholder: "partners",
    });
  });

  test.each(["ip.s<|>rc in $partners", "ip.src in $cf.ma<|>lware"])(
    "is not offered in %s",
    async (marked) => {
      const { ask } = await inWorkspace(marked, preparing);
      expect(await ask("prepareRename")).toBeNull();
    },
  );

  test("changes every file and the settings", async () => {
    const { ask, folder } = await inWorkspace("ip.src in $office_ips<|>");
    const edit = await ask<WorkspaceEdit>("rename", { newName: "$branches" });
    expect(renamed(edit, folder)).toEqual([
      "b.cfrule 11 branches",
      "a.cfrule 15 branches",
      "a.cfrule 41 branches",
      "broken.cfrule 12 branches",
      'weir.json 12 "branches"',
    ]);
  });

  test("includes document versions when the client supports them", async () => {
    const { ask, folder } = await inWorkspace("ip.src in $partners<|>", {
      workspace: { workspaceEdit: { documentChanges: true } },
    });
    const edit = await ask<WorkspaceEdit>("rename", { newName: "friends" });
    expect(edit.documentChanges?.map((it) => "textDocument" in it && it.textDocument)).toEqual([
      { uri: `${folder}/b.cfrule`, version: 1 },
      { uri: `${folder}/weir.json`, version: null },
    ]);
  });

  test.each([
    ["a list in another file", "ip.src in $partners<|>", "office_ips"],
    ["a list in the settings alone", "ip.src in $own<|>", "partners"],
  ])("is refused when the name is already used by %s", async (_, marked, newName) => {
    const { ask } = await inWorkspace(marked);
    await expect(ask("rename", { newName })).rejects.toMatchObject({
      ...failed,
      message: `A list '$${newName}' already exists.`,
    });
  });

  test("is refused for an invalid name, and for a managed list", async () => {
    const { ask } = await inWorkspace("ip.src in $partners<|>");
    await expect(ask("rename", { newName: "Our Friends" })).rejects.toMatchObject({
      ...failed,
      message:
        "'Our Friends' is not a valid list name. Use only lowercase letters, digits and '_'.",
    });
    const managed = await inWorkspace("ip.src in $cf.vpn<|>");
    await expect(managed.ask("rename", { newName: "x" })).rejects.toMatchObject({
      ...failed,
      message: "'$cf.vpn' is a managed list and cannot be renamed.",
    });
  });
});

function providerOf(client: TestClient): unknown {
  return client.initialized?.capabilities.renameProvider;
}
