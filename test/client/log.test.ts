import { beforeEach, expect, test, vi } from "vitest";
import { LogLevel, type LogOutputChannel } from "vscode";
import { Secrets } from "../../client/src/account/redaction.ts";
import { hidingLog, type Tracing, traceLog } from "../../client/src/log.ts";
import { editor, resetEditor, window } from "./fakes/fake-vscode.ts";

beforeEach(resetEditor);

function secretsWith(...all: string[]): Secrets {
  const secrets = new Secrets();
  for (const it of all) secrets.add(it);
  return secrets;
}

test("the trace masks secrets in every form", () => {
  const { channel } = traceLog(secretsWith('to"ken', "a@b.example"), () => "verbose");
  channel.trace(`Result: ${JSON.stringify({ token: 'to"ken' })}`);
  channel.appendLine('plain to"ken');
  channel.trace(`?token=${encodeURIComponent("a@b.example")}`);
  expect(editor.written).toEqual(['Result: {"token":"…"}', "plain …", "?token=…"]);
});

test("a secret that is part of another does not reveal the rest", () => {
  expect(secretsWith("abc", "abcdef").hide("abcdef abc")).toBe("… …");
});

test("the trace follows the setting, and creates its channel on first use", () => {
  let setting: Tracing = "off";
  const { channel, update } = traceLog(new Secrets(), () => setting);
  const levels: LogLevel[] = [];
  channel.onDidChangeLogLevel((it) => levels.push(it));
  expect(channel.logLevel).toBe(LogLevel.Info);
  setting = "messages";
  update();
  expect(channel.logLevel).toBe(LogLevel.Trace);
  expect(levels).toEqual([LogLevel.Trace]);
});

test("the log masks secrets in strings, errors and objects", () => {
  const written: unknown[] = [];
  const write = (...all: unknown[]) => void written.push(...all);
  const raw = { trace: write, debug: write, info: write, warn: write, error: write, name: "" };
  const log = hidingLog(raw as unknown as LogOutputChannel, secretsWith("s3cret"));
  log.info("it is s3cret", { inner: ["s3cret"] });
  log.error(new Error("s3cret"));
  log.debug("s3cret");
  log.warn("s3cret");
  log.trace("s3cret");
  expect(JSON.stringify(written)).not.toContain("s3cret");
});

/** A channel that records every call, as `method text`. */
function noting() {
  const calls: string[] = [];
  const channel = new Proxy({ name: "Weir", logLevel: LogLevel.Info } as object, {
    get: (known, method) =>
      method in known
        ? known[method as never]
        : (...all: unknown[]) => void calls.push([method, ...all].join(" ")),
  });
  return { calls, channel: channel as unknown as LogOutputChannel };
}

const everyWay = (log: LogOutputChannel) => {
  for (const method of ["append", "appendLine", "replace"] as const) log[method]("it is s3cret");
  log.clear();
  log.show();
  log.hide();
  log.info("said", "s3cret", undefined, Object.assign(new Error("s3cret"), { stack: undefined }));
  log.dispose();
};

test("every log method masks secrets, and the others are unchanged", () => {
  const { calls, channel } = noting();
  const log = hidingLog(channel, secretsWith("s3cret"));
  everyWay(log);
  expect([log.name, log.logLevel]).toEqual(["Weir", LogLevel.Info]);
  expect(calls).toEqual([
    "append it is …",
    "appendLine it is …",
    "replace it is …",
    "clear",
    "show true",
    "hide",
    "info said … undefined …",
    "dispose",
  ]);
});

test("every trace method works once there is something to write", () => {
  const { calls, channel } = noting();
  vi.spyOn(window, "createOutputChannel").mockReturnValue(channel as never);
  const trace = traceLog(secretsWith("s3cret"), () => "off").channel;
  trace.clear();
  trace.hide();
  trace.dispose();
  expect(calls).toEqual([]);
  everyWay(trace);
  expect(calls.slice(0, 6)).toEqual([
    "append it is …",
    "appendLine it is …",
    "replace it is …",
    "clear",
    "show true",
    "hide",
  ]);
  vi.restoreAllMocks();
});

test("an empty secret masks nothing", () => {
  expect(secretsWith("").hide("plain")).toBe("plain");
});
