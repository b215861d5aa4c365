import assert from "node:assert";
import fc from "fast-check";
import { test } from "vitest";
import { byPosition, type OrderedMember } from "../../server/src/core/configuration/order.ts";
import type { Position } from "../../server/src/core/configuration/position.ts";
import { times } from "../support/long.ts";

const names = ["a", "b", "c", "d", "e"];

const position: fc.Arbitrary<Position | undefined> = fc.option(
  fc.oneof(
    fc.constantFrom<Position>({ kind: "first" }, { kind: "last" }),
    fc.integer({ min: 1, max: 6 }).map((index): Position => ({ kind: "index", index })),
    fc
      .tuple(fc.constantFrom("before" as const, "after" as const), fc.constantFrom(...names))
      .map(([kind, ref]): Position => ({ kind, ref })),
  ),
  { nil: undefined },
);

/** Files, the order of those that are on the service, and the order in which they are pushed. */
const folder = fc
  .record({
    positions: fc.array(position, { minLength: names.length, maxLength: names.length }),
    files: fc.shuffledSubarray(names, { minLength: 2 }),
    service: fc.shuffledSubarray(names),
    pushes: fc.shuffledSubarray(names, { minLength: names.length }),
  })
  .map(({ positions, files, service, pushes }) => {
    const all = service.filter((it) => files.includes(it));
    const items = files.map((name): OrderedMember & { name: string } => ({
      name,
      id: all.includes(name) ? name : undefined,
      rule: { position: positions[names.indexOf(name)] },
    }));
    return { items, service: all, pushes: pushes.filter((it) => files.includes(it)) };
  });

/** The order after a push of one file, as the service does it. Undefined if the push is rejected. */
function pushed(
  order: readonly string[],
  { name, rule }: OrderedMember,
): readonly string[] | undefined {
  const others = order.filter((it) => it !== name);
  const { position } = rule;
  const at = (index: number) => [...others.slice(0, index), name, ...others.slice(index)];
  if (!position) return order.includes(name) ? order : [...order, name];
  if (position.kind === "first") return at(0);
  if (position.kind === "last") return at(others.length);
  if (position.kind === "index") return at(Math.min(position.index - 1, others.length));
  if (!("ref" in position)) return undefined;
  const [own, its] = [order.indexOf(name), order.indexOf(position.ref)];
  if (its === -1 || position.ref === name) return undefined;
  const isRight = own !== -1 && own < its === (position.kind === "before");
  const index = others.indexOf(position.ref);
  return isRight ? order : at(position.kind === "before" ? index : index + 1);
}

/** The order that does not change when everything is pushed again. Undefined if there is none. */
function settled(
  service: readonly string[],
  pushes: readonly OrderedMember[],
): readonly string[] | undefined {
  let order = service;
  for (let round = 0; round < 12; round++) {
    let hasChanged = false;
    for (const it of pushes) {
      const next = pushed(order, it);
      hasChanged ||= next?.join() !== order.join();
      order = next ?? order;
    }
    if (!hasChanged) return order;
  }
  return undefined;
}

test("claims about the order hold in whatever sequence files are pushed", () => {
  fc.assert(
    fc.property(folder, ({ items, service, pushes }) => {
      const order = byPosition(items, service, (ref) => items.find((it) => it.name === ref));
      const byName = (name: string) => items.filter((it) => it.name === name);
      const result = settled(service, pushes.flatMap(byName));
      if (!result) return;
      for (const [at, earlier] of order.items.entries()) {
        for (const later of order.items.slice(at + 1)) {
          if (order.isBefore && !order.isBefore(earlier, later)) continue;
          assert(
            result.indexOf(earlier.name) < result.indexOf(later.name),
            `${earlier.name} < ${later.name}, but the order is ${result.join("")}`,
          );
        }
      }
    }),
    { numRuns: times(375), seed: 5 },
  );
});
