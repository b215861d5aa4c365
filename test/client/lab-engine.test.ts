// An engine as the sample of the lab: it is asked when the user presses a button, and at no other time.
import { afterEach, expect, test } from "vitest";
import type { FromLab, LabEngine, ToLab } from "../../views/src/lab/messages.ts";
import { removeFolders } from "../support/folders.ts";
import { FakeClickhouse } from "../support/programs/fake-clickhouse.ts";
import { until } from "../support/waiting.ts";
import { editor } from "./fakes/fake-vscode.ts";
import { around, type FakePanel, happens } from "./fakes/fake-window.ts";
import { Window } from "./fakes/window.ts";

let window: Window | undefined;
let server: FakeClickhouse | undefined;

afterEach(async () => {
  for (const it of around.panels.splice(0)) it.dispose();
  await window?.close();
  await server?.[Symbol.asyncDispose]();
  window = server = undefined;
  removeFolders();
});

const filter = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }';
const say = (panel: FakePanel, message: FromLab) => panel.says.fire(message);

/** The page's view of the engine. */
function shown(panel: FakePanel): LabEngine | undefined {
  const last = (panel.posted as ToLab[]).at(-1);
  return last?.kind === "engine" ? last.engine : undefined;
}

interface Options {
  readonly trusted?: boolean;
  readonly engine?: object;
  readonly samples?: object;
}

async function open({ samples, ...options }: Options = {}) {
  server = await FakeClickhouse.start();
  const lake = { kind: "clickhouse", url: server.url, table: "logs.http_requests" };
  const engines = { lake: { ...lake, user: "reader", ...options.engine } };
  window = await Window.open({
    files: { "weir.json": JSON.stringify({ engines, samples }), "a.lpfilter": filter },
    open: "a.lpfilter",
    fetch,
    ...(options.trusted !== undefined && { trusted: options.trusted }),
  });
  await window.run("weir.tryOnLogs");
  const [panel] = around.panels;
  if (!panel) throw new Error("No view was opened.");
  say(panel, { kind: "ready" });
  await until(() => (panel.posted as ToLab[]).some((it) => it.kind === "refusal"));
  return { panel, window, server };
}

async function choose(panel: FakePanel, ...answers: string[]): Promise<void> {
  editor.answers = answers;
  say(panel, { kind: "chooseSample" });
  await until(() => editor.answers.length === 0);
}

function edit(it: Window): void {
  const uri = it.uri("a.lpfilter");
  const document = editor.documents.find((found) => String(found.uri) === uri);
  happens.textChange.fire({ document, contentChanges: [{}] } as never);
}

test("an engine counts when the button is pressed, and an edit outdates the result", async () => {
  const { panel, window, server } = await open();
  await choose(panel, "Engine 'lake'", "Last Day");
  await until(() => shown(panel));
  const about = `ClickHouse, logs.http_requests on ${new URL(server.url).host}, last 24 hours`;
  expect(shown(panel)).toEqual({ name: "lake", about });
  const before = panel.posted.length;
  edit(window);
  await until(() => panel.posted.length > before);
  expect(server.asked).toEqual([]);

  say(panel, { kind: "count" });
  await until(() => shown(panel)?.answer);
  expect(shown(panel)).toMatchObject({
    isOutdated: false,
    answer: { result: { kept: 40 }, scope: { lines: 1000 } },
  });
  const asked = server.asked.length;
  edit(window);
  await until(() => shown(panel)?.isOutdated);
  expect(shown(panel)?.answer).toMatchObject({ result: { kept: 40 } });
  expect(server.asked).toHaveLength(asked);

  // Forms and examples do not ask it either. Another sample replaces it.
  await choose(panel, "Samples of weir.json");
  await until(() => shown(panel) === undefined);
  expect(server.asked).toHaveLength(asked);
});

test("an edit cancels the query on the engine, and so does a button", async () => {
  const { panel, window, server } = await open();
  await choose(panel, "Engine 'lake'", "All Times");
  server.isSlow = true;
  say(panel, { kind: "count" });
  await until(() => server.counted.length === 1);
  expect(shown(panel)?.busy).toBeDefined();
  edit(window);
  await until(() => server.killed === 1);
  expect(shown(panel)).toMatchObject({
    refusal: "Canceled, because the text was changed. Count again.",
  });
  say(panel, { kind: "count" });
  await until(() => server.counted.length === 2);
  say(panel, { kind: "stop" });
  await until(() => server.killed === 2);
  expect(shown(panel)).toMatchObject({ refusal: "Canceled." });
  // A closed panel cancels, too.
  say(panel, { kind: "count" });
  await until(() => server.counted.length === 3);
  panel.dispose();
  await until(() => server.killed === 3);
});

