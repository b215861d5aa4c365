import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { mayHaveExamples } from "../../server/src/core/context.ts";
import { exampleKinds } from "../../server/src/lsp/protocol.ts";
import { removeFolders } from "../support/folders.ts";
import { until } from "../support/waiting.ts";
import { cancelable, type FakeController, TestRunRequest, testing } from "./fakes/fake-tests.ts";
import { commands, editor, fileChanges, Uri } from "./fakes/fake-vscode.ts";
import { around, happens } from "./fakes/fake-window.ts";
import { Window, type WindowOptions } from "./fakes/window.ts";

let window: Window | undefined;

afterEach(async () => {
  await window?.close();
  window = undefined;
  removeFolders();
  vi.unstubAllGlobals();
});

const login = "@match GET https://shop.example.com/login";
const cart = "@match GET https://shop.example.com/cart";
const rule = (...examples: string[]) =>
  `${examples.map((it) => `# ${it}\n`).join("")}http.request.uri.path eq "/login"\n`;
const files = {
  "rules/login.cfrule": rule(login, cart),
  "errors.lpfilter":
    '// @drop { "EdgeResponseStatus": 200 }\n{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }',
  "plain.cfrule": "ssl",
};

/** The window, and its controller when there is one. */
async function start(options: WindowOptions = {}) {
  window = await Window.open({ files, impatient: true, ...options });
  const controller = () => until(() => testing.controller);
  return { window, controller };
}

async function discovered(options?: WindowOptions): Promise<FakeController> {
  const { controller } = await start({ open: "plain.cfrule", ...options });
  editor.files.set("plain.cfrule", new Uint8Array());
  happens.open.fire({
    ...opened("rules/login.cfrule"),
    getText: () => files["rules/login.cfrule"],
  });
  const found = await controller();
  await found.resolveHandler?.();
  return found;
}

/** A document in the window. */
function opened(name: string) {
  const uri = Uri.parse(window?.uri(name) ?? "");
  const save = async () => true;
  return { uri, languageId: "cfrule", isDirty: false, isUntitled: false, save };
}

/** Writes a file and saves it. */
function save(name: string, text: string): void {
  writeFileSync(fileURLToPath(window?.uri(name) ?? ""), text);
  happens.save.fire({ ...opened(name), getText: () => text });
}

test("the tree has the examples of all files of the workspace", async () => {
  const controller = await discovered();
  const paths = Object.entries(controller.tree).map(([path, examples]) => [
    path.slice(path.lastIndexOf("/") + 1),
    ...examples,
  ]);
  expect(paths.sort()).toEqual([
    ["errors.lpfilter", '@drop { "EdgeResponseStatus": 200 }'],
    ["login.cfrule", login, cart],
  ]);
  const [, file] = [...controller.items].find(([id]) => id.endsWith("login.cfrule")) ?? [];
  const [, example] = [...(file?.children ?? [])][1] ?? [];
  expect(example?.range).toMatchObject({
    start: { line: 1, character: 2 },
    end: { line: 1, character: 42 },
  });
});

test("a run shows expected and actual result, and what decided", async () => {
  const controller = await discovered();
  const run = await controller.run();
  expect(Object.fromEntries(run?.states ?? [])).toEqual({
    [login]: "passed",
    [cart]: "failed",
    '@drop { "EdgeResponseStatus": 200 }': "passed",
  });
  const reason = 'This request does not match: http.request.uri.path is "/cart".';
  expect(run?.messages.get(cart)).toMatchObject({
    message: `not matched, expected matched\n\n${reason}`,
    location: { range: { start: { line: 1, character: 2 } } },
    stackTrace: [
      {
        label: 'This is false: http.request.uri.path eq "/login"',
        position: { line: 2, character: 0 },
      },
    ],
  });
  expect(run?.output).toContain(`login.cfrule:2 ${cart}\r\n  ${reason}`);
  expect(run?.isOver).toBe(true);
});

test("a broken policy opens its request in the trace, from its test and from its message", async () => {
  const policy = (path: string) =>
    `  - { when: 'http.request.uri.path eq "${path}"', expect: { outcome: block } }\n`;
  const block = { ref: "login", action: "block", expression: 'http.request.uri.path eq "/login"' };
  const waf = { kind: "zone", phase: "http_request_firewall_custom", rules: [block] };
  const controller = await discovered({
    files: {
      "a.trace.yaml": `rules: [waf.json]\nalways:\n${policy("/login")}${policy("/admin")}`,
      "waf.json": JSON.stringify(waf),
    },
  });
  const run = await controller.run();
  const [, file] = [...controller.items].find(([id]) => id.endsWith("a.trace.yaml")) ?? [];
  const [holds, broken] = [...(file?.children ?? [])].map(([, it]) => it);
  const message = run?.messages.get(broken?.label ?? "");
  expect(message?.contextValue).toBe("weir.brokenPolicy");
  expect(editor.executed).toContainEqual(["setContext", "weir.brokenPolicies", [broken?.id]]);
  expect(run?.messages.get(holds?.label ?? "")).toBeUndefined();
  const request = { method: "GET", url: expect.stringMatching(/\/admin$/) };
  await commands.executeCommand("weir.trace", broken);
  const panel = around.panels.at(-1);
  panel?.says.fire({ kind: "ready" });
  const isStart = (it: unknown) => (it as { readonly kind?: string }).kind === "start";
  const start = await until(() => panel?.posted.find(isStart));
  expect(start).toMatchObject({ state: { request, uri: window?.uri("a.trace.yaml") } });
  await commands.executeCommand("weir.trace", { test: broken, message });
  expect(panel?.posted).toContainEqual({
    kind: "request",
    request: expect.objectContaining(request),
  });
});

