import { afterEach, describe, expect, test, vi } from "vitest";
import { CancellationTokenSource } from "vscode-languageserver/node";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import type { FileResults, Refused, Verified } from "../../server/src/lsp/protocol.ts";
import { removeFolders } from "../support/folders.ts";
import { stopClients } from "../support/lsp.ts";
import { origin, saysYes, Workbench } from "../support/workbench.ts";

afterEach(() => {
  stopClients();
  removeFolders();
  vi.unstubAllGlobals();
  vi.useRealTimers();
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
    `The editor did not provide a credential for '${origin}'.`,
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
  expect(said(await pushing)).toMatch(/canceled/i);
  expect(bench.writes).toEqual([]);
});

describe("a client that shows progress", () => {
  const limited = { kind: "rate-limit", retryAfter: 30, times: 9 } as const;
  const shows = {
    files,
    offers: { confirm: true, choose: true },
    capabilities: { window: { workDoneProgress: true } },
    answers: { ...saysYes, "window/workDoneProgress/create": () => null },
  };
  const reports = ({ client }: Workbench) =>
    client.told.flatMap(({ method, params }) =>
      method === "$/progress" ? [params as Reported] : [],
    );
  const reported = (bench: Workbench, message: RegExp) =>
    vi.waitUntil(() => reports(bench).find((it) => message.test(it.value.message ?? "")));

  test("says that the service is waited for, and which try comes next, and can be cancelled there", async () => {
    const bench = await Workbench.open({ ...shows, settings: { faults: [limited] } });
    const pushing = bench.run("weir.push", { uri: bench.uri("a.cfrule") });
    const { token } = await reported(
      bench,
      /Rate limited by '[^']+' \(429\).* Retrying in 30 s \(attempt 2 of \d\)/,
    );
    expect(reports(bench)[0]).toMatchObject({ token, value: { kind: "begin", cancellable: true } });
    const before = bench.sent.length;
    await bench.client.notify("window/workDoneProgress/cancel", { token });
    expect(said(await pushing)).toMatch(/canceled/i);
    expect(bench.sent).toHaveLength(before);
    expect(bench.writes).toEqual([]);
    await vi.waitUntil(() => reports(bench).some((it) => it.value.kind === "end"));
  });

  test("says how long a service is silent, and can be cancelled there", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const bench = await Workbench.open(shows);
    bench.before = () => new Promise(() => {});
    const pushing = bench.run("weir.push", { uri: bench.uri("a.cfrule") });
    await vi.waitUntil(() => bench.sent.length > 0);
    await vi.advanceTimersByTimeAsync(10_000);
    const { token } = await reported(bench, /Waiting for the service for 10 s/);
    await bench.client.notify("window/workDoneProgress/cancel", { token });
    expect(said(await pushing)).toMatch(/canceled/i);
    expect(bench.writes).toEqual([]);
  });
});

interface Reported {
  readonly token: string | number;
  readonly value: { readonly kind: string; readonly message?: string };
}

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
  expect(said(await pushing)).toMatch(/canceled/i);
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
  expect(said(await bench.run("weir.push", bench.uri("a.cfrule")))).toMatch(
    /Created rule '[^']+'\.$/,
  );
  expect(bench.client.told.filter((it) => it.method === "$/progress")).toEqual([]);
});
