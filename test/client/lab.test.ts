import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { ChosenSample } from "../../client/src/lab/samples.ts";
import type { FromLab, ToLab } from "../../views/src/lab/messages.ts";
import { folderWith, removeFolders } from "../support/folders.ts";
import { until } from "../support/waiting.ts";
import { CancellationTokenSource, editor, Uri } from "./fakes/fake-vscode.ts";
import { around, type FakePanel, windowParts } from "./fakes/fake-window.ts";
import { Window } from "./fakes/window.ts";

let window: Window | undefined;

afterEach(async () => {
  for (const it of around.panels.splice(0)) it.dispose();
  await window?.close();
  window = undefined;
  removeFolders();
});

const filter = '{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": 200 } }';
const files = {
  "weir.json": '{ "samples": { "http_requests": "a.ndjson" } }',
  "a.ndjson": '{"EdgeResponseStatus":200}\n{"EdgeResponseStatus":404}\n',
  "a.lpfilter": filter,
};

async function open(): Promise<{ panel: FakePanel; it: Window }> {
  const it = await Window.open({ files, open: "a.lpfilter" });
  window = it;
  await it.run("weir.tryOnLogs");
  const [panel] = around.panels;
  if (!panel) throw new Error("No view was opened.");
  return { panel, it };
}

/** Waits for a message of a kind after that many messages. Returns the newest. */
async function waitForMessage<Kind extends ToLab["kind"]>(panel: FakePanel, kind: Kind, after = 0) {
  const found = () =>
    (panel.posted.slice(after) as ToLab[]).findLast((it) => it.kind === kind) as Extract<
      ToLab,
      { kind: Kind }
    >;
  await until(found);
  return found();
}

const say = (panel: FakePanel, message: FromLab) => panel.says.fire(message);

test("behind the walkthrough, the last filter is tried", async () => {
  const it = await Window.open({ files, open: "a.lpfilter" });
  window = it;
  editor.active = undefined;
  await it.run("weir.tryOnLogs");
  await until(() => around.panels.length > 0);
  expect(around.panels[0]?.title).toBe("a.lpfilter on Logs");
  expect(editor.executed).toContainEqual(["show", it.uri("a.lpfilter")]);
});

test("without a filter, job or rule, there is nothing to try", async () => {
  window = await Window.open({ files });
  expect(await window.run("weir.tryOnLogs")).toEqual(["Open a filter, a job or a rule first."]);
});

test("a panel beside the document shows its effect on the samples", async () => {
  const { panel, it } = await open();
  expect(panel.webview.html).toContain("lab.js");
  say(panel, { kind: "ready" });
  expect(await waitForMessage(panel, "start")).toMatchObject({ title: "a.lpfilter on Logs" });
  expect((await waitForMessage(panel, "answer")).answer).toMatchObject({ result: { kept: 1 } });
  say(panel, { kind: "look", columns: ["EdgeResponseStatus"], field: "EdgeResponseStatus" });
  await until(() => panel.posted.some((it) => JSON.stringify(it).includes('"values"')));
  const asked = { outcome: "all", first: 0, count: 10, columns: ["EdgeResponseStatus"] } as const;
  say(panel, { kind: "question", id: 7, name: "lines", asked });
  expect(await waitForMessage(panel, "response")).toMatchObject({ id: 7, answer: { total: 2 } });
  // A second run reveals the same panel.
  await it.run("weir.tryOnLogs");
  expect(around.panels).toHaveLength(1);
  expect(panel.revealed).toBe(1);
});

test("pasted lines become the sample, which is remembered", async () => {
  const { panel } = await open();
  say(panel, { kind: "ready" });
  await waitForMessage(panel, "answer");
  const before = panel.posted.length;
  say(panel, { kind: "paste", name: "pasted", text: '{"EdgeResponseStatus":200}\n' });
  const { answer } = await waitForMessage(panel, "answer", before);
  expect(answer).toMatchObject({ sample: { name: "pasted", lines: 1 }, result: { kept: 1 } });
});

