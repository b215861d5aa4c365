import { arranged } from "../../core/configuration/arrange.ts";
import {
  inPlace,
  type Position,
  placeAmong,
  placementOf,
} from "../../core/configuration/position.ts";
import type { RunOrder } from "../session/run-order.ts";
import type { PhaseNow } from "./phase-now.ts";

/**
 * The keys of all rules in the order that the run leaves: each rule has its position, and rules without one keep their order. Undefined if
 * there is no such order. Positions in files that are not pushed are kept as far as possible.
 */
export function targetOrder(now: PhaseNow, order: RunOrder): readonly string[] | undefined {
  const { keys, left } = now;
  const positionOf = (key: string) => order.rules.get(key)?.position;
  const isMoved = new Set(left.filter(positionOf));
  const still = keys.filter((it) => !isMoved.has(it));
  const pairs = still.slice(1).map((it, i) => [still[i] ?? it, it] as const);
  const items = preferred(now, order);
  const isInRun = new Set(order.paths);
  const isLeft = new Set(left);
  const scopes = [
    items,
    items.filter((it) => isInRun.has(it)),
    items.filter((it) => isLeft.has(it)),
  ];
  for (const scope of scopes) {
    const places = placesIn(scope, items.length, positionOf);
    const known = new Set(items);
    const wanted = pairsIn(scope, now, positionOf).filter((it) =>
      it.every((key) => known.has(key)),
    );
    const found = arranged({ items, places, pairs: [...pairs, ...wanted] });
    if (found) return found;
  }
  return undefined;
}

/** Each rule where it is, where it was when the lock file was written, or where the service would put it by itself. */
function preferred(now: PhaseNow, order: RunOrder): readonly string[] {
  const { keys, left, find } = now;
  const isKnown = new Set(keys);
  let items: readonly string[] = keys;
  for (const key of left) {
    const position = order.rules.get(key)?.position;
    const placement = position && placementOf(position, (ref) => find(ref, key));
    if (!isKnown.has(key)) {
      const past = pastPlace(key, items, order);
      const place = past ?? (placement && placeAmong(placement, items)) ?? items.length;
      items = items.toSpliced(place, 0, key);
    }
    if (placement) items = inPlace(placement, key, items, (it) => it);
  }
  return items;
}

/** Beside the rule that was next to it when the lock file was written. */
function pastPlace(key: string, items: readonly string[], { past }: RunOrder): number | undefined {
  const paths = past.find((it) => it.paths.includes(key))?.paths ?? [];
  const place = paths.indexOf(key);
  const before = paths.slice(0, Math.max(place, 0)).findLast((it) => items.includes(it));
  if (before !== undefined) return items.indexOf(before) + 1;
  const after = paths.slice(place + 1).find((it) => items.includes(it));
  return after === undefined ? undefined : items.indexOf(after);
}

type PositionOf = (key: string) => Position | undefined;

function pairsIn(
  keys: readonly string[],
  { find }: PhaseNow,
  positionOf: PositionOf,
): readonly (readonly [string, string])[] {
  return keys.flatMap((key): readonly (readonly [string, string])[] => {
    const position = positionOf(key);
    const other = position && "ref" in position ? find(position.ref, key) : undefined;
    if (!position || other === undefined) return [];
    return [position.kind === "before" ? [key, other] : [other, key]];
  });
}

/** A number after the end is a place at the end: such rules have their places there in the order of their numbers. */
function placesIn(
  keys: readonly string[],
  count: number,
  positionOf: PositionOf,
): ReadonlyMap<string, number> {
  const numbers = keys.flatMap((key): [string, number][] => {
    const position = positionOf(key);
    if (!position || "ref" in position) return [];
    if (position.kind === "index") return [[key, position.index]];
    return [[key, position.kind === "first" ? 1 : Number.POSITIVE_INFINITY]];
  });
  let end = count;
  const places = new Map<string, number>();
  for (const [key, number] of numbers.sort(([, a], [, b]) => b - a)) {
    const place = Math.min(number, end);
    places.set(key, place - 1);
    end = place - 1;
  }
  return places;
}
