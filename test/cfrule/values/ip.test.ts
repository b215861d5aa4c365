import assert from "node:assert/strict";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, test } from "vitest";
import {
  containsAddress,
  containsRange,
  findOverlaps,
  hasAddress,
  mergeRanges,
} from "../../../server/src/cfrule/values/ip-ranges.ts";
import { reservedBlockOf, reservedBlocks } from "../../../server/src/cfrule/values/ip-reserved.ts";
import {
  type Address,
  type AddressRange,
  formatAddress,
  formatNetwork,
  mappedIpv4,
  networkOf,
  parseAddress,
  parseNetwork,
  sizeInWords,
} from "../../../server/src/vocabulary/ip.ts";
import { times } from "../../support/long.ts";
import { startEngine } from "../../support/programs/engine.ts";

const engine = await startEngine();
const request = { method: "GET", host: "", path: "/", headers: {}, local: {}, details: {} };

function judge(expression: string, ip = "192.0.2.1") {
  return engine.judge(expression, { ...request, ip });
}

/** A network, range or address, parsed as an item of a set. */
function readItem(text: string): AddressRange | undefined {
  const [first = "", last, ...more] = text.split("..");
  if (last === undefined) {
    const reading = parseNetwork(text);
    return "network" in reading ? reading.network : undefined;
  }
  const ends = [parseAddress(first), parseAddress(last)];
  const [from, to] = ends;
  if (more.length > 0 || !from || !to || from.family !== to.family) return undefined;
  if (from.value > to.value) return undefined;
  return { family: from.family, first: from.value, last: to.value };
}

function address(text: string): Address {
  const found = parseAddress(text);
  if (!found) throw new Error(`No address: ${text}`);
  return found;
}

function item(text: string): AddressRange {
  const found = readItem(text);
  if (!found) throw new Error(`No item: ${text}`);
  return found;
}

const octets = fc.constantFrom("0", "1", "2", "10", "127", "255", "256", "01", "010", "00", "");
const dotted = fc.array(octets, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("."));
const groups = fc.constantFrom(
  "0",
  "1",
  "a",
  "ffff",
  "FFFF",
  "00ab",
  "0000",
  "10000",
  "",
  "",
  "1.2.3.4",
  "1.2.3",
);
const colons = fc.array(groups, { minLength: 2, maxLength: 9 }).map((parts) => parts.join(":"));
const rightIpv4 = fc.ipV4();
const rightIpv6 = fc.ipV6();
const addresses = fc.oneof(dotted, colons, rightIpv4, rightIpv6);
const bits = fc.constantFrom(
  "0",
  "8",
  "08",
  "24",
  "024",
  "31",
  "32",
  "33",
  "64",
  "128",
  "129",
  "256",
  "999",
  "",
);
const items = fc.oneof(
  addresses,
  fc.tuple(addresses, bits).map((it) => it.join("/")),
  fc.tuple(addresses, addresses).map((it) => it.join("..")),
  fc.tuple(rightIpv4, rightIpv4).map((it) => it.join("..")),
  fc
    .tuple(fc.constantFrom("10", "10.0", "1.2.3", "1.2.3.0", "2001:db8::", "::"), bits)
    .map((it) => it.join("/")),
  fc.stringMatching(/^[0-9a-f.:/]{1,12}$/),
);

describe("addresses after 'eq'", () => {
  test.each([
    "0.0.0.0 255.255.255.255 1.2.3.4 :: ::1 1:: 1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:: ::2:3:4:5:6:7:8 ABCD::ef ::1.2.3.4",
    "::ffff:1.2.3.4 1:2:3:4:5:6:1.2.3.4 1::1.2.3.4 0:0:0:0:0:0:0:0 0001::",
  ])("accepted: %s", (texts) => {
    for (const text of texts.split(" ")) {
      expect([text, parseAddress(text) !== undefined]).toEqual([text, true]);
      expect([text, judge(`ip.src eq ${text}`) !== "refused"]).toEqual([text, true]);
    }
  });

  test.each([
    "1.2.3 1.2.3.4.5 01.2.3.4 1.2.3.00 256.1.1.1 1.2.3.4. .1.2.3.4 1..2.3 1 1.2.3.4/32 ::: :: ::1:: 1:2 1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9 ::1:2:3:4:5:6:7:8 1::2:3:4:5:6:7:8 12345:: g:: 1.2.3.4:: ::1.2.3.4:5 ::01.2.3.4 ::1.2.3 : 1: :1",
  ])("rejected: %s", (texts) => {
    for (const text of texts.split(" ")) {
      if (text === "::") continue;
      expect([text, parseAddress(text)]).toEqual([text, undefined]);
      expect([text, judge(`ip.src eq ${text}`)]).toEqual([text, "refused"]);
    }
  });

  test("are parsed like the engine", () => {
    fc.assert(
      fc.property(addresses, (text) => {
        fc.pre(text !== "");
        const ours = parseAddress(text) !== undefined;
        return ours === (judge(`ip.src eq ${text}`) !== "refused");
      }),
      { seed: 1, numRuns: times(75) },
    );
  });

  test("have the same value and text as in ipaddr.js", () => {
    fc.assert(
      fc.property(fc.oneof(rightIpv4, rightIpv6), (text) => {
        // Unlike the engine, it parses '::192.0.2.1' as '::ffff:192.0.2.1'.
        fc.pre(!/:.*\./.test(text));
        const ours = address(text);
        const theirs = ipaddr.parse(text);
        const value = theirs.toByteArray().reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
        assert.equal(BigInt(ours.value), value);
        if (!mappedIpv4(ours)) assert.equal(formatAddress(ours), theirs.toString());
        assert.deepEqual(parseAddress(formatAddress(ours)), ours);
      }),
      { seed: 2, numRuns: times(63) },
    );
  });

  test.each([
    ["2001:0db8:0000:0000:0001:0000:0000:0001", "2001:db8::1:0:0:1"],
    ["1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"],
    ["0:0:0:0:0:0:0:1", "::1"],
    ["1:0:0:0:0:0:0:0", "1::"],
    ["::FFFF:C000:201", "::ffff:192.0.2.1"],
  ])("%s is written %s", (text, short) => expect(formatAddress(address(text))).toBe(short));
});