test("a missing password is asked for, and stored for its host once it is accepted", async () => {
  const { panel, window, server } = await open();
  server.password = "of-reader";
  await choose(panel, "Engine 'lake'", "All Times");
  editor.answers = ["wrong", "of-reader"];
  say(panel, { kind: "count" });
  await until(() => shown(panel)?.answer);
  const boxes = editor.shown.filter((it) => it.kind === "input").map((it) => it.options);
  expect(boxes).toMatchObject([
    {
      title: `Password of 'reader' for ${server.url}`,
      password: true,
      prompt: expect.stringContaining("Authentication failed"),
    },
    { password: true },
  ]);
  expect(new Set(server.asked.map((it) => it.password))).toEqual(
    new Set([undefined, "wrong", "of-reader"]),
  );
  // The next count needs no question.
  const asked = server.asked.length;
  say(panel, { kind: "count" });
  await until(() => server.asked.length > asked && shown(panel)?.busy === undefined);
  expect(server.asked.slice(asked).every((it) => it.password === "of-reader")).toBe(true);
  // After signing out, it is asked for again.
  await window.run("weir.signOut", [], server.url);
  editor.shown = [];
  editor.answers = [];
  say(panel, { kind: "count" });
  await until(() => shown(panel)?.refusal);
  expect(editor.shown.map((it) => it.kind)).toEqual(["input"]);
});

test("a command is shown word by word before it runs", async () => {
  const command = ["weir-no-such-program", "--path=a b", "\u202eevil"];
  const engine = { kind: "command", dialect: "duckdb", table: "t", command };
  const { panel } = await open({
    engine: { ...engine, url: undefined, user: undefined },
  });
  await choose(panel, "Engine 'lake'", "All Times");
  editor.answers = [];
  say(panel, { kind: "count" });
  await until(() => shown(panel)?.refusal);
  expect(editor.shown.at(-1)).toMatchObject({
    kind: "warning",
    text: "The engine 'lake' of weir.json proposes to run a program.",
    options: {
      modal: true,
      detail: 'The program and its arguments:\n"weir-no-such-program"\n"--path=a b"\n"\\u202eevil"',
    },
  });
  expect(shown(panel)?.refusal).toBe("You did not agree to the command, so nothing was run.");
});

test("SQL of a repository is shown with the host that it runs on", async () => {
  const { panel, server } = await open({ engine: { table: "(select secret from other) x" } });
  await choose(panel, "Engine 'lake'", "Last Day");
  editor.answers = [];
  say(panel, { kind: "count" });
  await until(() => shown(panel)?.refusal);
  expect(editor.shown.at(-1)).toMatchObject({
    text: "The engine 'lake' of weir.json proposes to read from SQL.",
    options: {
      detail: `The SQL instead of a table, on ${new URL(server.url).host}:\n"(select secret from other) x"`,
    },
  });
  expect(server.asked).toEqual([]);
});

test("logs outside of the workspace are shown with their path before they are read", async () => {
  const { panel } = await open({ samples: { http_requests: "/of/the/user/\u202elogs" } });
  expect(editor.shown.at(-1)).toMatchObject({
    kind: "warning",
    text: "weir.json proposes to read logs outside of the workspace.",
    options: { modal: true, detail: expect.stringMatching(/\/of\/the\/user\/\\u202elogs"$/) },
  });
  expect((panel.posted as ToLab[]).at(-1)).toMatchObject({
    refusal: expect.stringContaining("and you have not agreed to read it."),
    noSample: true,
  });
});

test("an untrusted workspace lists no engines, and a chosen one is not asked", async () => {
  const { panel, server } = await open();
  await choose(panel, "Engine 'lake'", "All Times");
  editor.trusted = false;
  editor.shown = [];
  await choose(panel, "Engines of weir.json");
  say(panel, { kind: "count" });
  await until(() => editor.shown.filter((it) => it.kind === "warning").length === 2);
  expect(editor.shown.at(-1)?.text).toMatch(/^This workspace is not trusted/);
  expect(server.asked).toEqual([]);
});