test("a dropped file becomes the sample, also from gzip; Parquet is refused", async () => {
  const { panel, it } = await open();
  say(panel, { kind: "ready" });
  await waitForMessage(panel, "answer");
  let before = panel.posted.length;
  const csv = gzipSync("EdgeResponseStatus\n200\n404\n200\n");
  say(panel, { kind: "drop", name: "a.csv.gz", bytes: csv });
  const { answer } = await waitForMessage(panel, "answer", before);
  expect(answer).toMatchObject({ sample: { name: "a.csv.gz", lines: 3 }, result: { kept: 2 } });

  for (const bytes of [
    Buffer.from("PAR1\u0015\u0004"),
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
    undefined,
  ]) {
    editor.shown = [];
    say(panel, { kind: "drop", name: "a.parquet", ...(bytes && { bytes }) });
    await until(() => editor.shown.length > 0);
    expect(editor.shown[0]).toMatchObject({
      kind: "warning",
      text: expect.stringContaining("Use 'Select sample…' and 'Log File…'."),
    });
  }
  before = panel.posted.length;
  say(panel, { kind: "dropFiles", uris: [`${it.folder}/a.ndjson`] });
  const last = await waitForMessage(panel, "answer", before);
  expect(last.answer).toMatchObject({ sample: { name: "a.ndjson", lines: 2 } });
});

test("files of the Explorer are on disk, also in a remote window, whose page has other URIs", async () => {
  const { panel, it } = await open();
  say(panel, { kind: "ready" });
  await waitForMessage(panel, "answer");
  const before = panel.posted.length;
  const uri = `${it.folder}/a.ndjson`.replace(/^file:/, "vscode-remote:");
  say(panel, { kind: "dropFiles", uris: [uri] });
  const { answer } = await waitForMessage(panel, "answer", before);
  expect(answer).toMatchObject({ sample: { name: "a.ndjson", lines: 2 } });
});

test("a log file becomes the sample from the menu of the Explorer", async () => {
  const it = await Window.open({ files, open: "a.lpfilter" });
  window = it;
  await it.run("weir.useSample", [Uri.parse(it.uri("a.ndjson"))]);
  const [panel] = around.panels;
  if (!panel) throw new Error("No view was opened.");
  say(panel, { kind: "ready" });
  expect((await waitForMessage(panel, "answer")).answer).toMatchObject({
    sample: { name: "a.ndjson" },
  });
  // An open panel shows the new sample.
  const before = panel.posted.length;
  writeFileSync(fileURLToPath(it.uri("b.ndjson")), '{"EdgeResponseStatus":200}\n');
  await it.run("weir.useSample", [Uri.parse(it.uri("b.ndjson"))]);
  expect((await waitForMessage(panel, "answer", before)).answer.sample).toMatchObject({
    name: "b.ndjson",
  });
  expect(around.panels).toHaveLength(1);
});

test("without an active filter, a log file of the Explorer is remembered as the sample", async () => {
  const it = await Window.open({ files });
  window = it;
  await it.run("weir.useSample", [Uri.parse(it.uri("a.ndjson"))]);
  expect(around.panels).toEqual([]);
  expect(editor.shown.at(-1)?.text).toMatch(/^Sample selected\. Open a filter/);
});

test("a missing sample is not an error", async () => {
  window = await Window.open({ files: { "a.lpfilter": filter }, open: "a.lpfilter" });
  await window.run("weir.tryOnLogs");
  const [panel] = around.panels;
  if (!panel) throw new Error("No view was opened.");
  say(panel, { kind: "ready" });
  expect(await waitForMessage(panel, "refusal")).toMatchObject({ noSample: true });
});

test("a panel is restored after a window reload, if its document is known", async () => {
  const { panel, it } = await open();
  panel.dispose();
  const restore = async (state: unknown) => {
    const restored = windowParts.createWebviewPanel("weir.lab", "a.lpfilter on Logs");
    await around.serializers.get("weir.lab")?.deserializeWebviewPanel(restored, state);
    return restored;
  };
  const restored = await restore({ uri: it.uri("a.lpfilter"), field: "EdgeResponseStatus" });
  expect(restored.webview.html).toContain("lab.js");
  say(restored, { kind: "ready" });
  const { answer } = await waitForMessage(restored, "answer");
  expect(answer).toMatchObject({ result: { kept: 1 }, values: { field: "EdgeResponseStatus" } });
  expect((await restore(undefined)).isDisposed).toBe(true);
});

test("shown lines are copied", async () => {
  const { panel } = await open();
  say(panel, { kind: "ready" });
  await waitForMessage(panel, "answer");
  say(panel, { kind: "copy", shown: { outcome: "dropped" } });
  await until(() => editor.clipboard.includes("404"));
  expect(editor.clipboard).toBe('{"EdgeResponseStatus":404}\n');
});

