import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clientSources } from "../support/generate/l10n.ts";
import { bundlePath } from "../support/programs/dist.ts";

const network =
  /["'](?:node:)?(?:https?|http2|net|tls|dgram|dns|undici|ws|axios)["']|\bfetch\s*\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|openExternal/;
const telemetry = /createTelemetryLogger|TelemetryLogger|telemetry\/event|machineId|sessionId/;

test("the client's sources open no connection and send no telemetry", () => {
  const wrong = clientSources()
    .filter(({ text }) => network.test(text) || telemetry.test(text))
    .map(({ file }) => file);
  expect(wrong).toEqual([]);
});

const bundle = bundlePath("client.cjs");

test.runIf(existsSync(bundle))("neither does anything else in its bundle", () => {
  const text = readFileSync(bundle, "utf8");
  const required = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map((it) =>
    (it[1] ?? "").replace("node:", ""),
  );
  // The LSP library loads 'net' for named pipes, but we use the IPC channel of the process.
  const fine = new Set(
    "./web-client.js child_process crypto fs net os path process readline string_decoder url util vscode".split(
      " ",
    ),
  );
  expect([...new Set(required)].filter((it) => !fine.has(it))).toEqual([]);
  expect(/\bfetch\(|XMLHttpRequest|WebSocket\(/.exec(text)?.[0]).toBeUndefined();
  // The rest is in the bundle of the browser, of which the extension has one copy.
  expect(text.length).toBeLessThan(60_000);
});
