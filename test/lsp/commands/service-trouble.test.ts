import { afterEach, describe, expect, test, vi } from "vitest";
import { CancellationTokenSource } from "vscode-languageserver/node";
import { defaults } from "../../../server/src/emulator/state/defaults.ts";
import type { FileResults, Refusal, Verified } from "../../../server/src/lsp/protocol.ts";
import { removeFolders } from "../../support/folders.ts";
import { stopClients } from "../../support/programs/lsp.ts";
import { origin, saysYes, Workbench } from "../../support/programs/workbench.ts";
import { until } from "../../support/waiting.ts";

afterEach(() => {
  stopClients();
  removeFolders();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const files = { "a.cfrule": "# @action block\nssl" };
const offers = { confirm: true, choose: true, credential: true };
const { email, key } = defaults;

function messageOf(answer: Partial<FileResults> & Partial<Refusal>): string {
  return answer.refusal ?? answer.results?.[0]?.message ?? "nothing";
}

test("an email address and an API key are accepted", async () => {
  const answers = { "weir/credential": () => ({ origin, email, key }) };
  const bench = await Workbench.open({ files, offers, answers });
  expect(await bench.run<Verified>("weir.verify", bench.uri("a.cfrule"))).toMatchObject({
    origin,
    identity: email,
    zones: [{ name: "example.com" }],
  });
});

test("an editor that fails to provide a credential is reported", async () => {
  const refuses = () => {
    throw new Error("The secrets are locked.");
  };
  const answers = { "weir/credential": refuses };
  const bench = await Workbench.open({ files, offers, answers });
  expect(messageOf(await bench.run("weir.push", bench.uri("a.cfrule")))).toContain(
    `The editor did not provide a credential for '${origin}'.`,
  );
});

test("canceling ends the wait before a retry", async () => {
  const limited = { kind: "rate-limit", retryAfter: 30, times: 9 } as const;
  const bench = await Workbench.open({
    files,
    offers: { confirm: true, choose: true },
    answers: saysYes,
    settings: { faults: [limited] },
  });
  const source = new CancellationTokenSource();
  const pushing = bench.run("weir.push", { uri: bench.uri("a.cfrule") }, source.token);
  await until(() => bench.sent.length > 0);
  source.cancel();
  expect(messageOf(await pushing)).toMatch(/canceled/i);
  expect(bench.writes).toEqual([]);
});

describe("a client with progress support", () => {
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
    until(() => reports(bench).find((it) => message.test(it.value.message ?? "")));

  test("shows the wait and the next attempt, and can cancel", async () => {
    const bench = await Workbench.open({ ...shows, settings: { faults: [limited] } });
    const pushing = bench.run("weir.push", { uri: bench.uri("a.cfrule") });
    const { token } = await reported(
      bench,
      /Rate limited by '[^']+' \(429\).* Retrying in 30 s \(attempt 2 of \d\)/,
    );
    expect(reports(bench)[0]).toMatchObject({ token, value: { kind: "begin", cancellable: true } });
    const before = bench.sent.length;
    await bench.client.notify("window/workDoneProgress/cancel", { token });
    expect(messageOf(await pushing)).toMatch(/canceled/i);
    expect(bench.sent).toHaveLength(before);
    expect(bench.writes).toEqual([]);
    await until(() => reports(bench).some((it) => it.value.kind === "end"));
  });

  test("shows how long the service has not responded, and can cancel", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const bench = await Workbench.open(shows);
    bench.before = () => new Promise(() => {});
    const pushing = bench.run("weir.push", { uri: bench.uri("a.cfrule") });
    await until(() => bench.sent.length > 0);
    await vi.advanceTimersByTimeAsync(10_000);
    const { token } = await reported(bench, /Waiting for the service for 10 s/);
    await bench.client.notify("window/workDoneProgress/cancel", { token });
    expect(messageOf(await pushing)).toMatch(/canceled/i);
    expect(bench.writes).toEqual([]);
  });
});

interface Reported {
  readonly token: string | number;
  readonly value: { readonly kind: string; readonly message?: string };
}

test("after shutdown no new work starts", async () => {
  const bench = await Workbench.open({
    files,
    offers: { confirm: true, choose: true },
    answers: saysYes,
  });
  bench.before = () => new Promise(() => {});
  const pushing = bench.run("weir.push", { uri: bench.uri("a.cfrule") });
  await until(() => bench.sent.length > 0);
  await bench.client.request("shutdown", undefined);
  expect(messageOf(await pushing)).toMatch(/canceled/i);
  expect(bench.writes).toEqual([]);
});

test("a client that refuses progress works without it", async () => {
  const refuses = () => {
    throw new Error("There is no room for it.");
  };
  const bench = await Workbench.open({
    files,
    offers: { confirm: true, choose: true },
    capabilities: { window: { workDoneProgress: true } },
    answers: { ...saysYes, "window/workDoneProgress/create": refuses },
  });
  expect(messageOf(await bench.run("weir.push", bench.uri("a.cfrule")))).toMatch(
    /Created rule '[^']+'\.$/,
  );
  expect(bench.client.told.filter((it) => it.method === "$/progress")).toEqual([]);
});
