import { afterEach, describe, expect, test, vi } from "vitest";
import type { Diagnostic } from "vscode-languageserver/node";
import type {
  CommandArguments,
  CommandName,
  FileResults,
  ProfilesResult,
  Refusal,
} from "../../../server/src/lsp/protocol.ts";
import { removeAt, removeFolders, writeAt } from "../../support/folders.ts";
import { stopClients } from "../../support/programs/lsp.ts";
import {
  origin,
  saysYes,
  showsMessages,
  Workbench,
  weirJson,
} from "../../support/programs/workbench.ts";

afterEach(() => {
  stopClients();
  removeFolders();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const rule = "# @action block\nssl";
const filter = '{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }';
const job = '{ "name": "a", "dataset": "http_requests", "filter": "in/f.lpfilter" }';
const files = {
  "a.cfrule": rule,
  "b.cfrule": "# @action log\nnot ssl",
  "f.lpfilter": filter,
  "notes.md": "Nothing of ours.",
  "in/x.cfrule": rule,
};
const offers = { confirm: true, choose: true };
const start = () => Workbench.open({ files, offers, answers: saysYes });

/** The refusal of the command, or of its first file. */
function messageOf(answer: Partial<FileResults> & Partial<Refusal>): string {
  return answer.refusal ?? answer.results?.[0]?.message ?? "nothing";
}

describe("a refused command explains why and sends nothing", () => {
  test.each<[CommandName, (uri: (name: string) => string) => CommandArguments, string]>([
    ["weir.push", () => ({}), `'weir.push' needs a file. Pass { "uri": "file:///…" }.`],
    ["weir.push", (uri) => ({ uri: uri("in") }), "is a folder. Pass the files in it."],
    ["weir.push", (uri) => ({ uri: uri("notes.md") }), "is not a file type that can be pushed."],
    [
      "weir.push",
      () => ({ uri: "untitled:Untitled-1" }),
      "The file was never saved. Save it first.",
    ],
    ["weir.push", () => ({ uri: "https://a.example/b.cfrule" }), "is not a local file."],
    ["weir.push", (uri) => ({ uri: uri("gone.cfrule") }), "File not found: 'gone.cfrule'."],
    ["weir.createRule", () => ({}), "needs a file."],
    [
      "weir.createRule",
      (uri) => ({ uri: uri("f.lpfilter") }),
      "is not a rule. 'weir.createRule' needs a '.cfrule' file.",
    ],
    ["weir.pull", () => ({}), "needs a file."],
    ["weir.copyCurl", () => ({}), "needs a file."],
    [
      "weir.copyCurl",
      (uri) => ({ uri: uri("notes.md") }),
      "is not a file type that can be pushed.",
    ],
    [
      "weir.copyCurl",
      (uri) => ({ uris: [uri("a.cfrule"), uri("b.cfrule")] }),
      "needs exactly one file.",
    ],
    ["weir.copyEscaped", () => ({}), "needs a file."],
    [
      "weir.copyEscaped",
      (uri) => ({ uris: [uri("notes.md")] }),
      "is not a file type that can be pushed.",
    ],
    ["weir.copyEscaped", (uri) => ({ uri: uri("gone.lpfilter") }), "File not found."],
    ["weir.copySql", () => ({}), "needs a file."],
    ["weir.copyFilter", () => ({}), "needs a file."],
    ["weir.compareMeaning", () => ({}), "needs a file."],
    [
      "weir.compareMeaning",
      (uri) => ({ uris: [uri("a.cfrule"), uri("b.cfrule")] }),
      "needs exactly one file.",
    ],
    [
      "weir.copyFilter",
      (uri) => ({ uri: uri("notes.md") }),
      "Only a rule can be copied as a filter.",
    ],
    ["weir.copySql", (uri) => ({ uri: uri("gone.lpfilter") }), "File not found."],
    ["weir.copySql", (uri) => ({ uri: uri("notes.md") }), "This file has no filters or rules."],
    [
      "weir.remoteText",
      (uri) => ({ uri: uri("notes.md") }),
      "is not a file type that can be pulled.",
    ],
    [
      "weir.remoteText",
      (uri) => ({ uris: [uri("a.cfrule"), uri("b.cfrule")] }),
      "needs exactly one file.",
    ],
    ["weir.resources", () => ({}), "needs a file."],
    ["weir.verify", (uri) => ({ uri: uri("in"), profile: "other" }), "'other'"],
  ])("%s %#", async (command, args, says) => {
    const bench = await start();
    const answer = await bench.run<FileResults & Refusal>(
      command,
      args((it) => bench.uri(it)),
    );
    expect(messageOf(answer)).toContain(says);
    expect(bench.sent).toEqual([]);
  });

  test("the message names the one open file as an example", async () => {
    const bench = await start();
    await bench.client.open(bench.uri("a.cfrule"), rule, "cfrule");
    expect((await bench.run("weir.push", {})).refusal).toContain(bench.uri("a.cfrule"));
  });

  test("a pull does not overwrite an unsaved document", async () => {
    const bench = await start();
    await bench.client.open(bench.uri("a.cfrule"), `${rule} and ssl`, "cfrule");
    expect((await bench.run("weir.pull", bench.uri("a.cfrule"))).refusal).toBe(
      "'a.cfrule' has unsaved changes. Save it first.",
    );
  });
});

describe("profiles", () => {
  test("are those of the named files, and an invalid file is reported", async () => {
    const settings = JSON.stringify({
      profiles: {
        good: JSON.parse(weirJson()).profiles.local,
        bare: { baseUrl: `${origin}/client/v4` },
        plain: { baseUrl: "http://api.example.com" },
      },
    });
    const bench = await Workbench.open({ files: { ...files, "weir.json": settings }, offers });
    const { profiles } = await bench.run<ProfilesResult>("weir.profiles", {
      uri: bench.uri("a.cfrule"),
    });
    expect(profiles).toMatchObject([
      { name: "good", isDefault: false, isLoopback: true },
      { name: "bare", origin },
      { name: "plain", origin: "", problem: expect.stringContaining("http") },
    ]);
    expect(profiles[1]).not.toHaveProperty("zone");
    expect(profiles[1]).not.toHaveProperty("account");
    const none = await bench.run<ProfilesResult>("weir.profiles", { uri: "file:///a.cfrule" });
    expect(none.profiles).toEqual([]);
  });

  // A host that was only half written could be another one.
  test.each([
    ['{ "profiles": { "local": { "zone": 12, } ', "local"],
    ["{", "weir.json"],
  ])("of a weir.json with errors are not used: %s", async (settings, name) => {
    const bench = await Workbench.open({ files: { ...files, "weir.json": settings }, offers });
    const uri = bench.uri("a.cfrule");
    const { profiles } = await bench.run<ProfilesResult>("weir.profiles", { uri });
    const problem = "'weir.json' has errors. Fix them before you push.";
    expect(profiles).toMatchObject([{ name, origin: "", problem }]);
  });
});

describe("a client without confirmation support", () => {
  test("gets a message for each file, up to a limit, and errors for failures", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`${i}.cfrule`, `# @action log\nnothing${i}`]),
    );
    const bench = await Workbench.open({ files: many, capabilities: showsMessages });
    const uris = Object.keys(many).map((it) => bench.uri(it));
    await bench.run("weir.push", { uris });
    const { type, message } = (await bench.client.untilTold("window/showMessage")) as {
      type: number;
      message: string;
    };
    expect(type).toBe(1);
    expect(message).toMatch(/… and \d+ more\.$/);
  });

  test("gets a message when there is nothing to do", async () => {
    const bench = await Workbench.open({ files: {}, capabilities: showsMessages });
    await bench.run("weir.pull", bench.folder);
    expect(await bench.client.untilTold("window/showMessage")).toMatchObject({
      message: "Nothing to do.",
    });
  });
});

