import { afterEach, expect, test, vi } from "vitest";
import { CancellationTokenSource } from "vscode-languageserver/node";
import { defaults } from "../../server/src/emulator/defaults.ts";
import type { FileResults, Refused, Verified } from "../../server/src/lsp/protocol.ts";
import { removeFolders } from "../support/folders.ts";
import { stopClients } from "../support/lsp.ts";
import { origin, saysYes, Workbench } from "../support/workbench.ts";

afterEach(() => {
  stopClients();
  removeFolders();
  vi.unstubAllGlobals();
});

const files = { "a.cfrule": "# @action block\nssl" };
const offers = { confirm: true, choose: true, credential: true };
const { email, key } = defaults;

function said(answer: Partial<FileResults> & Partial<Refused>): string {
  return answer.refusal ?? answer.results?.[0]?.message ?? "nothing";
}

test("an e-mail address and a key are a credential too", async () => {
  const answers = { "weir/credential": () => ({ origin, email, key }) };
  const bench = await Workbench.open({ files, offers, answers });
  expect(await bench.run<Verified>("weir.verify", bench.uri("a.cfrule"))).toMatchObject({
    origin,
    identity: email,
    zones: [{ name: "example.com" }],
  });
});

test("an editor that cannot say who is signed in is told so", async () => {
  const refuses = () => {
    throw new Error("The secrets are locked.");
  };
  const answers = { "weir/credential": refuses };
  const bench = await Workbench.open({ files, offers, answers });
  expect(said(await bench.run("weir.push", bench.uri("a.cfrule")))).toContain(
    `The editor could not say who is signed in to '${origin}'.`,
  );
});

test("whoever cancels need not wait until the service wants to be asked again", async () => {
  const limited = { kind: "rate-limit", retryAfter: 30, times: 9 } as const;
  const bench = await Workbench.open({
    files,
    offers: { confirm: true, choose: true },
    answers: saysYes,
    settings: { faults: [limited] },
  });
  const source = new CancellationTokenSource();
  const pushing = bench.run("weir.push", { uri: bench.uri("a.cfrule") }, source.token);
  await vi.waitUntil(() => bench.sent.length > 0);
  source.cancel();
  expect(said(await pushing)).toMatch(/cancelled/i);
  expect(bench.writes).toEqual([]);
});

test("a server that is shut down begins nothing new", async () => {
  const bench = await Workbench.open({
    files,
    offers: { confirm: true, choose: true },
    answers: saysYes,
  });
  bench.before = () => new Promise(() => {});
  const pushing = bench.run("weir.push", { uri: bench.uri("a.cfrule") });
  await vi.waitUntil(() => bench.sent.length > 0);
  await bench.client.request("shutdown", undefined);
  expect(said(await pushing)).toMatch(/cancelled/i);
  expect(bench.writes).toEqual([]);
});

test("a client that can show no progress after all does without", async () => {
  const refuses = () => {
    throw new Error("There is no room for it.");
  };
  const bench = await Workbench.open({
    files,
    offers: { confirm: true, choose: true },
    capabilities: { window: { workDoneProgress: true } },
    answers: { ...saysYes, "window/workDoneProgress/create": refuses },
  });
  expect(said(await bench.run("weir.push", bench.uri("a.cfrule")))).toMatch(/ is created\.$/);
  expect(bench.client.told.filter((it) => it.method === "$/progress")).toEqual([]);
});
