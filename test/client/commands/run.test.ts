import { beforeEach, describe, expect, test, vi } from "vitest";
import type { LogOutputChannel } from "vscode";
import { Pushes } from "../../../client/src/commands/pushes.ts";
import {
  runServerCommand,
  type ServerParts,
} from "../../../client/src/commands/server-commands.ts";
import type { Ask } from "../../../client/src/server/ask.ts";
import type { CommandArguments, CommandName } from "../../../server/src/lsp/protocol.ts";
import { editor, home, resetEditor, Uri, workspace } from "../fakes/fake-vscode.ts";
import { around } from "../fakes/fake-window.ts";
import { fileResult } from "../fakes/rows.ts";

beforeEach(resetEditor);

const file = "file:///project/rules/login.cfrule";
const origin = "https://api.example.com";

/** Where the results are in the dashboard. */
let dashboard: string | undefined;

beforeEach(() => {
  dashboard = undefined;
});

function world(...answers: object[]) {
  return worldOf("file:///project/", answers);
}

/** The folder of the active profile, if there is one. */
function worldOf(folder: string | undefined, answers: object[], undecided = false) {
  const asked: [CommandName, CommandArguments][] = [];
  const done: string[] = [];
  const begun: object[] = [];
  const ask = (async (command: CommandName, { run: _run, ...args }: CommandArguments) => {
    asked.push([command, args]);
    return answers.shift() ?? { refusal: "There is no further answer." };
  }) as unknown as Ask;
  const parts: ServerParts = {
    ask,
    runs: {
      begin: (_: CommandName, options = {}) => {
        begun.push(options);
        return {
          id: "run-1",
          confirmations: {
            actions: new Map(),
            pulls: undefined,
            createsJob: false,
            declined: false,
            working: undefined,
          },
          end() {},
        };
      },
    },
    log: { info() {}, show() {} } as unknown as LogOutputChannel,
    compare: async (uri, profile) => void done.push(`compare ${uri} ${profile}`),
    dashboard: () => dashboard,
    signIn: async (it) => done.push(`sign in to ${it}`) > 0,
    startEmulator: async (it) => void done.push(`start emulator for ${it}`),
    lacksEmulator: async (it) => it === "local",
    pushes: new Pushes(),
    undecided: async ([first]) => (undecided ? first : undefined),
    chooseProfile: async (it) => done.push(`choose a profile for ${it}`) > 0,
    pullFolder: async () => folder,
  };
  const run = (command: CommandName, ...args: unknown[]) => runServerCommand(command, args, parts);
  return { run, asked, done, begun };
}

function open(uri: string, document: { isDirty?: boolean; languageId?: string } = {}): void {
  const opened = {
    uri: Uri.parse(uri),
    languageId: document.languageId ?? "cfrule",
    isDirty: document.isDirty ?? false,
    isUntitled: false,
    save: async () => editor.saved.push(uri) > 0,
  };
  editor.documents.push(opened);
  editor.active ??= { document: opened };
}

const pushed = { version: 1, results: [fileResult({ undo: "u1" })] };

test("a push saves the active file, asks, reports the result, and can be undone", async () => {
  open(file, { isDirty: true });
  const { run, asked } = world(pushed);
  editor.answers = ["Undo"];
  await run("weir.push");
  expect(editor.saved).toEqual([file]);
  expect(asked).toEqual([["weir.push", { uri: file }]]);
  expect(editor.shown).toMatchObject([
    { kind: "info", text: "login.cfrule: The rule r1 is updated.", choices: ["Undo"] },
  ]);
  expect(editor.executed.at(-1)).toEqual(["weir.undo", { undo: ["u1"] }]);
});

test("afterwards one line offers to undo the push, and to open the dashboard", async () => {
  dashboard = "https://dash.example.com/rules";
  editor.answers = ["Open in Dashboard"];
  await world(pushed).run("weir.push", file);
  expect(editor.shown).toMatchObject([{ choices: ["Undo", "Open in Dashboard"] }]);
  expect(editor.executed.at(-1)).toEqual(["vscode.open", Uri.parse(dashboard)]);
});