test("some examples are run, and others are left out", async () => {
  const controller = await discovered();
  const [, file] = [...controller.items].find(([id]) => id.endsWith("login.cfrule")) ?? [];
  const [first, second] = [...(file?.children ?? [])].map(([, it]) => it);
  const one = await controller.run(new TestRunRequest(second ? [second] : []));
  expect([...(one?.states ?? [])]).toEqual([[cart, "failed"]]);
  const rest = await controller.run(new TestRunRequest(file ? [file] : [], second ? [second] : []));
  expect([...(rest?.states ?? [])]).toEqual([[first?.label, "passed"]]);
});

test("an example that cannot be run is an error without an expectation", async () => {
  const controller = await discovered({
    files: { "rules/login.cfrule": "# @match nonsense\nssl\n" },
  });
  const run = await controller.run();
  expect([...(run?.states ?? [])]).toEqual([["@match nonsense", "errored"]]);
  const message = run?.messages.get("@match nonsense");
  expect(message?.message).toMatch(/./);
  expect(message?.message).not.toContain("expected matched");
});

test("saving a file runs its examples, with the new text", async () => {
  const controller = await discovered();
  save("rules/login.cfrule", rule(login, cart).replace('"/login"', '"/cart"'));
  const run = await until(() => controller.runs.find((it) => it.isOver));
  expect(Object.fromEntries(run.states)).toEqual({ [login]: "failed", [cart]: "passed" });
});

test("the first save with examples runs them, whether or not the Test Explorer was opened", async () => {
  const { controller } = await start({ open: "plain.cfrule" });
  save("rules/login.cfrule", rule(login));
  const found = await controller();
  const run = await until(() => found.runs.find((it) => it.isOver));
  expect([...run.states]).toEqual([[login, "passed"]]);
});

test("with the setting off, only a continuous run follows saves, until it is canceled", async () => {
  const controller = await discovered();
  around.settings["examples.runOnSave"] = false;
  // The server answers in order.
  const answered = () => window?.client.sendRequest("weir/examples", {});
  save("rules/login.cfrule", rule(login));
  const { token, cancel } = cancelable();
  await controller.run(new TestRunRequest(undefined, undefined, undefined, true), token);
  await until(() => Object.values(controller.tree).some((it) => it.join() === login));
  await answered();
  expect(controller.runs).toEqual([]);
  save("rules/login.cfrule", rule(cart));
  const run = await until(() => controller.runs.find((it) => it.isOver));
  expect([...run.states]).toEqual([[cart, "failed"]]);
  save("rules/login.cfrule", rule(login));
  cancel();
  await until(() => Object.values(controller.tree).some((it) => it.join() === login));
  await answered();
  expect(controller.runs).toHaveLength(1);
});

test("settings affect all files, so saving them runs everything that is known", async () => {
  const controller = await discovered();
  const text = "{}";
  happens.save.fire({ ...opened("weir.json"), getText: () => text });
  const run = await until(() => controller.runs.find((it) => it.isOver));
  expect(run.states.size).toBe(3);
});

test("a file that changes on disk is read again, and a deleted one is removed", async () => {
  const controller = await discovered();
  writeFileSync(fileURLToPath(window?.uri("rules/login.cfrule") ?? ""), "ssl");
  fileChanges.fire(Uri.parse(window?.uri("rules/login.cfrule") ?? ""));
  await until(() => Object.keys(controller.tree).length === 1);
});

test("typing marks results as outdated, and finds new examples", async () => {
  const { window, controller } = await start({ open: "rules/login.cfrule" });
  const found = await controller();
  await until(() => Object.keys(found.tree).length === 1);
  const [label = ""] = Object.keys(found.tree);
  expect(window.folder.length).toBeGreaterThan(0);
  const [document] = editor.documents;
  if (document) happens.textChange.fire({ document, contentChanges: [] } as never);
  await until(() => found.outdated.includes(label));
});

test("a workspace without our files has no Test Explorer until an open file has an example", async () => {
  const { window } = await start({ files: { "main.tf": "" }, open: "main.tf" });
  editor.searches = false;
  const tf = { ...opened("main.tf"), languageId: "terraform" };
  happens.open.fire({ ...tf, getText: () => "# nothing here" });
  happens.open.fire({ ...tf, uri: Uri.parse("git:/a.cfrule"), getText: () => rule(login) });
  await window.client.sendRequest("weir/examples", {});
  expect(testing.controller).toBeUndefined();
});

test("the client looks for the same examples as the server", () => {
  for (const it of exampleKinds) expect(mayHaveExamples(`# @${it} x`)).toBe(true);
});
