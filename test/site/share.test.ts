import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kinds } from "../../site/src/playground/kinds.ts";
import {
  decodeShared,
  encodeShared,
  LinkError,
  type Shared,
} from "../../site/src/playground/share.ts";
import { times } from "../support/long.ts";
import { anyCharacter } from "../support/random/any-character.ts";

/** A fragment as an attacker could create it. */
function packed(value: string | Buffer): string {
  return `1${deflateRawSync(value).toString("base64url")}`;
}

describe("a link", () => {
  test("round-trips any characters", async () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 200 });
    const shared = fc.record(
      { kind: fc.constantFrom(...kinds), text, other: text, lines: text },
      { requiredKeys: ["kind", "text"] },
    );
    await fc.assert(
      fc.asyncProperty(shared, async (it) => {
        const fragment = await encodeShared(it as Shared);
        assert.match(fragment, /^[\w-]+$/);
        assert.deepEqual(await decodeShared(fragment), JSON.parse(JSON.stringify(it)));
      }),
      { seed: 18, numRuns: times(2) },
    );
  });

  test("is refused if it would be too long", async () => {
    const noise = Array.from({ length: 40_000 }, (_, i) => Math.imul(i, 2654435761) % 9973).join(
      "",
    );
    await expect(encodeShared({ kind: "lpfilter", text: "", lines: noise })).rejects.toThrow(
      /^Too long for a link: \d+,\d+ characters; the limit is 32,000\. Remove some log lines\.$/,
    );
  });

  test("is refused if its content is too large, however well it is compressed", async () => {
    const lines = '{"ClientIP":"192.0.2.1"}\n'.repeat(50_000);
    await expect(encodeShared({ kind: "lpfilter", text: "", lines })).rejects.toThrow(
      /^Too long for a link: \d,\d+,\d+ bytes; the limit is 1,000,000\. Remove some log lines\.$/,
    );
  });

  test.each([
    ["nothing", ""],
    ["another version", "2abc"],
    ["no data", "1"],
    ["other characters", "1<script>"],
    ["no base64", "1a"],
    ["no compressed data", "1AAAA"],
    ["cut data", packed(JSON.stringify({ kind: "lpfilter", text: "x".repeat(99) })).slice(0, 12)],
    ["no JSON", packed("{")],
    ["null", packed("null")],
    ["an array", packed("[]")],
    ["an unknown language", packed('{"kind":"html","text":""}')],
    ["an inherited name", packed('{"kind":"constructor","text":""}')],
    ["no text", packed('{"kind":"lpfilter"}')],
    ["another type", packed('{"kind":"lpfilter","text":["a"]}')],
    ["other lines", packed('{"kind":"lpfilter","text":"","lines":{}}')],
    ["no Unicode", packed(Buffer.from([0x22, 0xff, 0xfe, 0x22]))],
    ["too much", packed(Buffer.alloc(3_000_000, " "))],
    ["a long fragment", `1${"A".repeat(40_000)}`],
  ])("with %s is damaged", async (_, fragment) => {
    await expect(decodeShared(fragment)).rejects.toThrow(LinkError);
    await expect(decodeShared(fragment)).rejects.toThrow(
      "The link is damaged or was created by another version of Weir.",
    );
  });

  test("has only known keys", async () => {
    const fragment = packed('{"kind":"cfrule","text":"ssl","__proto__":{"lines":"x"},"tab":1}');
    expect(await decodeShared(fragment)).toEqual({ kind: "cfrule", text: "ssl" });
  });
});