test.each([
  ["a rule is restored by an undo", { rule: "r1" }, ["Undo"]],
  ["a job is not, because its secrets are not stored", { job: "3" }, []],
])("after a deletion, %s", async (_, ids, choices) => {
  const deleted = fileResult({ outcome: "deleted", ids, undo: "u1", uri: "memfs:///gone.lpjob" });
  await world({ version: 1, results: [deleted] }).run("weir.delete", file);
  expect(editor.shown).toMatchObject([{ kind: "info", choices }]);
});

test("a push right after an edit saves a document that VS Code reports as saved", async () => {
  open(file, { isDirty: false });
  const { run, asked } = world(pushed);
  await run("weir.push");
  expect(editor.saved).toEqual([file]);
  expect(asked).toHaveLength(1);
});

test.each([
  ["once, and its form becomes that of the file", `${home}/shop.lpfilter`],
  ["and nothing is pushed without one", undefined],
])("the name of a new filter with a form is asked for %s", async (_, name) => {
  const uri = Uri.parse("untitled:Untitled-1");
  editor.documents.push({
    ...{ uri, languageId: "lpfilter", isDirty: true, isUntitled: true },
    save: async () => false,
    getText: () => "{}",
  });
  const tabs = [{ input: { uri } }, { input: { uri, viewType: "weir.form" } }];
  around.tabs = tabs;
  editor.savedAs = name;
  const { run, asked } = world(pushed);
  await run("weir.push", uri.toString());
  const isSaved = name !== undefined;
  expect(asked).toEqual(isSaved ? [["weir.push", { uri: name }]] : []);
  expect(around.tabs).toEqual(isSaved ? tabs.slice(0, 1) : tabs);
  expect(String(editor.files.get("shop.lpfilter") ?? "")).toBe(isSaved ? "123,125" : "");
  expect(editor.executed.slice(0, 3).map(String)).toEqual(
    isSaved
      ? [
          `show,${uri}`,
          "workbench.action.revertAndCloseActiveEditor",
          `vscode.openWith,${name},weir.form`,
        ]
      : [],
  );
  around.tabs = [];
});

test("undo reverts the last push, once", async () => {
  const { run, asked } = world(pushed, { version: 1, results: [fileResult()] });
  await run("weir.push", file);
  await run("weir.undo");
  await run("weir.undo");
  expect(asked.map(([command, { undo }]) => [command, undo])).toEqual([
    ["weir.push", undefined],
    ["weir.undo", "u1"],
  ]);
  expect(editor.shown.at(-1)?.text).toBe("No push in this window to undo.");
});

test("without a push in this window, undo uses the folder of the active file", async () => {
  open(file);
  const done = { version: 1, results: [fileResult()] };
  const { run, asked } = world(done, done);
  await run("weir.undo");
  expect(asked).toEqual([["weir.undo", { uri: "file:///project/rules" }]]);
  await run("weir.undo", file);
  expect(asked.at(-1)).toEqual(["weir.undo", { uri: file }]);
  expect(editor.shown.at(-1)?.text).toBe("login.cfrule: The rule r1 is updated.");
});

test("the context key shows whether there is a push to undo", async () => {
  const no = { version: 1, results: [fileResult({ outcome: "skipped", message: "No.", ids: {} })] };
  const { run } = world(pushed, no, { version: 1, results: [fileResult()] });
  const known = () => editor.executed.filter(([name]) => name === "setContext").at(-1);
  await run("weir.push", file);
  expect(known()).toEqual(["setContext", "weir.canUndo", true]);
  await run("weir.undo");
  expect(known()).toEqual(["setContext", "weir.canUndo", true]);
  await run("weir.undo");
  expect(known()).toEqual(["setContext", "weir.canUndo", false]);
});

test("a declined undo can be repeated", async () => {
  const no = { version: 1, results: [fileResult({ outcome: "skipped", message: "No.", ids: {} })] };
  const { run, asked } = world(pushed, no, no);
  await run("weir.push", file);
  await run("weir.undo");
  await run("weir.undo");
  expect(asked.map(([command]) => command)).toEqual(["weir.push", "weir.undo", "weir.undo"]);
});

test("pushing a job also saves its open filters", async () => {
  const filter = "file:///project/filters/a.lpfilter";
  const job = "file:///project/jobs/a.lpjob";
  open(job, { languageId: "lpjob" });
  open(filter, { languageId: "lpfilter", isDirty: true });
  await world(pushed).run("weir.push");
  expect(editor.saved).toEqual([job, filter]);
});

