import { describe, expect, test } from "vitest";
import { ServiceError } from "../../../server/src/api/service-error.ts";
import {
  type Creation,
  certainly,
  createOnce,
  olderThan,
} from "../../../server/src/push/session/create-once.ts";
import { Stopped } from "../../../server/src/push/session/outcome.ts";

interface Thing {
  readonly id: string;
  readonly created_on?: string;
}

/** Rivals of each look, in turn. */
function creation(looks: readonly (readonly Thing[] | Error)[], more: Partial<Creation<Thing>>) {
  const removed: string[] = [];
  let look = 0;
  const whole: Creation<Thing> = {
    what: "Create it",
    async rivals() {
      const found = looks[look++] ?? [];
      if (found instanceof Error) throw found;
      return found;
    },
    create: async () => ({ item: { id: "own" }, isCertain: true }),
    older: olderThan,
    remove: async (own, older) => removed.push(`${own.id} for ${older.id}`),
    ...more,
  };
  return { whole, removed };
}

const refused = new Stopped("no", "not-done", new ServiceError("no", "none", 409));

describe("a resource is created once", () => {
  test.each<
    [string, readonly (readonly Thing[] | Error)[], Partial<Creation<Thing>>, string, string[]]
  >([
    ["no other", [], {}, "own", []],
    ["one before", [[{ id: "a" }]], {}, "a", []],
    ["one at the same time, older", [[], [{ id: "a" }, { id: "own" }]], {}, "a", ["own for a"]],
    ["one at the same time, younger", [[], [{ id: "own" }, { id: "a" }]], {}, "own", []],
    [
      "one, but which is ours is not certain",
      [[], [{ id: "a" }, { id: "own" }]],
      { create: async () => ({ item: { id: "own" }, isCertain: false }) },
      "own",
      [],
    ],
    ["the look afterwards fails", [[], new ServiceError("late", "none")], {}, "own", []],
    [
      "the service refuses a second one",
      [[], [{ id: "a" }]],
      { create: () => Promise.reject(refused) },
      "a",
      [],
    ],
  ])("%s", async (_name, looks, more, used, removes) => {
    const { whole, removed } = creation(looks, more);
    expect((await createOnce(whole)).item.id).toBe(used);
    expect(removed).toEqual(removes);
  });

  test("a refusal for another reason remains, and so does an unknown outcome", async () => {
    const doubt = new Stopped("lost", "in-doubt", new ServiceError("lost", "unknown"));
    for (const [error, rivals] of [
      [refused, []],
      [doubt, [{ id: "a" }]],
    ] as const) {
      const { whole } = creation([[], rivals], { create: () => Promise.reject(error) });
      await expect(createOnce(whole)).rejects.toBe(error);
    }
    const late = creation([new ServiceError("late", "none")], {});
    await expect(createOnce(late.whole)).rejects.toMatchObject({
      message: "Create it: not done. late",
      known: "not-done",
    });
    const bug = creation([[], new Error("bug")], {});
    await expect(createOnce(bug.whole)).rejects.toThrow("bug");
  });
});

test("age is by the time of creation, or by the order of the list", () => {
  const [a, b, c] = [
    { id: "a", created_on: "2026-01-02" },
    { id: "b", created_on: "2026-01-01" },
    { id: "c", created_on: "2026-01-01" },
  ];
  const older = (own: Thing) => olderThan([a, b, c] as Thing[], own).map((it) => it.id);
  expect([older(a as Thing), older(b as Thing), older(c as Thing)]).toEqual([
    ["b", "c"],
    [],
    ["b"],
  ]);
});

test("a call is certain once its answer has arrived", async () => {
  const call = certainly(async () => "x");
  expect(call.with("x").isCertain).toBe(false);
  await call.send();
  expect(call.with("x").isCertain).toBe(true);
});
