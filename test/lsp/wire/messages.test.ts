import assert from "node:assert/strict";
import { once } from "node:events";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  Messages,
  maxHeaderLength,
  maxMessageLength,
} from "../../../server/src/lsp/wire/messages.ts";

/** The output for a stream that arrives in chunks of these lengths, and the rest. */
async function passing(
  stream: string,
  pieces: readonly number[] = [],
): Promise<{ readonly passed: string; readonly strays: string[]; readonly error?: string }> {
  const strays: string[] = [];
  const messages = new Messages((header) => strays.push(header));
  let passed = "";
  messages.on("data", (chunk: Buffer) => {
    passed += chunk.toString("latin1");
  });
  const ended = once(messages, "end").catch((error: Error) => error.message);
  const bytes = Buffer.from(stream, "latin1");
  let from = 0;
  for (const length of [...pieces, bytes.length]) {
    if (!messages.destroyed) messages.write(bytes.subarray(from, from + length));
    from += length;
  }
  messages.end();
  const error = await ended;
  return { passed, strays, ...(typeof error === "string" ? { error } : undefined) };
}

function message(body: string): string {
  return `Content-Length: ${body.length}\r\n\r\n${body}`;
}

const body = fc
  .string({ unit: fc.constantFrom("a", "\r", "\n", ":", "{", "\xff"), minLength: 1 })
  .map((it) => JSON.stringify(it));
const pieces = fc.array(fc.integer({ min: 1, max: 40 }));

test("messages are unchanged, however they are split", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(body), pieces, async (bodies, cuts) => {
      const long = JSON.stringify("x".repeat(2 * maxHeaderLength));
      const stream = [...bodies, long, ...bodies].map(message).join("");
      assert.deepEqual(await passing(stream, cuts), { passed: stream, strays: [] });
    }),
    { seed: 20_261_115 },
  );
});

test.each([
  ["without a length", "Hello: world"],
  ["without a colon", "hello"],
  ["with a length that is no number", "Content-Length: many"],
  ["with a length below zero", "Content-Length: -4"],
  ["with a length in other digits", "Content-Length: 0x10"],
  ["with a length of nothing", "Content-Length: 0"],
  ["with returns in a row", "a:b\r"],
])("a header %s is skipped, and the next message is read", async (_, header) => {
  const stream = message("{}") + header;
  for (const cuts of [[], [1], [25, 3, 1]]) {
    expect(await passing(`${stream}\r\n\r\n${message("[]")}`, cuts)).toEqual({
      passed: message("{}") + message("[]"),
      strays: [header],
    });
  }
});

test("data before a message is skipped", async () => {
  const { passed } = await passing(`{"rest": 1}${message("{}")}`);
  expect(passed).toBe(message("{}"));
});

test("the last length header applies, in any case, and other headers are ignored", async () => {
  const header =
    "content-length: 9\r\nContent-Type: a; charset=klingon\r\nCONTENT-LENGTH: 2\r\n\r\n";
  expect((await passing(`${header}{}`)).passed).toBe(message("{}"));
});

test.each([
  ["at once", []],
  ["in pieces", Array.from({ length: 400 }, () => 100)],
])("a header without an end is an error, %s", async (_, cuts) => {
  const endless = "a".repeat(maxHeaderLength + 1);
  for (const before of ["", message("{}")]) {
    expect((await passing(before + endless, cuts)).error).toMatch("does not end");
  }
  expect((await passing(endless.slice(1), cuts)).error).toBeUndefined();
});

test("a message over the size limit is an error", async () => {
  const header = (length: number | string) => `Content-Length: ${length}\r\n\r\n`;
  expect((await passing(header(maxMessageLength + 1))).error).toMatch("exceeds the limit");
  expect((await passing(header("9".repeat(30)))).error).toMatch("exceeds the limit");
  expect((await passing(`${header(maxMessageLength)}{}`)).error).toBeUndefined();
});