test("without trust a message is shown and no request is sent", async () => {
  editor.trusted = false;
  open(file);
  for (const command of [
    "weir.push",
    "weir.createRule",
    "weir.pull",
    "weir.delete",
    "weir.copyCurl",
    "weir.compareMeaning",
    "weir.verify",
  ] as const) {
    const { run, asked } = world(pushed);
    await run(command);
    expect(asked).toEqual([]);
    expect(editor.shown.at(-1)?.text).toMatch(/^This workspace is not trusted/);
  }
});

test("an escaped filter needs no trust, because only its text is used", async () => {
  editor.trusted = false;
  open("file:///project/a.lpfilter");
  await world({ text: '"{}"' }).run("weir.copyEscaped");
  expect(editor.clipboard).toBe('"{}"');
});

test("SQL is copied for the database of the setting, or the one that is picked", async () => {
  open("file:///project/a.lpfilter");
  const { run, asked } = world({ text: "SELECT 1;" });
  editor.answers = ["trino"];
  await run("weir.copySql");
  expect(editor.clipboard).toBe("SELECT 1;");
  around.settings.sqlDialect = "sqlite";
  await run("weir.copySql");
  around.settings.sqlDialect = "ask";
  editor.answers = [];
  await run("weir.copySql");
  const uri = "file:///project/a.lpfilter";
  expect(asked).toMatchObject([
    ["weir.copySql", { uri, dialect: "trino" }],
    ["weir.copySql", { uri, dialect: "sqlite" }],
  ]);
});

test("meanings are compared with what is picked, and examples are shown below the result", async () => {
  const uri = "file:///project/a.lpfilter";
  open(uri, { languageId: "lpfilter" });
  editor.files.set("b.lpfilter", new Uint8Array());
  editor.files.set("c.cfrule", new Uint8Array());
  const answer = { text: "wider: a and b.\n  only a: {}" };
  const { run, asked } = world(answer, answer, answer, answer, answer);
  editor.answers = ["Service", "Copy"];
  await run("weir.compareMeaning");
  expect(editor.shown.at(-1)).toMatchObject({ text: "Wider: a and b.", detail: "Only a: {}" });
  expect(editor.clipboard).toBe(answer.text);
  editor.answers = ["Last Commit"];
  await run("weir.compareMeaning");
  const other = Uri.joinPath(Uri.parse(editor.folders[0] ?? ""), "b.lpfilter");
  editor.answers = ["Another File…", other.path];
  await run("weir.compareMeaning");
  expect(editor.shown.at(-2)?.choices).toEqual([other.path, "Browse…"]);
  editor.answers = ["Another File…", "Browse…", file];
  await run("weir.compareMeaning");
  await run("weir.compareMeaning", Uri.parse(uri), [Uri.parse(uri), Uri.parse(file)]);
  editor.answers = [];
  await run("weir.compareMeaning");
  expect(asked.map(([, args]) => args)).toEqual([
    { uri },
    { uri, commit: "HEAD" },
    { uri, other: other.toString() },
    { uri, other: file },
    { uri, other: file },
  ]);
});

test("in a file of another language, the meaning of the rule at the cursor is compared", async () => {
  const uri = "file:///project/main.tf";
  const active = { line: 26, character: 24 };
  open(uri, { languageId: "plaintext" });
  editor.active = { ...editor.active, selection: { active } } as typeof editor.active;
  const { run, asked } = world({ text: "equal: a and b." });
  editor.answers = ["Last Commit"];
  await run("weir.compareMeaning");
  expect(asked.map(([, args]) => args)).toEqual([{ uri, position: active, commit: "HEAD" }]);
});

test("where files cannot be searched, the other file is chosen in a dialog", async () => {
  const uri = "file:///project/a.lpfilter";
  open(uri, { languageId: "lpfilter" });
  vi.spyOn(workspace, "findFiles").mockRejectedValueOnce(new Error("spawn rg ENOENT"));
  const { run, asked } = world({ text: "equal: a and b." });
  editor.answers = ["Another File…", file];
  await run("weir.compareMeaning");
  expect(asked.map(([, args]) => args)).toEqual([{ uri, other: file }]);
});

test("without a file there is nothing to push", async () => {
  const { run, asked } = world(pushed);
  await run("weir.push");
  expect(asked).toEqual([]);
  expect(editor.shown[0]?.text).toBe("Open a filter, a job or a rule first.");
});