test("a canceled request is not repeated with its lines", async () => {
  const memory = { get: () => undefined, update: async () => {} };
  const sample = new ChosenSample(memory as never, true, undefined);
  await sample.usePasted("pasted", "{}\n");
  const asked: unknown[] = [];
  const source = new CancellationTokenSource();
  const ask = async (it: unknown) => {
    asked.push(it);
    return { refusal: "", lacks: "1" };
  };
  await sample.asked(ask, source.token as never);
  expect(asked).toMatchObject([{ name: "pasted" }, { text: "{}\n" }]);
  source.cancel();
  expect(await sample.asked(ask, source.token as never)).toBeUndefined();
  expect(asked).toHaveLength(3);
});

test("a file is chosen in a browser: its text is read here, also from gzip", async () => {
  const folder = folderWith({ "a.ndjson": "{}\n", "a.csv": "a\n1\n" });
  const write = (name: string, bytes: Uint8Array) =>
    writeFileSync(fileURLToPath(`${folder}/${name}`), bytes);
  const zipped = gzipSync('{"ü":1}\n');
  write("b.ndjson.gz", zipped);
  write("c.ndjson.gz", zipped.subarray(0, 20));
  const memory = new Map<string, unknown>();
  const sample = new ChosenSample(
    { get: (key: string) => memory.get(key), update: async () => {} } as never,
    false,
    undefined,
  );
  const choose = (name: string) => {
    editor.answers = ["Log File…", `${folder}/${name}`];
    return sample.choose("file:///a.lpfilter");
  };
  expect(await choose("a.ndjson")).toBe(true);
  expect(sample.current).toMatchObject({ kind: "text", name: "a.ndjson", text: "{}\n" });
  expect(await choose("b.ndjson.gz")).toBe(true);
  expect(sample.current).toMatchObject({ name: "b.ndjson.gz", text: '{"ü":1}\n' });
  for (const it of ["a.csv", "c.ndjson.gz"]) expect(await choose(it)).toBe(false);
  expect(editor.shown.at(-1)).toMatchObject({
    kind: "warning",
    text: expect.stringContaining("Only NDJSON up to 100 MB, plain or compressed with gzip"),
  });
  expect(sample.current).toMatchObject({ name: "b.ndjson.gz" });
});

test("lines of the service and of buckets are read when they are chosen, and remembered by their ID", async () => {
  const memory = new Map<string, unknown>();
  const kept = {
    get: (key: string) => memory.get(key),
    update: async (key: string, value: unknown) => void memory.set(key, value),
  };
  const asked: object[] = [];
  let answer: object = { id: "1", name: "service: (read now)", lines: 2 };
  const ask = async (command: string, { run: _, ...args }: Record<string, unknown>) => {
    if (command === "weir.engines")
      return { engines: [], buckets: [{ dataset: "http_requests", path: "s3://named/y" }] };
    asked.push({ command, ...args });
    return answer;
  };
  const sample = new ChosenSample(kept as never, true, ask as never);
  const uri = "file:///a.lpjob";
  const choose = (...answers: string[]) => {
    editor.answers = answers;
    return sample.choose(uri);
  };
  expect(await choose("From the Service")).toBe(true);
  expect(sample.current).toEqual({ kind: "text", id: "1", name: "service: (read now)" });
  expect([...memory.values()]).toEqual([sample.current]);
  answer = { refusal: "Access denied." };
  expect(await choose("From the Destination", "Last Hour")).toBe(false);
  expect(editor.shown.at(-1)).toMatchObject({ kind: "error", text: "Access denied." });
  expect(await choose("From a Bucket…", " s3://logs/x ", "All Times")).toBe(false);
  // Samples of weir.json are offered, and only read when they are chosen.
  expect(await choose("s3://named/y", "Last Day")).toBe(false);
  expect(asked).toEqual([
    { command: "weir.pullSample", uri, logs: "service:" },
    { command: "weir.pullSample", uri, logs: "destination:", hours: 1 },
    { command: "weir.pullSample", uri, logs: "s3://logs/x" },
    { command: "weir.pullSample", uri, logs: "s3://named/y", hours: 24 },
  ]);
  expect(sample.current).toMatchObject({ id: "1" });
});