describe("items of a set", () => {
  test("are parsed like the engine", () => {
    const probe = fc.oneof(
      rightIpv4,
      rightIpv6,
      fc.constantFrom("10.0.0.0", "1.2.3.0", "2001:db8::", "12.0.0.0"),
    );
    fc.assert(
      fc.property(items, probe, (text, ip) => {
        fc.pre(text !== "");
        const found = readItem(text);
        const ours = found ? containsAddress(found, address(ip)) : "refused";
        return ours === judge(`ip.src in {${text}}`, ip);
      }),
      { seed: 3, numRuns: times(125) },
    );
  });

  test.each([
    ["10/8", "10.0.0.0/8"],
    ["1.2.3/24", "1.2.3.0/24"],
    ["1.2.3", "1.2.3.0/32"],
    ["12", "12.0.0.0/32"],
    ["010.0.0.1", "10.0.0.1/32"],
    ["10.0.0.0/08", "10.0.0.0/8"],
  ])("%s is %s, loosely", (text, suggested) => {
    const reading = parseNetwork(text);
    expect("network" in reading && [formatNetwork(reading.network), reading.loose]).toEqual([
      suggested,
      true,
    ]);
    const [first = ""] = suggested.split("/");
    expect(judge(`ip.src in {${text}}`, first)).toBe(true);
  });

  test.each(["10.0.0.0/8", "1.2.3.4", "::/0", "2001:db8::/32"])("%s is not loose", (text) => {
    expect(parseNetwork(text)).toMatchObject({ loose: false });
  });

  test.each([
    ["10.0.0.1/8", "host-bits", "10.0.0.0/8"],
    ["2001:db8::1/32", "host-bits", "2001:db8::/32"],
    ["10.0.0.0/33", "too-many-bits"],
    ["::/129", "too-many-bits"],
    ["10.0.0.0/", "no-bits"],
    ["10.0.0.0/a", "no-bits"],
    ["10.0.0.300/8", "no-address"],
    ["10/8/8", "no-address"],
  ])("%s is rejected: %s", (text, problem, suggested?: string) => {
    const reading = parseNetwork(text);
    expect(reading).toMatchObject({ problem });
    expect(
      "suggested" in reading && reading.suggested ? formatNetwork(reading.suggested) : undefined,
    ).toBe(suggested);
    expect(judge(`ip.src in {${text}}`)).toBe("refused");
  });

  test.each([
    ["192.0.2.1", "1 address"],
    ["192.0.2.0/24", "256 addresses"],
    ["0.0.0.0/0", "4,294,967,296 addresses"],
    ["2001:db8::/64", "2^64 addresses"],
    ["10.0.0.1..10.0.0.10", "10 addresses"],
    ["::/0", "2^128 addresses"],
  ])("%s has %s", (text, words) => expect(sizeInWords(item(text))).toBe(words));

  test("recognizes IPv4-mapped addresses", () => {
    expect(judge("ip.src eq ::192.0.2.1", "::c000:201")).toBe(true);
    expect(judge("ip.src eq ::ffff:192.0.2.1", "192.0.2.1")).toBe(false);
    expect(mappedIpv4(address("::ffff:192.0.2.1"))).toEqual(address("192.0.2.1"));
    expect(mappedIpv4(address("::192.0.2.1"))).toBeUndefined();
    expect(mappedIpv4(address("192.0.2.1"))).toBeUndefined();
  });
});