test("a pull without a file uses the folder of the profile", async () => {
  const { run, asked } = world(pushed);
  await run("weir.pull");
  expect(asked).toEqual([["weir.pull", { uri: "file:///project/" }]]);
});

test("sign-in is offered when it is missing, and the push continues", async () => {
  const { run, asked, done } = world({ refusal: "Not signed in.", signInTo: origin }, pushed);
  editor.answers = [`Sign in to ${origin}`];
  await run("weir.push", file);
  expect(done).toEqual([`sign in to ${origin}`]);
  expect(asked).toHaveLength(2);
});

test("declining to sign in ends the push", async () => {
  const { run, asked } = world({ refusal: "Not signed in.", signInTo: origin }, pushed);
  editor.answers = [undefined];
  await run("weir.push", file);
  expect(asked).toHaveLength(1);
});

test("the value of a variable that is not set is entered, and the push continues", async () => {
  const refused = { results: [{ outcome: "failed", message: "Needs 'KEY'.", variable: "KEY" }] };
  const { run, asked } = world(refused, pushed);
  editor.answers = ["hunter2"];
  await run("weir.push", file);
  expect(asked.map(([, { variables }]) => variables)).toEqual([undefined, { KEY: "hunter2" }]);
  const declined = world(refused, pushed);
  editor.answers = [undefined];
  await declined.run("weir.push", file);
  expect(declined.asked).toHaveLength(1);
  expect(editor.shown.map((it) => it.text)).not.toContain("Needs 'KEY'.");
});

