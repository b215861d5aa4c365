import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CancellationToken, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import { createEmulator } from "../../server/src/emulator/emulator.ts";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import { removeAt, removeFolders, writeAt } from "../support/folders.ts";
import { job } from "../support/programs/workbench.ts";
import { until } from "../support/waiting.ts";
import { LanguageClient } from "./fakes/fake-languageclient.ts";
import { commands, editor, window as editorWindow, Uri, workspace } from "./fakes/fake-vscode.ts";
import { around, happens } from "./fakes/fake-window.ts";
import { Window, type WindowOptions } from "./fakes/window.ts";

const rule = "# @action block\nssl";
const filter = '{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }';
const profile = (more: object) => ({
  baseUrl: "http://127.0.0.1:8787/client/v4",
  zone: defaults.zone,
  ...more,
});
const settings = (profiles: object, more: object = {}) => JSON.stringify({ profiles, ...more });
/** Two profiles in the same file, so that the user has to select one. */
const two = settings({ red: profile({}), blue: profile({ zone: "other" }) });

let window: Window | undefined;

async function open(options?: WindowOptions): Promise<Window> {
  window = await Window.open(options);
  return window;
}

afterEach(async () => {
  await window?.close();
  window = undefined;
  removeFolders();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ruleOpen = { files: { "a.cfrule": rule }, open: "a.cfrule" };
const created = /^a\.cfrule: Created rule 'ssl'\.$/;
const noToken = CancellationToken.None;
const isDiff = ([name]: readonly unknown[]) => name === "vscode.diff";

test("the view reports missing profiles only after reading them", async () => {
  const said = () => editor.executed.filter(([, name]) => name === "weir.noProfiles");
  await open(ruleOpen);
  await until(() => said().length > 0);
  expect(new Set(said().map(([, , value]) => value))).toEqual(new Set([false]));
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  const welcome = manifest.contributes.viewsWelcome as { when: string; contents: string }[];
  expect(welcome.find((it) => it.contents.includes("noProfiles"))?.when).toMatch(
    /&& weir\.noProfiles$/,
  );
});

test("a debugger attaches to the port that the server opens", async () => {
  const { client } = await open(ruleOpen);
  const [, port] = /"port": (\d+)/.exec(readFileSync(".vscode/launch.json", "utf8")) ?? [];
  expect(client.debugArguments).toContain(`--inspect=${port}`);
});

describe("a rule", () => {
  test("is pushed after a confirmation, is listed, and is undone", async () => {
    const it = await open(ruleOpen);
    expect(existsSync(it.client.module ?? "")).toBe(true);
    expect(await it.run("weir.push", [], "Create")).toEqual([
      "Create",
      expect.stringMatching(created),
    ]);
    expect(await it.drawn()).toEqual([
      "emulator () current.loopback",
      "  example.com () zone",
      "    Jobs (0) group",
      "    Rule filters (1) group",
      "      ssl (in sync) filter.linked",
      "    Rules (1) group",
      "      ssl (in sync) rule.linked",
    ]);
    const [question, told] = await it.run("weir.undo", [], "Delete");
    expect(question).toBe("Delete");
    expect(told).toMatch(/^a\.cfrule: /);
    expect(await it.drawn()).toContain("    Rules (0) group");
  });

  test("whose push takes long shows what is done", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const emulator = createEmulator();
    const slow: typeof fetch = async (...request) => {
      await vi.advanceTimersByTimeAsync(5000);
      await until(() => editor.reported.length > 0);
      return emulator.fetch(...request);
    };
    const it = await open({ ...ruleOpen, fetch: slow });
    expect((await it.run("weir.push", [], "Create")).at(-1)).toMatch(created);
  });

  test("is planned without a push, and compared with the service", async () => {
    const it = await open(ruleOpen);
    expect(await it.run("weir.dryRun")).toHaveLength(1);
    const [diff] = editor.executed.filter(isDiff);
    expect(diff?.[3]).toBe("example.com ↔ a.cfrule");
    expect(await it.drawn()).toContain("    Rules (0) group");
  });

  test("is compared with a text that is read again for every comparison, and after a reload", async () => {
    const it = await open({ files: { "a.cfrule": rule } });
    const uri = it.uri("a.cfrule");
    await it.run("weir.push", [uri], "Create");
    writeAt(uri, "# @action log\nssl");
    await it.run("weir.diff", [{ uri, profile: "local" }]);
    const [, remote] = editor.executed.filter(isDiff).at(-1) as [string, Uri];
    const shown = () =>
      around.texts.get("weir-remote")?.provideTextDocumentContent(remote, noToken);
    expect(await shown()).toBe(`${rule}\n`);
    await it.run("weir.push", [uri], "Update…", "update");
    expect(await shown()).toBe(`${rule}\n`);
    happens.close.fire({ uri: remote });
    expect(await shown()).toBe("# @action log\nssl");
  });

  test.each([["Create"], ["Cancel"]])(
    "is reviewed in a tab that closes with the answer, and returns to the file: %s",
    async (answer) => {
      const it = await open(ruleOpen);
      around.tabs = [{ input: undefined }];
      await it.run("weir.push", [], answer);
      expect(around.tabs).toEqual([{ input: undefined }]);
      expect(editor.executed.filter(([name]) => name === "show")).toEqual([
        ["show", it.uri("a.cfrule")],
      ]);
    },
  );

  test("is reviewed as it would be on the service, with its plan", async () => {
    const it = await open(ruleOpen);
    const texts: (string | undefined)[] = [];
    const read = async (...sides: unknown[]) => {
      const provider = around.texts.get("weir-review");
      for (const side of sides)
        texts.push(await provider?.provideTextDocumentContent(side as Uri, noToken));
    };
    commands.registerCommand("vscode.diff", (before, after) => read(before, after));
    commands.registerCommand("vscode.open", (plan) => read(plan));
    expect(await it.run("weir.push", [], "Show plan", "Cancel")).toEqual(["Create", "Create"]);
    expect(texts.slice(0, 2)).toEqual(["", "# action: block\nssl\n"]);
    expect(texts[2]).toContain("Push to example.com (zone) · emulator\nhttp://127.0.0.1:8787");
    expect(await it.drawn()).toContain("    Rules (0) group");
  });

  test("that cannot be compared explains why, and so does its remote text", async () => {
    const it = await open({ files: { "a.cfrule": rule, "weir.json": two }, open: "a.cfrule" });
    expect(await it.run("weir.compare")).toEqual([expect.stringMatching(/^Select a profile/)]);
    expect(editor.executed.filter(isDiff)).toEqual([]);
    const asked = JSON.stringify({ uri: it.uri("a.cfrule"), profile: "green" });
    const remote = Uri.parse(`${it.uri("a.cfrule")}?${encodeURIComponent(asked)}`);
    const text = around.texts.get("weir-remote")?.provideTextDocumentContent(remote, noToken);
    await expect(text).rejects.toThrow("'green'");
  });

  test("without a file is shown as a pull would write it", async () => {
    const it = await open(ruleOpen);
    await it.run("weir.push", [], "Create");
    removeAt(it.uri("weir.lock.json"));
    removeAt(it.uri("a.cfrule"));
    const [profiles] = await it.view.getChildren();
    const [zone] = await it.view.getChildren(profiles);
    const node = zone?.children?.at(-1)?.children?.[0];
    const { command } = it.view.getTreeItem(node as never);
    expect(command?.command).toBe("weir.preview");
    await it.run("weir.preview", command?.arguments);
    const [, remote] = editor.executed.findLast(([name]) => name === "vscode.open") as [
      string,
      Uri,
    ];
    const text = around.texts.get("weir-remote")?.provideTextDocumentContent(remote, noToken);
    expect(await text).toBe("# @action block\nssl\n");
  });

  test("must be open to be compared", async () => {
    const it = await open();
    expect(await it.run("weir.compare")).toEqual(["Open a filter, a job or a rule first."]);
  });

  test("is copied as curl commands", async () => {
    const it = await open(ruleOpen);
    await it.run("weir.copyEmergencyCurl");
    expect(editor.clipboard).toContain('"filter":{"expression":"ssl"}');
  });
});

describe("the side view", () => {
  test("opens the file of an item, and copies its ID", async () => {
    const it = await open(ruleOpen);
    await it.run("weir.push", [], "Create");
    const [profiles] = await it.view.getChildren();
    const [zone] = await it.view.getChildren(profiles);
    const node = zone?.children?.at(-1)?.children?.[0];
    const { command } = it.view.getTreeItem(node as never);
    await it.run(command?.command ?? "", command?.arguments);
    expect(editor.executed.at(-1)).toEqual(["show", it.uri("a.cfrule")]);
    await it.run("weir.copyId", [node]);
    expect(editor.clipboard).toMatch(/^[\da-f]{32}$/);
    await it.run("weir.copyId", [{ target: {} }]);
    expect(editor.clipboard).toBe("");
    const before = editor.executed.length;
    await it.run("weir.openFile", [{ target: {} }]);
    expect(editor.executed).toHaveLength(before + 1);
  });

  test.each([
    ["a save of ours", () => happens.save.fire(editor.documents[0] as never)],
    ["a sign-in of another window", (it: Window) => it.secretsChange()],
    ["a wish", (it: Window) => it.run("weir.refresh")],
  ])("is refreshed after %s", async (_, change) => {
    const it = await open(ruleOpen);
    let drawn = 0;
    it.view.onDidChangeTreeData(() => drawn++);
    writeAt(it.uri("weir.json"), two);
    await change(it);
    await until(() => drawn > 0);
    expect((await it.drawn()).filter((line) => !line.startsWith(" "))).toEqual([
      expect.stringMatching(/^red /),
      expect.stringMatching(/^blue /),
    ]);
  });
});

test("the service is read again when the view is shown again", async () => {
  const emulator = createEmulator();
  let asked = 0;
  const counting: typeof fetch = (...request) => {
    asked++;
    return emulator.fetch(...request);
  };
  const it = await open({ ...ruleOpen, fetch: counting });
  expect(await it.drawn()).toContain("    Rules (0) group");
  const before = asked;
  happens.visibility.fire({ visible: true });
  await until(() => asked > before);
});

describe("profiles", () => {
  test("are selected, and the selection is shown in the status bar and sent to the server", async () => {
    const it = await open({ files: { "a.cfrule": rule, "weir.json": two }, open: "a.cfrule" });
    const item = it.item("weir.profile");
    await until(() => item.visible);
    expect([item.text, item.tooltip]).toEqual(["$(cloud) No profile", "Select a profile"]);
    await it.run("weir.chooseProfile", [], "blue");
    expect(editor.shown.at(-1)?.choices).toEqual(["red", "blue"]);
    expect(item.text).toBe("$(cloud) blue · emulator");
    expect(item.tooltip).toBe("http://127.0.0.1:8787\nother\nfirewall-rules");
    await it.run("weir.useProfile", [{ target: { profile: "red" } }]);
    expect(item.text).toBe("$(cloud) red · emulator");
    await it.run("weir.chooseProfile");
    expect(editor.shown.at(-1)?.options).toMatchObject({ matchOnDescription: true });
    expect(item.text).toMatch(/red/);
    it.look("untitled:Untitled-1.cfrule");
    expect(item.visible).toBe(true);
    it.look("notes.md");
    expect(item.visible).toBe(false);
  });

  test("that were removed are deselected", async () => {
    const it = await open({ files: { "a.cfrule": rule, "weir.json": two }, open: "a.cfrule" });
    await it.run("weir.useProfile", [{ target: { profile: "blue" } }]);
    writeAt(it.uri("weir.json"), settings({ red: profile({}), green: profile({}) }));
    await it.run("weir.restartServer");
    expect(it.item("weir.profile").text).toBe("$(cloud) No profile");
  });

  test("get their zone from those of the service", async () => {
    const elsewhere = settings({ local: profile({ zone: "elsewhere" }) });
    const it = await open({ files: { "weir.json": elsewhere } });
    await it.run("weir.chooseZone", [], "example.com");
    const written = readFileSync(fileURLToPath(it.uri("weir.json")), "utf8");
    expect(JSON.parse(written).profiles.local.zone).toBe(defaults.zone);
    const asked = editor.shown.length;
    await it.run("weir.chooseZone", [{ target: { profile: "local" } }], "example.com");
    expect(editor.shown.slice(asked)).toMatchObject([{ kind: "pick", choices: ["example.com"] }]);
    expect(readFileSync(fileURLToPath(it.uri("weir.json")), "utf8")).toBe(written);
  });

  test("have no zone to select without a profile or a zone", async () => {
    const it = await open({ files: { "weir.json": "{}" } });
    const [none] = await it.run("weir.chooseZone");
    expect(none).toMatch(/^No 'weir\.json' in this workspace has a profile/);
    expect(await it.run("weir.chooseProfile")).toEqual([none]);
    expect(await it.run("weir.pull")).toEqual([none]);
  });
});

describe("a host that requires a sign-in", () => {
  const origin = "https://api.example.com";
  const files = {
    "a.cfrule": rule,
    "weir.json": settings({ production: profile({ baseUrl: `${origin}/client/v4` }) }),
  };

  test("is signed in to during a push, and receives only that credential", async () => {
    const it = await open({ files, open: "a.cfrule" });
    const answers = [`Sign in to ${origin}`, "API token", defaults.token, "Create"];
    const said = await it.run("weir.push", [], ...answers);
    expect(said[0]).toMatch(/Not signed in to/);
    expect(said.at(-1)).toMatch(created);
    expect(editor.written.join("\n")).not.toContain(defaults.token);
    expect(await it.run("weir.verify")).toEqual([
      expect.stringMatching(/^Signed in to https:\/\/api\.example\.com with/),
    ]);
    await it.run("weir.signOut", [], origin);
    expect((await it.drawn())[1]).toBe(`  Sign in (${origin}) hint`);
  });

  test("receives no request in an untrusted workspace, until it is trusted", async () => {
    const it = await open({ files, open: "a.cfrule", trusted: false });
    expect(await it.drawn()).toEqual([]);
    const credential = it.client.sendRequest("workspace/executeCommand", {
      command: "weir.verify",
      arguments: [{ uri: it.uri("a.cfrule") }],
    });
    expect(await credential).toHaveProperty("refusal");
    for (const command of ["signIn", "startEmulator", "chooseProfile", "chooseZone", "compare"])
      expect(await it.run(`weir.${command}`)).toEqual([
        expect.stringMatching(/^This workspace is not trusted/),
      ]);
    editor.trusted = true;
    happens.trust.fire(undefined);
    await until(() => it.item("weir.profile").visible);
    expect(await it.run("weir.signIn", [origin])).toEqual([`Sign in to ${origin}`]);
  });
});

describe("the limits in the status bar", () => {
  test("are those of the open filter, and red when exceeded", async () => {
    const limits = settings({ local: profile({}) }, { limits: { operators: 30, bytes: 1000 } });
    const it = await open({
      files: { "a.lpfilter": filter, "weir.json": limits },
      open: "a.lpfilter",
    });
    const item = it.item("weir.budget");
    await until(() => item.visible);
    expect(item.text).toMatch(/^\$\(dashboard\) 1 of 30 operators, \d+ of 1,000 bytes$/);
    expect(item.tooltip).toContain("ClientIP");
    expect(item.backgroundColor).toBeUndefined();
    writeAt(it.uri("weir.json"), settings({}, { limits: { operators: 30, bytes: 10 } }));
    const changes = [{ uri: it.uri("weir.json"), type: 2 }];
    await it.client.sendNotification("workspace/didChangeWatchedFiles", { changes });
    happens.textChange.fire({ document: editor.documents[0] as never });
    await until(() => item.backgroundColor !== undefined);
    expect(item.backgroundColor?.id).toBe("statusBarItem.errorBackground");
    it.look("notes.md");
    await until(() => !item.visible);
  });
});

describe("the server", () => {
  test("is restarted by a command, as a new process", async () => {
    const it = await open(ruleOpen);
    const first = it.client;
    await it.run("weir.restartServer");
    expect(it.client).not.toBe(first);
    expect(await it.run("weir.push", [], "Create")).toHaveLength(2);
  });

  test("that has stopped is reported by the next command, and prompts once", async () => {
    const dies = async (): Promise<never> => {
      it.client.die();
      throw new Error("The connection is closed.");
    };
    const it = await open({ ...ruleOpen, fetch: dies });
    expect(await it.run("weir.verify")).toEqual([
      "The language server has stopped. Compare with the service before you try again.",
    ]);
    expect(await it.run("weir.verify")).toEqual(["The client is not running."]);
    const { errorHandler } = it.client.options;
    expect(await errorHandler?.closed()).toMatchObject({ action: 2 });
    editor.answers = ["Show Log"];
    expect(await errorHandler?.closed()).toMatchObject({ action: 1 });
    await until(() => editor.executed.some(([name]) => name === "show output"));
    expect(editor.executed.at(-1)).toEqual(["show output", "Weir"]);
  });

  test("that does not start prompts once, without a message of the library", async () => {
    const it = await open(ruleOpen);
    vi.spyOn(LanguageClient.prototype, "start").mockRejectedValueOnce(new Error("No."));
    expect(await it.run("weir.restartServer", [], "Restart")).toEqual([
      "The Weir language server has crashed.",
    ]);
    expect(it.client.isRunning()).toBe(true);
    it.client.error("It could not start.", undefined, "force");
    expect(editor.shown.at(-1)?.text).not.toBe("It could not start.");
    expect(editor.written).toContain("It could not start.");
  });

  test("shows its log, and its trace when enabled", async () => {
    const it = await open();
    await it.run("weir.showOutput");
    expect(editor.executed.at(-1)).toEqual(["show output", "Weir"]);
    const trace = it.client.options.traceOutputChannel as { logLevel: number } & {
      onDidChangeLogLevel(listener: (level: number) => void): unknown;
    };
    const levels: number[] = [];
    trace.onDidChangeLogLevel((level) => levels.push(level));
    around.settings["trace.server"] = "verbose";
    for (const name of ["editor.fontSize", "weir.trace.server"])
      happens.settings.fire({ affectsConfiguration: (asked) => asked === name });
    expect(levels).toEqual([1]);
  });
});

test("a filter on the clipboard becomes a formatted file, and other text does not", async () => {
  const it = await open();
  editor.clipboard = JSON.stringify(filter);
  expect(await it.run("weir.pasteEscaped")).toEqual([]);
  expect(editor.executed.slice(-2)).toEqual([
    ["show", expect.stringContaining('"where"')],
    ["editor.action.formatDocument"],
  ]);
  editor.clipboard = "What a day.";
  expect(await it.run("weir.pasteEscaped")).toEqual([
    expect.stringMatching(/^The clipboard has no filter\./),
  ]);
});

describe("prompts during a command", () => {
  test("the action of a rule without one", async () => {
    const it = await open({ files: { "a.cfrule": "ssl" } });
    const said = await it.run("weir.createRule", [it.uri("a.cfrule")], "log", "Create");
    expect(said[0]).toMatch(/action/);
    expect(said.at(-1)).toMatch(created);
    // The action is now in the file, so that it matches the service.
    const { uri } = { uri: it.uri("a.cfrule") };
    expect(readFileSync(fileURLToPath(uri), "utf8")).toBe("# @action log\nssl");
    expect((await it.drawn()).at(-1)).toContain("ssl (in sync)");
  });

  test("the action of a rule, which is not written when the push is declined", async () => {
    const it = await open({ files: { "a.cfrule": "ssl" } });
    await it.run("weir.createRule", [it.uri("a.cfrule")], "log", "Cancel");
    expect(readFileSync(fileURLToPath(it.uri("a.cfrule")), "utf8")).toBe("ssl");
  });

  test("whether to create a deleted job again", async () => {
    const it = await open({ files: { "a.lpjob": job() }, open: "a.lpjob" });
    vi.spyOn(workspace.fs, "stat").mockResolvedValue({});
    await it.run("weir.push", [], "Create");
    const said = await it.run("weir.delete", [], "Delete", "Create Again", "Create");
    expect(said[0]).toBe("Delete");
    expect(said.at(-1)).toMatch(/Created job 'errors'/);
  });

  test("whether to undo the deletion of a rule whose file is gone", async () => {
    const it = await open({ files: { "a.cfrule": rule } });
    await it.run("weir.push", [it.uri("a.cfrule")], "Create");
    removeAt(it.uri("a.cfrule"));
    const [profiles] = await it.view.getChildren();
    const [zone] = await it.view.getChildren(profiles);
    const node = zone?.children?.at(-1)?.children?.[0];
    expect(node?.context).toBe("rule.gone");
    const said = await it.run("weir.delete", [node], "Delete", "Undo", "Create");
    expect(said.slice(-2)).toEqual([
      "Create",
      "a.cfrule: Restored the state from before the push.",
    ]);
    expect((await it.drawn()).at(-1)).toContain("ssl (file deleted)");
  });

  test("the profile, when it is ambiguous, and then the comparison continues", async () => {
    const it = await open({ files: { "a.cfrule": rule, "weir.json": two } });
    await it.run("weir.compare", [it.uri("a.cfrule")], "Select Profile", "red");
    expect(editor.executed.filter(isDiff).map((all) => all[3])).toEqual(["example.com ↔ a.cfrule"]);
  });

  test("whether to show the log, after a push of several files", async () => {
    const it = await open({ files: { "a.cfrule": rule, "b.cfrule": "# @action log\nnot ssl" } });
    const uris = [it.uri("a.cfrule"), it.uri("b.cfrule")];
    const said = await it.run("weir.push", [{ uris }], "Create", "Create", "Show Log");
    expect(said.at(-1)).toBe("2 created.");
    expect(editor.executed.at(-1)).toEqual(["show output", "Weir"]);
  });

  test("nothing, for a dry run of several files", async () => {
    const it = await open({ files: { "a.cfrule": rule, "b.cfrule": "# @action log\nnot ssl" } });
    const uris = [it.uri("a.cfrule"), it.uri("b.cfrule")];
    await it.run("weir.dryRun", [{ uris }]);
    expect(editor.executed.filter(isDiff)).toEqual([]);
  });

  test("whether to start the emulator, when it does not respond", async () => {
    const refuses = () => Promise.reject(new Error("connect ECONNREFUSED"));
    const it = await open({ ...ruleOpen, fetch: refuses, impatient: true });
    await it.run("weir.push");
    expect(editor.shown.at(-1)?.choices).toEqual(["Start Emulator"]);
  });

  test("the name of an untitled file, and nothing is done without one", async () => {
    const it = await open();
    it.look("untitled:Untitled-1.cfrule");
    vi.spyOn(workspace, "save").mockResolvedValueOnce(undefined as never);
    expect(await it.run("weir.push")).toEqual([]);
  });

  test("a read-only file without changes is pushed", async () => {
    const it = await open(ruleOpen);
    Object.assign(editor.documents[0] ?? {}, { isDirty: false, save: async () => false });
    expect(await it.run("weir.push")).not.toContain("The file was not saved. Nothing was done.");
  });

  test("for trust, which can be managed", async () => {
    const it = await open({ trusted: false });
    await it.run("weir.undo", [], "Manage Trust");
    expect(editor.executed.at(-1)).toEqual(["workbench.trust.manage"]);
  });
});

test("a server that does not start with the window prompts", async () => {
  vi.spyOn(LanguageClient.prototype, "start").mockRejectedValueOnce(new Error("No."));
  const it = await open();
  await until(() => editor.shown.length);
  expect(editor.shown.map((said) => said.text)).toEqual(["The Weir language server has crashed."]);
  expect(it.client.options.initializationFailedHandler?.(new Error("No."))).toBe(false);
});

test.each([
  ["nothing", null, "The language server failed. See its log."],
  ["that it was canceled", new ResponseError(LSPErrorCodes.RequestCancelled, "x"), "Canceled."],
  ["something that is no error", "a text", "a text"],
])("a server that answers %s is reported", async (_, answer, said) => {
  const it = await open(ruleOpen);
  vi.spyOn(it.client, "sendRequest").mockImplementation(async () => {
    if (answer !== null) throw answer;
    return answer;
  });
  expect(await it.run("weir.copyCurl")).toEqual([said]);
});

test("settings are created from the palette, and existing ones are shown", async () => {
  const it = await open();
  await it.run("weir.createSettings", []);
  await it.run("weir.createSettings", [it.uri("a.cfrule")]);
  expect(editor.executed.filter(([name]) => name === "show")).toEqual([
    ["show", it.uri("weir.json")],
    ["show", it.uri("weir.json")],
  ]);
  expect([...editor.files.keys()]).toEqual(["weir.json"]);
});

describe("edge cases", () => {
  test("without an open file the user is asked to open one", async () => {
    const it = await open();
    it.look("notes.md");
    for (const command of ["weir.copyEscaped", "weir.push"])
      expect(await it.run(command)).toEqual(["Open a filter, a job or a rule first."]);
  });

  test("a file that cannot be saved is not pushed", async () => {
    const it = await open(ruleOpen);
    Object.assign(editor.documents[0] ?? {}, { isDirty: true, save: async () => false });
    expect(await it.run("weir.push")).toEqual(["The file was not saved. Nothing was done."]);
  });

  test("a file that was edited during the save is saved again, and pushed", async () => {
    const it = await open(ruleOpen);
    const save = vi.fn().mockResolvedValueOnce(false).mockResolvedValue(true);
    Object.assign(editor.documents[0] ?? {}, { isDirty: true, save });
    expect((await it.run("weir.push", [], "Create")).at(-1)).toMatch(created);
  });

  test("declining to create settings creates none", async () => {
    const it = await open({ files: { "a.cfrule": rule, "weir.json": "{}" } });
    const [said] = await it.run("weir.push", [it.uri("a.cfrule")]);
    expect(said).toBe("'weir.json' has no profiles. Add one to push.");
    expect(editor.executed.filter(([name]) => name === "show")).toEqual([]);
  });

  test("saving other files does not refresh the view", async () => {
    const it = await open(ruleOpen);
    let drawn = 0;
    it.view.onDidChangeTreeData(() => drawn++);
    it.look("notes.md");
    happens.save.fire(editor.documents[1] as never);
    happens.textChange.fire({ document: editor.documents[0] as never });
    happens.save.fire(editor.documents[0] as never);
    await until(() => drawn > 0);
    expect(drawn).toBe(1);
  });
});

test("a pull shows what it would write, with the service on the right", async () => {
  const it = await open({ files: { "a.cfrule": rule } });
  const uri = it.uri("a.cfrule");
  await it.run("weir.push", [uri], "Create");
  writeAt(uri, "# @action log\nssl");
  const said = await it.run("weir.pull", [uri], "Replace…", "replace");
  expect(said.at(-1)).toMatch(/^a\.cfrule: /);
  expect(editor.executed.filter(isDiff).at(-1)?.[3]).toBe("a.cfrule: before ↔ after");
  expect(readFileSync(fileURLToPath(uri), "utf8")).toContain("@action block");
});

test("a profile that was removed meanwhile gets no zone", async () => {
  const it = await open({
    files: { "weir.json": settings({ local: profile({ zone: "elsewhere" }) }) },
  });
  vi.spyOn(editorWindow, "showQuickPick").mockImplementationOnce(async (items) => {
    writeAt(it.uri("weir.json"), "{}");
    return items[0];
  });
  expect(await it.run("weir.chooseZone")).toEqual(["Profile 'local' no longer exists."]);
});

test("an edit that the editor rejects is not saved", async () => {
  const before = settings({ local: profile({ zone: "elsewhere" }) });
  const it = await open({ files: { "weir.json": before } });
  vi.spyOn(workspace, "applyEdit").mockResolvedValueOnce(false as never);
  await it.run("weir.chooseZone", [], "example.com");
  expect(readFileSync(fileURLToPath(it.uri("weir.json")), "utf8")).toBe(before);
});

test("trust that is granted without a server is sent to the next one", async () => {
  const it = await open({ ...ruleOpen, trusted: false });
  it.client.die();
  editor.trusted = true;
  happens.trust.fire(undefined);
  await it.run("weir.restartServer");
  expect(await it.run("weir.push", [], "Create")).toHaveLength(2);
});
