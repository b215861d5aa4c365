import { expect, test } from "vitest";
import { gapsIn, gapText, timesIn } from "../../server/src/cost/gaps.ts";

const name = (start: string, end: string) =>
  `s3://logs/shop/20261101/20261101T${start}00Z_20261101T${end}00Z_0a1b2c3d.log.gz`;
const at = (time: string) => Date.parse(`2026-11-01T${time}:00Z`);

test.each([
  [
    "none",
    [
      ["0000", "0005"],
      ["0005", "0010"],
      ["0010", "0015"],
    ],
    {},
    [],
  ],
  [
    "three hours",
    [
      ["0000", "0005"],
      ["0305", "0310"],
    ],
    {},
    ["00:05Z to 2026-11-01T03:05Z (3 h)"],
  ],
  [
    "an object of an hour that is missing",
    [
      ["0000", "0100"],
      ["0200", "0300"],
    ],
    {},
    ["01:00Z to 2026-11-01T02:00Z (60 min)"],
  ],
  [
    "out of order, and twice",
    [
      ["0100", "0105"],
      ["0000", "0005"],
      ["0000", "0100"],
    ],
    {},
    [],
  ],
  [
    "objects of an hour",
    [
      ["0000", "0100"],
      ["0120", "0220"],
    ],
    {},
    [],
  ],
  [
    "before the first",
    [["0100", "0105"]],
    { since: at("00:00") },
    ["00:00Z to 2026-11-01T01:00Z (60 min)"],
  ],
  [
    "after the last",
    [["0000", "0005"]],
    { until: at("04:05") },
    ["00:05Z to 2026-11-01T04:05Z (4 h)"],
  ],
  ["no objects", [], { since: at("00:00"), until: at("04:00") }, []],
] as const)("gaps by the names of objects: %s", (_, objects, window, gaps) => {
  const times = objects.flatMap(([start, end]) => timesIn(name(start, end)) ?? []);
  expect(times).toHaveLength(objects.length);
  expect(gapsIn(times, window).map(gapText)).toEqual(
    gaps.map((it) => `No objects from 2026-11-01T${it}.`),
  );
});

test.each(["s3://b/a.log.gz", "s3://b/20261301T000000Z_20261301T000500Z_a.log", "", "x_y"])(
  "%s has no times",
  (path) => {
    expect(timesIn(path)).toBeUndefined();
  },
);
