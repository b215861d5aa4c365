import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Lock,
  type LockEntry,
  readContents,
  readLock,
  writeLock,
} from "../../../server/src/workspace/lock/lock.ts";
import { LockError, LockFile } from "../../../server/src/workspace/lock/lock-file.ts";
import { times } from "../../support/long.ts";
import { Folder } from "../../support/programs/cli.ts";

const entry: LockEntry = {
  state: "done",
  hash: "sha256-00",
  target: "rulesets",
  zone: "z1",
  rule: "r1",
  origin: "https://api.example",
};

describe("the text", () => {
  test("is sorted, with one resource per line", () => {
    const lock = { "b.cfrule": { production: entry, local: entry }, "a.cfrule": { local: entry } };
    const line = `{ "origin": "https://api.example", "zone": "z1", "target": "rulesets", "rule": "r1", "hash": "sha256-00", "state": "done" }`;
    expect(writeLock(lock)).toBe(`{
  "version": 1,
  "resources": {
    "a.cfrule": {
      "local": ${line}
    },
    "b.cfrule": {
      "local": ${line},
      "production": ${line}
    }
  }
}
`);
    expect(writeLock({ "a.cfrule": {} })).toBe('{\n  "version": 1,\n  "resources": {}\n}\n');
  });

  test("has the order of rulesets with rules of a file, with one rule per line", () => {
    const lock = { "a.cfrule": { local: { ...entry, ruleset: "s" } } };
    const orders = { s: ["r2", "r1"], unused: ["r3"] };
    const text = writeLock(lock, orders);
    expect(text).toContain(
      '  },\n  "order": {\n    "s": [\n      "r2",\n      "r1"\n    ]\n  }\n}\n',
    );
    expect(readContents(text)).toEqual({
      lock,
      orders: { s: ["r2", "r1"] },
      recorded: {},
      filters: [],
    });
    for (const order of ["[]", '{ "s": "r1" }', '{ "s": ["../x"] }'])
      expect(readContents(`{ "version": 1, "resources": {}, "order": ${order} }`)).toEqual({
        damage: "Its 'order' is invalid. Restore or remove it.",
      });
  });

  test("has the rules that no file can have, with one rule per line", () => {
    const about = { origin: "https://a.example", zone: "z", phase: "http_ratelimit" };
    const recorded = { s: { ...about, rules: ["r2 sha256-2", "r1 sha256-1"] } };
    const text = writeLock({}, {}, recorded);
    expect(text).toContain(
      '"rules": [\n      "r2 sha256-2",\n      "r1 sha256-1"\n    ] }\n  }\n}\n',
    );
    expect(readContents(text)).toEqual({ lock: {}, orders: {}, recorded, filters: [] });
    for (const bad of ["[]", '{ "s": [] }', '{ "../x": {} }', '{ "s": { "origin": "a" } }'])
      expect(readContents(`{ "version": 1, "resources": {}, "recorded": ${bad} }`)).toEqual({
        damage: "Its 'recorded' is invalid. Restore or remove it.",
      });
  });

  test("has the filters that only rules without a file use", () => {
    const text = writeLock({}, {}, {}, ["f2", "f1"]);
    expect(text).toContain('"resources": {},\n  "filters": [\n      "f1",\n      "f2"\n  ]\n}\n');
    expect(readContents(text)).toMatchObject({ filters: ["f1", "f2"] });
    for (const bad of ["{}", "[1]", '["../x"]'])
      expect(readContents(`{ "version": 1, "resources": {}, "filters": ${bad} }`)).toEqual({
        damage: "Its 'filters' is invalid. Restore or remove it.",
      });
  });

  test("round-trips, including properties of later versions", () => {
    const id = fc.stringMatching(/^[\w-]{1,20}$/);
    const optional = fc.record(
      { zone: id, rule: id, filter: id, job: fc.nat(), later: fc.anything({ maxDepth: 1 }) },
      { requiredKeys: [] },
    );
    const lock = fc.dictionary(
      fc.string({ minLength: 1 }),
      fc.dictionary(
        fc.string({ minLength: 1 }),
        optional.map((it) => JSON.parse(JSON.stringify({ ...entry, ...it }))),
        { minKeys: 1 },
      ),
    );
    fc.assert(
      fc.property(lock, (it) => {
        assert.deepEqual(readLock(writeLock(it as Lock)), structuredClone(it));
      }),
      { seed: 7, numRuns: times(13) },
    );
  });

  test.each([
    ["", "It is not valid JSON."],
    ["{", "It is not valid JSON."],
    ['<<<<<<< HEAD\n{ "version": 1 }', "unresolved merge conflicts"],
    ["[]", "It has no 'version'."],
    ['{ "version": 2, "resources": {} }', "written by a newer version of Weir (version 2)"],
    ['{ "version": 1 }', "It has no 'resources'."],
    ['{ "version": 1, "resources": { "a": 1 } }', "The entry for 'a' is invalid"],
    [
      '{ "version": 1, "resources": { "a": { "p": { "state": "done" } } } }',
      "The entry for 'a' is invalid",
    ],
    [
      `{ "version": 1, "resources": { "a": { "p": ${JSON.stringify({ ...entry, rule: "../../user" })} } } }`,
      "The entry for 'a' is invalid",
    ],
  ])("reports %s as damaged", (text, why) => {
    expect((readLock(text) as { damage: string }).damage).toContain(why);
  });
});

describe("the file", () => {
  test("keeps concurrent changes", () => {
    using folder = new Folder();
    const [mine, theirs] = [new LockFile(folder.path), new LockFile(folder.path)];
    mine.set("a.cfrule", "local", entry);
    theirs.set("b.cfrule", "local", entry);
    mine.set("a.cfrule", "production", entry);
    expect(Object.keys(JSON.parse(folder.read("weir.lock.json")).resources)).toEqual([
      "a.cfrule",
      "b.cfrule",
    ]);
    mine.move("b.cfrule", "c.cfrule", "local", entry);
    expect(theirs.entry("b.cfrule", "local")).toBeUndefined();
    expect(theirs.entries("local").map(([path]) => path)).toEqual(["a.cfrule", "c.cfrule"]);
    mine.remove("c.cfrule", "local");
    mine.remove("a.cfrule", "local");
    expect(theirs.entries("production").map(([path]) => path)).toEqual(["a.cfrule"]);
    expect(readdirSync(folder.path).sort()).toEqual([".weir", "weir.lock.json"]);
  });

  test.each(["{ broken", '{ "version": 99, "resources": {} }'])(
    "%s is reported, and never overwritten",
    (text) => {
      using folder = new Folder({ "weir.lock.json": text });
      const lock = new LockFile(folder.path);
      expect(() => lock.entry("a", "local")).toThrow(LockError);
      expect(() => lock.set("a", "local", entry)).toThrow(/'weir.lock.json' cannot be used/);
      expect(() => lock.remove("a", "local")).toThrow(LockError);
      expect(folder.read("weir.lock.json")).toBe(text);
    },
  );

  test("accepts any file and profile name", () => {
    using folder = new Folder();
    const lock = new LockFile(folder.path);
    expect(lock.entry("constructor", "toString")).toBeUndefined();
    lock.set("constructor", "toString", entry);
    expect(lock.entry("constructor", "toString")).toEqual(entry);
    expect(lock.entry("hasOwnProperty", "toString")).toBeUndefined();
  });

  test("reports a write error", () => {
    using folder = new Folder();
    const lock = new LockFile(`${folder.path}/gone`);
    expect(() => lock.set("a", "local", entry)).toThrow(
      "No such file or folder; 'weir.lock.json' was not changed.",
    );
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
