import { type Cursor, isWhiteSpace } from "./cursor.ts";

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

const largestCount = 0xffffffff;

const bounds: Readonly<Record<string, Bounds>> = {
  "?": { min: 0, max: 1 },
  "*": { min: 0, max: Number.POSITIVE_INFINITY },
  "+": { min: 1, max: Number.POSITIVE_INFINITY },
};

/** `?`, `*` or `+`. The "?" of a lazy one must follow directly. */
export function shortBounds(cursor: Cursor): Bounds | undefined {
  const found = Object.hasOwn(bounds, cursor.here) ? bounds[cursor.here] : undefined;
  if (found) cursor.step();
  return found;
}

/** `{n}`, `{n,}` or `{n,m}`. Anything else is reported, and the cursor stays on the brace. */
export function countedBounds(cursor: Cursor): Bounds | undefined {
  const start = cursor.at;
  cursor.stepOver();
  const min = count(cursor);
  let max = min;
  if (cursor.is(",")) {
    cursor.stepOver();
    max = cursor.is("}") ? Number.POSITIVE_INFINITY : count(cursor);
  }
  if (!cursor.is("}") || min === undefined || max === undefined) {
    noteBrace(cursor, start, { min, max });
    cursor.at = start;
    return undefined;
  }
  cursor.step();
  noteBounds(cursor, start, { min, max });
  cursor.repeats *= Math.max(1, max === Number.POSITIVE_INFINITY ? min : max);
  cursor.skipBlank();
  return { min, max };
}

/** Undefined if there is no digit. The engine allows whitespace around the number, even without `x`. */
function count(cursor: Cursor): number | undefined {
  skipWhiteSpace(cursor);
  let value: number | undefined;
  for (; cursor.here >= "0" && cursor.here <= "9"; cursor.stepOver()) {
    value = Math.min((value ?? 0) * 10 + Number(cursor.here), largestCount + 1);
  }
  skipWhiteSpace(cursor);
  return value;
}

function skipWhiteSpace(cursor: Cursor): void {
  while (isWhiteSpace(cursor.text.charCodeAt(cursor.at))) cursor.stepOver();
}

function noteBrace(
  cursor: Cursor,
  start: number,
  { min, max }: { [name in keyof Bounds]: Bounds[name] | undefined },
): void {
  if (
    cursor.here === "}" &&
    min === undefined &&
    max !== undefined &&
    max !== Number.POSITIVE_INFINITY
  ) {
    const written = cursor.text.slice(start, cursor.at + 1);
    cursor.problem(
      { start, end: cursor.at + 1 },
      `'${written}' has no lower bound. Use '{0,${max}}'.`,
    );
    return;
  }
  cursor.problem(
    { start, end: start + 1 },
    "This '{' does not start a count such as '{2}', '{2,}' or '{2,5}'. Use '\\{' for a brace.",
  );
}

function noteBounds(cursor: Cursor, start: number, { min, max }: Bounds): void {
  const written = cursor.textSince(start);
  if (min > largestCount || (max > largestCount && max !== Number.POSITIVE_INFINITY)) {
    cursor.problem(
      cursor.since(start),
      `'${written}' exceeds the maximum repetition count. Use a smaller number.`,
    );
  } else if (min > max) {
    cursor.problem(cursor.since(start), `'${written}' is reversed. Use '{${max},${min}}'.`);
  }
}
