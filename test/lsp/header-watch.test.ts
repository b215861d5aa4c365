import fc from "fast-check";
import { expect, test } from "vitest";
import { HeaderWatch, longestHeader } from "../../server/src/lsp/header-watch.ts";

/** Whether the watch goes along with a stream that comes in pieces of these lengths. */
function passes(stream: Buffer, pieces: readonly number[] = []): boolean {
  const watch = new HeaderWatch();
  let from = 0;
  for (const length of [...pieces, stream.length]) {
    if (!watch.take(stream.subarray(from, from + length))) return false;
    from += length;
  }
  return true;
}

function message(body: string, name = "Content-Length"): string {
  return `${name}: ${Buffer.byteLength(body)}\r\nContent-Type: a\r\n\r\n${body}`;
}

test("messages pass, however long they are and wherever they are cut", () => {
  const bodies = fc.array(fc.string({ unit: "binary", maxLength: 60 }), { maxLength: 8 });
  fc.assert(
    fc.property(bodies, fc.array(fc.integer({ min: 1, max: 40 })), (texts, pieces) => {
      const long = "x".repeat(2 * longestHeader);
      const stream = [...texts, long, ...texts].map((it) => message(it)).join("");
      return passes(Buffer.from(stream), pieces);
    }),
    { seed: 20_261_115 },
  );
});

test.each([
  ["without a length", "Hello: world\r\n\r\n"],
  ["with a length that is no number", "Content-Length: many\r\n\r\n"],
  ["with a length below zero", "Content-Length: -4\r\n\r\n"],
  ["in small letters", message("x".repeat(2 * longestHeader), "content-length")],
])("a header %s is the business of others", (_, header) => {
  const all = header + message("y".repeat(2 * longestHeader));
  expect(passes(Buffer.from(all), [3, 5, 7, 11])).toBe(true);
});

test.each([
  ["at once", []],
  ["in pieces", Array.from({ length: 400 }, () => 100)],
])("a header without an end does not pass, %s", (_, pieces) => {
  const endless = Buffer.alloc(longestHeader + 1, "a");
  expect(passes(endless, pieces)).toBe(false);
  expect(passes(Buffer.concat([Buffer.from(message("{}")), endless]), pieces)).toBe(false);
  expect(passes(endless.subarray(1), pieces)).toBe(true);
});