describe("when the profile is ambiguous", () => {
  const refused = { refusal: "Select a profile with 'profile': 'a' or 'b'." };

  test.each(["weir.push", "weir.pull", "weir.delete", "weir.verify", "weir.copyCurl"] as const)(
    "%s lets the user select one, and continues",
    async (command) => {
      const good = { ...pushed, text: "", origin, identity: "a token", zones: [], accounts: [] };
      const { run, asked, done } = worldOf(undefined, [refused, good], true);
      editor.answers = ["Select Profile"];
      await run(command, file);
      expect(editor.shown[0]).toMatchObject({ text: refused.refusal, choices: ["Select Profile"] });
      expect(done[0]).toBe(`choose a profile for ${file}`);
      expect(asked).toHaveLength(2);
    },
  );

  test("declining to select a profile ends the command", async () => {
    const { run, asked, done } = worldOf(undefined, [refused, pushed], true);
    editor.answers = [undefined];
    await run("weir.push", file);
    expect(done).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  test("a named profile is not requested again", async () => {
    const { run } = worldOf(undefined, [refused], true);
    await run("weir.push", { uri: file, profile: "c" });
    expect(editor.shown).toMatchObject([{ kind: "error", choices: [] }]);
  });
});

test("a newly pulled file can be opened", async () => {
  const made = fileResult({ outcome: "created", message: "Written.", ids: {}, uri: file });
  editor.answers = ["Open File"];
  await world({ version: 1, results: [made] }).run("weir.pull", file);
  expect(editor.shown).toMatchObject([{ kind: "info", choices: ["Open File"] }]);
  expect(editor.executed.at(-1)).toEqual(["show", file]);
});

test("a filter that no job uses offers a new job with it", async () => {
  const uri = "file:///project/filters/errors.lpfilter";
  const skipped = fileResult({
    outcome: "skipped",
    message: "No job uses it.",
    ids: {},
    uri,
    dataset: "dns_logs",
  });
  editor.answers = ["New Job with This Filter"];
  await world({ version: 1, results: [skipped] }).run("weir.push", uri);
  expect(editor.executed.at(-1)).toEqual(["weir.newJob", uri, "dns_logs"]);
  editor.shown = [];
  const planned = "Update job 'a'";
  await world({ version: 1, results: [{ ...skipped, planned }] }).run("weir.push", uri);
  expect(editor.shown).toMatchObject([{ choices: [] }]);
});

test("a file with errors offers to show the problems", async () => {
  const failed = fileResult({ outcome: "failed", message: "It has errors.", ids: {}, uri: file });
  editor.diagnostics = [{ severity: 0 }];
  editor.answers = ["Show Problems"];
  await world({ version: 1, results: [failed] }).run("weir.push", file);
  expect(editor.shown).toMatchObject([{ kind: "error", choices: ["Show Problems"] }]);
  expect(editor.executed.at(-1)).toEqual(["workbench.actions.view.problems"]);
});

test.each([
  ["the reason of a failure", "failed", "Limited to 0 rules.", ["Show Log"]],
  ["a long message", "unchanged", "No changes: the file matches rule 'A' (1).", ["Show Log"]],
  ["a short message, without a button,", "unchanged", "No changes.", []],
] as const)("%s has room for its text", async (_, outcome, message, choices) => {
  const result = fileResult({ outcome, profile: "p", message });
  await world({ version: 1, results: [result] }).run("weir.push", file);
  expect(editor.shown).toMatchObject([{ choices }]);
});

test("a filter whose job was never pushed offers to push the job", async () => {
  const push = "file:///project/jobs/shop%20errors.lpjob";
  const failed = fileResult({
    outcome: "failed",
    profile: "p",
    message: "Not yet.",
    ids: {},
    push,
  });
  editor.answers = ["Push shop errors.lpjob"];
  await world({ version: 1, results: [failed] }).run("weir.push", file);
  expect(editor.shown).toMatchObject([{ kind: "error", choices: ["Push shop errors.lpjob"] }]);
  expect(editor.executed).toEqual([["weir.push", { uri: push, profile: "p" }]]);
});

test.each(["weir.push", "weir.pull", "weir.delete", "weir.verify", "weir.copyCurl"] as const)(
  "without a weir.json, %s offers to create one, and opens one without profiles or with errors",
  async (command) => {
    const config = "file:///project/weir.json";
    const missing = { refusal: "…", lacks: { what: "settings", uri: file } };
    const empty = { refusal: "…", lacks: { what: "profiles", uri: config } };
    const faulty = { refusal: "…", lacks: { what: "fix", uri: config } };
    editor.answers = ["Create weir.json", "Open weir.json", "Open weir.json"];
    const { run } = world(missing, empty, faulty);
    await run(command, file);
    await run(command, file);
    await run(command, file);
    expect(editor.shown.map((it) => it.text)).toEqual([
      "No 'weir.json' found for 'login.cfrule'. Create one to push.",
      "'weir.json' has no profiles. Add one to push.",
      "'weir.json' has errors. Fix them before you push.",
    ]);
    const led = [
      ["weir.createSettings", file],
      ["show", config],
      ["show", config],
    ];
    await expect.poll(() => editor.executed).toEqual(led);
  },
);

test.each(["weir.pull", "weir.verify"] as const)(
  "%s without a file and a profile offers to create a weir.json",
  async (command) => {
    const { run, asked } = worldOf(undefined, []);
    editor.answers = ["Create weir.json"];
    await run(command);
    expect(asked).toEqual([]);
    expect(editor.executed).toEqual([["weir.createSettings"]]);
  },
);

test.each<[object, boolean]>([
  [{ uri: file }, false],
  [{ uri: "file:///project/rules" }, true],
  [{ uris: [file, "file:///project/a.lpjob"] }, true],
])("%j targets several files: %s", async (target, isOfMany) => {
  const { run, begun } = world(pushed);
  await run("weir.pull", target);
  expect(begun).toEqual([{ isOfMany }]);
});

test("a push to a stopped emulator offers to start it", async () => {
  const failed = fileResult({ outcome: "failed", message: "No answer came.", ids: {} });
  const { run, done } = world({ version: 1, results: [failed] });
  editor.answers = ["Start Emulator"];
  await run("weir.push", file);
  expect(done).toEqual(["start emulator for local"]);
});

test("differences are shown in a diff editor", async () => {
  const { run, asked } = world();
  await run("weir.diff", { uri: file, profile: "local" });
  expect(editor.executed).toEqual([["weir.compare", { uri: file, profile: "local" }]]);
  expect(asked).toEqual([]);
});

test("a dry run shows what would change", async () => {
  const would = fileResult({
    outcome: "skipped",
    message: "Would do: Update.",
    ids: {},
    uri: file,
  });
  const { run, done } = world({ version: 1, results: [would] });
  await run("weir.push", { uri: file, dryRun: true });
  expect(done).toEqual([`compare ${file} local`]);
  expect(editor.shown).toMatchObject([{ kind: "info" }]);
});
