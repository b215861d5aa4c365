import { afterEach, expect, test } from "vitest";
import type { Connection, InitializeParams } from "vscode-languageserver/node";
import { Folders } from "../../../server/src/lsp/files/folders.ts";
import { startClient, stopClients } from "../../support/programs/lsp.ts";

afterEach(stopClients);

const good = { uri: "file:///a/", name: "a" };

/** A connection that only records the log. */
function logOf(told: string[]): Pick<Connection, "console"> {
  const warn = (line: string) => told.push(line.replace("The client sent an invalid folder: ", ""));
  return { console: { warn } as never };
}

/** The folders that are read from the client's parameters, and the logged problems. */
function read(sent: object): string {
  const told: string[] = [];
  const params = { processId: null, capabilities: {}, rootUri: null, ...sent };
  const folders = new Folders(params as InitializeParams, logOf(told));
  return `${folders.all().join()} | ${told.join()}`;
}

test.each([
  ["a list", { workspaceFolders: [good] }, "file:///a | "],
  ["an empty list", { workspaceFolders: [], rootUri: "file:///r" }, " | "],
  ["none", { workspaceFolders: null, rootUri: "file:///r/" }, "file:///r | "],
  ["nothing at all", {}, " | "],
  ["a path", { rootPath: "/a b/ä" }, "file:///a%20b/%C3%A4 | "],
  ["a path of Windows", { rootPath: "C:\\a b\\c" }, "file:///C%3A/a%20b/c | "],
  ["a path on another machine", { rootPath: "\\\\server\\share\\a" }, "file://server/share/a | "],
  ["a path beside a root", { rootUri: "file:///r", rootPath: "/a" }, "file:///r | "],
  ["an invalid path", { rootPath: 7 }, " | "],
  ["an object", { workspaceFolders: { uri: "file:///a" } }, ' | {"uri":"file:///a"}'],
  ["a text, beside a root", { workspaceFolders: "x", rootUri: "file:///r" }, 'file:///r | "x"'],
  ["an invalid root", { rootUri: 7 }, ' | {"uri":7}'],
  [
    "a list with other things in it",
    { workspaceFolders: [null, 1, good, {}, { uri: 2 }, "file:///b", { uri: "" }] },
    'file:///a | null,1,{},{"uri":2},"file:///b",{"uri":""}',
  ],
])("folders that are %s", (_, sent, expected) => {
  expect(read(sent)).toBe(expected);
});

test.each([
  ["nothing", undefined, "file:///a"],
  ["an event of nothing", {}, "file:///a"],
  ["invalid lists", { added: 1, removed: "x" }, "file:///a"],
  [
    "other things in the lists",
    { added: [null, { uri: "file:///b" }], removed: [3] },
    "file:///a,file:///b",
  ],
  ["what is right", { added: [{ uri: "file:///c/" }], removed: [good] }, "file:///c"],
])("a change that is %s", (_, event, expected) => {
  const params = { processId: null, capabilities: {}, rootUri: null, workspaceFolders: [good] };
  const folders = new Folders(params, logOf([]));
  folders.change(event as never);
  expect(folders.all().join()).toBe(expected);
});

test("the server starts anyway, and logs the folders it ignores", async () => {
  const client = await startClient({ folders: ["file:///a", undefined as never] });
  expect(client.initialized?.serverInfo?.name).toBe("weir");
  await client.until(() => client.logged.find((it) => it.includes("invalid folder: {}")));
});
