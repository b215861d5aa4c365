import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ToolThread } from "../../server/src/mcp/thread.ts";
import { Folder } from "../support/programs/cli.ts";

/** Returns the number of its thread, and does what the call names. */
const script = `
const { parentPort, threadId } = require("node:worker_threads");
parentPort.on("message", ({ name }) => {
  if (name === "hang") for (;;);
  if (name === "fill") for (const all = []; ; ) all.push(new Array(10000).fill(all.length + 0.5));
  if (name === "throw") throw new Error("no way");
  parentPort.postMessage({ content: [{ type: "text", text: String(threadId) }] });
});
`;
const folder = new Folder({ "thread.cjs": script });
afterAll(() => folder[Symbol.dispose]());

function threadWith(timeout = 60_000, megabytes = 16): ToolThread {
  return new ToolThread({ file: join(folder.path, "thread.cjs"), timeout, megabytes });
}

const never = new AbortController().signal;

async function callText(thread: ToolThread, name: string, signal = never): Promise<string> {
  const { content } = await thread.call({ name, given: {} }, signal);
  return content[0]?.text ?? "";
}

test("one thread runs all calls", async () => {
  const thread = threadWith();
  const [first, second] = await Promise.all([callText(thread, "id"), callText(thread, "id")]);
  expect(first).toMatch(/^\d+$/);
  expect(second).toBe(first);
});

test.each([
  ["hang", 50, "Stopped after 0.05 seconds. Use a shorter text, or fewer lines."],
  ["fill", 60_000, "Stopped: not enough memory. Use a shorter text, or fewer lines."],
  ["throw", 60_000, "This is a bug in Weir: no way"],
])(
  "a call that would %s is stopped with its thread, and the next one succeeds",
  async (name, timeout, message) => {
    const thread = threadWith(timeout);
    expect(await callText(thread, name)).toBe(message);
    if (timeout > 50) expect(await callText(thread, "id")).toMatch(/^\d+$/);
  },
);

test("a canceled call stops immediately, a waiting one does not start, and the next one succeeds", async () => {
  const thread = threadWith();
  const aborter = new AbortController();
  const running = callText(thread, "hang", aborter.signal);
  const waiting = callText(thread, "hang", aborter.signal);
  const next = callText(thread, "id");
  aborter.abort();
  expect(await running).toBe("Canceled.");
  expect(await waiting).toBe("Canceled.");
  expect(await next).toMatch(/^\d+$/);
});