describe("files of a workspace are created and deleted", () => {
  const missing = async (bench: Workbench) => {
    const { items } = await bench.client.request<{ items: Diagnostic[] }>(
      "textDocument/diagnostic",
      { textDocument: { uri: bench.uri("a.lpjob") } },
    );
    return items.some((it) => String(it.message).includes("in/f.lpfilter"));
  };
  const notify = (bench: Workbench, name: string, type: 1 | 2 | 3) =>
    bench.client.notify("workspace/didChangeWatchedFiles", {
      changes: [{ uri: bench.uri(name), type }],
    });

  test("a job detects that its filter is created and deleted", async () => {
    const bench = await Workbench.open({
      files: { "a.lpjob": job, "b.lpjob": job },
      capabilities: {
        textDocument: { diagnostic: {} },
        workspace: { diagnostics: { refreshSupport: true } },
      },
    });
    await bench.client.open(bench.uri("a.lpjob"), job, "lpjob");
    const refreshed = () =>
      bench.client.asked.filter((it) => it.method === "workspace/diagnostic/refresh").length;
    expect(await missing(bench)).toBe(true);
    writeAt(bench.uri("in/f.lpfilter"), filter);
    await notify(bench, "in/f.lpfilter", 1);
    await bench.client.until(() => refreshed() > 0);
    expect(await missing(bench)).toBe(false);
    const before = refreshed();
    await notify(bench, "in/f.lpfilter", 2);
    await notify(bench, "b.lpjob", 2);
    removeAt(bench.uri("in/f.lpfilter"));
    await notify(bench, "in/f.lpfilter", 3);
    await bench.client.until(() => refreshed() > before);
    expect(await missing(bench)).toBe(true);
    removeAt(bench.uri("b.lpjob"));
    await notify(bench, "b.lpjob", 3);
    await notify(bench, "notes.md", 3);
    expect(await missing(bench)).toBe(true);
  });
});

test("settings are neither pushed nor formatted", async () => {
  const bench = await start();
  const uri = bench.uri("weir.json");
  await bench.client.open(uri, "{}", "jsonc");
  expect(messageOf(await bench.run("weir.copyEscaped", uri))).toBe(
    "'weir.json' has nothing to push.",
  );
  const options = { tabSize: 2, insertSpaces: true };
  const asked = { textDocument: { uri }, options };
  expect(await bench.client.request("textDocument/formatting", asked)).toBeNull();
});
