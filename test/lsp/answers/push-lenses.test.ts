import { afterEach, describe, expect, test, vi } from "vitest";
import type { CodeAction, CodeLens } from "vscode-languageserver/node";
import { type ResourceRow, workspaceNotification } from "../../../server/src/lsp/protocol.ts";
import { removeFolders, writeAt } from "../../support/folders.ts";
import { clientOf, zone_id } from "../../support/programs/emulator.ts";
import { stopClients } from "../../support/programs/lsp.ts";
import {
  filter,
  job,
  rule,
  saysYes,
  Workbench,
  type WorkbenchOptions,
  weirJson,
} from "../../support/programs/workbench.ts";

afterEach(() => {
  stopClients();
  removeFolders();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const files = {
  "a.cfrule": rule,
  "open.cfrule": "ssl",
  "f.lpfilter": filter("500"),
  "a.lpjob": job(`, "filter": "f.lpfilter"`),
};

const start = (options: WorkbenchOptions = {}) =>
  Workbench.open({
    files,
    offers: { confirm: true, choose: true },
    answers: { ...saysYes, "weir/choose": () => 0 },
    ...options,
  });

/** The lenses of a document with this text. */
async function lenses(bench: Workbench, name: string, text = bench.text(name)) {
  const uri = name.includes(":") ? name : bench.uri(name);
  await bench.client.open(uri, text, name.slice(name.lastIndexOf(".") + 1));
  const all = await bench.client.request<CodeLens[]>("textDocument/codeLens", {
    textDocument: { uri },
  });
  await bench.client.close(uri);
  return all.flatMap(({ command }) => (command?.command ? [command] : []));
}

async function pushLens(bench: Workbench, name: string, text?: string): Promise<string> {
  const [first] = await lenses(bench, name, text);
  return first?.title ?? "nothing to press";
}

test("push and compare are code actions for editors without lenses", async () => {
  const codeAction = { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } };
  const bench = await start({ capabilities: { textDocument: { codeAction } } });
  const uri = bench.uri("a.cfrule");
  await bench.client.open(uri, rule, "cfrule");
  const zero = { line: 0, character: 0 };
  const ask = async (context: object) => {
    const asked = { textDocument: { uri }, range: { start: zero, end: zero }, context };
    const found = await bench.client.request<CodeAction[]>("textDocument/codeAction", asked);
    return found.filter((it) => it.kind?.startsWith("source.weir")).map((it) => it.kind);
  };
  const both = ["source.weir.createRule", "source.weir.diff"];
  expect(await ask({ diagnostics: [] })).toEqual(both);
  expect(await ask({ diagnostics: [], only: ["source"] })).toEqual(both);
  expect(await ask({ diagnostics: [], only: ["source.weir.diff"] })).toEqual(["source.weir.diff"]);
  expect(await ask({ diagnostics: [], only: ["quickfix"] })).toEqual([]);
  expect(await ask({ diagnostics: [], triggerKind: 2 })).toEqual([]);
  await bench.run("weir.push", uri);
  const all = ["source.weir.push", "source.weir.diff", "source.weir.undo"];
  expect(await ask({ diagnostics: [], only: ["source"] })).toEqual(all);
});

describe("the lens shows the state since the last push", () => {
  test("a rule that was never pushed has a lens to create it", async () => {
    const bench = await start();
    const [create, compare] = await lenses(bench, "a.cfrule");
    const args = [{ uri: bench.uri("a.cfrule"), profile: "local" }];
    expect(create).toEqual({
      title: "Create rule · never pushed",
      command: "weir.createRule",
      arguments: args,
    });
    expect(compare).toMatchObject({ title: "Compare", command: "weir.diff" });
    await bench.run("weir.push", bench.uri("a.cfrule"));
    expect(await pushLens(bench, "a.cfrule")).toBe("Push · in sync with the last push");
    expect(await pushLens(bench, "a.cfrule", "# @action block\nnot ssl")).toBe(
      "Push · changed since the last push",
    );
    expect(await pushLens(bench, "a.cfrule", "# @action block\nnot not (")).toBe(
      "Push · changed since the last push",
    );
  });

  test("a rule without an action is unchanged under any action", async () => {
    const bench = await start();
    await bench.run("weir.push", bench.uri("open.cfrule"));
    expect(await pushLens(bench, "open.cfrule")).toBe("Push · in sync with the last push");
  });

  test("a filter has the worst state of the jobs that name it", async () => {
    const two = { ...files, "b.lpjob": job(`, "filter": "f.lpfilter"`) };
    const bench = await start({ files: two });
    expect(await pushLens(bench, "f.lpfilter")).toBe("Push · never pushed");
    await bench.run("weir.push", bench.uri("a.lpjob"));
    expect(await pushLens(bench, "f.lpfilter")).toBe("Push · in sync with the last push");
    expect(await pushLens(bench, "f.lpfilter", filter("404"))).toBe(
      "Push · changed since the last push",
    );
    expect(await pushLens(bench, "a.lpjob", job(`, "frequency": "low"`))).toBe(
      "Push · changed since the last push",
    );
  });

  test("a job with undefined variables has no known state", async () => {
    vi.stubEnv("LOGS_BUCKET", "logs");
    const text = job().replace("s3://logs", `s3://\${env:LOGS_BUCKET}`);
    const bench = await start({ files: { "a.lpjob": text } });
    await bench.run("weir.push", bench.uri("a.lpjob"));
    expect(await pushLens(bench, "a.lpjob")).toContain("in sync");
    vi.stubEnv("LOGS_BUCKET", undefined);
    expect(await pushLens(bench, "a.lpjob")).toBe("Push");
    const { resources } = await bench.run<{ resources: ResourceRow[] }>(
      "weir.resources",
      bench.uri("weir.json"),
    );
    expect(resources).toMatchObject([{ kind: "job", standing: "in-sync" }]);
  });

  test("after reading the service the lens agrees with the list of resources", async () => {
    const bench = await start({ files: { "a.lpjob": job() } });
    const look = async () => {
      const uri = bench.uri("weir.json");
      const found = await bench.run<{ resources: ResourceRow[] }>("weir.resources", uri);
      return found.resources.map((it) => it.standing);
    };
    await bench.run("weir.push", bench.uri("a.lpjob"));
    const { logpush } = clientOf(bench.emulator);
    await logpush.jobs.update(1, { zone_id, enabled: false });
    expect(await pushLens(bench, "a.lpjob")).toBe("Push · in sync with the last push");
    expect(await look()).toEqual(["drifted"]);
    expect(await pushLens(bench, "a.lpjob")).toBe(
      "Push · changed on the service since the last push",
    );
    expect(await pushLens(bench, "a.lpjob", job(', "max_upload_records": 2000'))).toBe(
      "Push · changed here and on the service",
    );
    await bench.run("weir.push", bench.uri("a.lpjob"));
    expect(await pushLens(bench, "a.lpjob")).toBe("Push · in sync with the last push");
    await logpush.jobs.delete(1, { zone_id });
    expect(await look()).toEqual([]);
    expect(await pushLens(bench, "a.lpjob")).toBe("Push · no longer on the service");
  });

  test("an incomplete push is reported", async () => {
    const bench = await start();
    bench.before = (call) => {
      if (call.endsWith("/firewall/rules") && call.startsWith("POST")) throw new Error("cut");
    };
    await bench.run("weir.push", bench.uri("a.cfrule"));
    expect(await pushLens(bench, "a.cfrule")).toBe("Push · the last push was interrupted");
  });

  test("a push that is running is not called interrupted; one that was stays so", async () => {
    const bench = await start({ files: { ...files, "b.cfrule": `${rule} and ssl` } });
    const isRule = (call: string) => call.startsWith("POST") && call.endsWith("/firewall/rules");
    bench.before = (call) => {
      if (isRule(call)) throw new Error("cut");
    };
    await bench.run("weir.push", bench.uri("b.cfrule"));
    const seen: string[] = [];
    bench.before = async (call) => {
      if (isRule(call))
        seen.push(await pushLens(bench, "a.cfrule"), await pushLens(bench, "b.cfrule"));
    };
    await bench.run("weir.push", bench.uri("a.cfrule"));
    expect(seen).toEqual(["Push · in progress", "Push · the last push was interrupted"]);
    expect(await pushLens(bench, "a.cfrule")).toBe("Push · in sync with the last push");
  });

  test("an unreadable lock has no entries", async () => {
    const bench = await start();
    writeAt(bench.uri("weir.lock.json"), "{");
    expect(await pushLens(bench, "a.cfrule")).toContain("never pushed");
  });
});

describe("no lens is shown for", () => {
  test.each([
    ["an expression that is a value", "a.cfrule", "# @value\nhttp.host"],
    ["what no service takes", "a.cfrule", `${"ssl or ".repeat(10_000)}ssl`],
    ["a document without a file", "untitled:a.cfrule", rule],
  ])("%s", async (_, name, text) => {
    expect(await lenses(await start(), name, text)).toEqual([]);
  });

  test.each([
    ["settings that have errors", '{ "profiles": 7 }'],
    ["settings without profiles", "{}"],
    ["a profile that leads nowhere", weirJson({ baseUrl: "http://api.example.com" })],
  ])("a file below %s", async (_, settings) => {
    const bench = await start({ files: { ...files, "weir.json": settings } });
    expect(await lenses(bench, "a.cfrule")).toEqual([]);
  });

  test("a file in an untrusted workspace, until it is trusted", async () => {
    const bench = await start({ initializationOptions: { trusted: false } });
    expect(await lenses(bench, "a.cfrule")).toEqual([]);
    await bench.client.notify(workspaceNotification, { trusted: true, profile: "local" });
    expect(await lenses(bench, "a.cfrule")).toHaveLength(2);
  });
});

describe("an error of the service is shown in the file", () => {
  const lax = JSON.stringify({
    ...JSON.parse(weirJson()),
    severity: { "unknown-field": "off" },
  });
  const found = (bench: Workbench, name: string) =>
    bench.client.published
      .findLast((it) => it.uri === bench.uri(name))
      ?.diagnostics.filter((it) => it.code === "refused-by-service")
      .map((it) => it.message);

  test("until the text changes", async () => {
    const bench = await start({
      files: { "a.cfrule": '# @action block\nhttp.hots eq "a"', "weir.json": lax },
    });
    const uri = bench.uri("a.cfrule");
    await bench.client.open(uri, bench.text("a.cfrule"), "cfrule");
    await bench.run("weir.push", uri);
    await bench.client.until(() => found(bench, "a.cfrule")?.length === 1);
    expect(found(bench, "a.cfrule")).toEqual([
      expect.stringMatching(/^The service rejected this: .*http\.hots/),
    ]);
    await bench.client.change(uri, 2, { text: "# @action block\nssl" });
    await bench.client.until(() => found(bench, "a.cfrule")?.length === 0);
  });

  test("in the filter file, when it is about the filter of a job", async () => {
    const wrong = '{ "where": { "key": "ClientIPs", "operator": "eq", "value": "x" } }';
    const bench = await start({ files: { ...files, "f.lpfilter": wrong, "weir.json": lax } });
    for (const name of ["a.lpjob", "f.lpfilter"] as const)
      await bench.client.open(bench.uri(name), bench.text(name), name.slice(2));
    await bench.run("weir.push", bench.uri("a.lpjob"));
    await bench.client.until(() => found(bench, "f.lpfilter")?.length === 1);
    expect(found(bench, "f.lpfilter")).toEqual([
      expect.stringMatching(/^The service rejected this: /),
    ]);
    expect(found(bench, "a.lpjob")).toEqual([]);
  });
});