describe("overlaps", () => {
  const overlaps = (texts: string) => {
    const written = texts.split(" ").map((text) => ({ text, ...item(text) }));
    return findOverlaps(written)
      .map(({ item: it, other, kind }) => `${it.text} ${kind} ${other.text}`)
      .join(", ");
  };

  test.each([
    ["10.0.0.0/8 11.0.0.0/8 ::/0", ""],
    ["10.1.0.0/16 10.0.0.0/8", "10.1.0.0/16 inside 10.0.0.0/8"],
    ["10.0.0.1 10.0.0.2 10.0.0.1", "10.0.0.1 same 10.0.0.1"],
    ["10.0.0.1..10.0.0.9 10.0.0.5..10.0.0.20", "10.0.0.5..10.0.0.20 partial 10.0.0.1..10.0.0.9"],
    [
      "10.0.0.5 10.0.0.0/24 10.0.0.0..10.0.0.255",
      "10.0.0.5 inside 10.0.0.0/24, 10.0.0.0..10.0.0.255 same 10.0.0.0/24",
    ],
    ["0.0.0.0/0 ::ffff:1.2.3.4", ""],
    ["::/0 ::1 0.0.0.0/0 1.2.3.4", "::1 inside ::/0, 1.2.3.4 inside 0.0.0.0/0"],
  ])("%s: %s", (texts, expected) => expect(overlaps(texts)).toBe(expected));

  const small = fc.tuple(fc.nat(40), fc.nat(12), fc.constantFrom(4 as const, 6 as const)).map(
    ([first, length, family]): AddressRange => ({
      family,
      first: family === 4 ? first : BigInt(first),
      last: family === 4 ? first + length : BigInt(first + length),
    }),
  );

  test("lists every covered item, and merging changes no result", () => {
    fc.assert(
      fc.property(fc.array(small, { maxLength: 12 }), small, (ranges, { family, first }) => {
        const probe = { family, value: first };
        const found = findOverlaps(ranges);
        const redundant = found.filter((it) => it.kind !== "partial").map((it) => it.item);
        ranges.forEach((range, i) => {
          const held = ranges.some((other, j) =>
            i === j || !containsRange(other, range) ? false : !containsRange(range, other) || j < i,
          );
          assert.equal(redundant.includes(range), held);
        });
        for (const { item: it, other, kind } of found) {
          assert.equal(containsRange(other, it), kind !== "partial");
        }
        const merged = mergeRanges(ranges);
        assert.deepEqual(findOverlaps(merged), []);
        assert.equal(
          hasAddress(merged, probe),
          ranges.some((it) => containsAddress(it, probe)),
        );
      }),
      { seed: 4, numRuns: times(63) },
    );
  });

  test("ten thousand items", () => {
    const many = Array.from({ length: 10_000 }, (_, i) =>
      networkOf({ family: 4, value: i * 3 * 128 }, 23),
    );
    expect(findOverlaps(many).length).toBeGreaterThan(0);
    expect(mergeRanges(many).length).toBeGreaterThan(0);
  });
});

describe("reserved blocks", () => {
  test("each is a network, found by its first address unless a smaller one contains it", () => {
    for (const { network, purpose } of reservedBlocks()) {
      expect([formatNetwork(network), reservedBlockOf(network)?.purpose]).toEqual([
        formatNetwork(network),
        purpose,
      ]);
    }
  });

  test.each([
    ["192.168.1.0/24", "private networks"],
    ["203.0.113.7", "documentation"],
    ["fe80::1", "link-local addresses"],
    ["::ffff:10.0.0.1", "IPv4-mapped addresses"],
    ["255.255.255.255", "broadcast"],
    ["10.0.0.0..10.0.0.9", "private networks"],
  ])("%s is for %s", (text, purpose) => expect(reservedBlockOf(item(text))?.purpose).toBe(purpose));

  test.each([
    "0.0.0.0/0",
    "8.8.8.8",
    "10.0.0.0/7",
    "192.31.196.1",
    "2001:4860::1",
    "9.255.255.255..10.0.0.1",
  ])("%s is not reserved", (text) => expect(reservedBlockOf(item(text))).toBeUndefined());

  test("include those that are private or unreachable in ipaddr.js", () => {
    const kinds = [
      "private",
      "loopback",
      "linkLocal",
      "multicast",
      "broadcast",
      "uniqueLocal",
      "carrierGradeNat",
    ];
    fc.assert(
      fc.property(fc.oneof(rightIpv4, rightIpv6), (text) => {
        if (!kinds.includes(ipaddr.parse(text).range())) return true;
        return reservedBlockOf(item(text)) !== undefined;
      }),
      { seed: 5, numRuns: times(75) },
    );
  });
});
