import type { Marks, Piece, Place, Value } from "./value.ts";

/** The marks of all, or undefined. */
export function marksOf(...values: readonly (Value | undefined)[]): Marks | undefined {
  const found: Marks[] = [];
  for (const it of values) {
    if (it?.marks) found.push(it.marks);
    if (it?.choice) found.push(it.choice);
    if (it?.kind === "text") for (const { marks } of it.pieces) if (marks) found.push(marks);
  }
  return joined(found);
}

/** Mostly the same ones: a long text has thousands. */
function joined(found: readonly Marks[]): Marks | undefined {
  const distinct = [...new Set(found)];
  const [first, ...more] = distinct;
  if (!first || more.length === 0) return first;
  const defaults = new Set<string>();
  for (const it of distinct) for (const name of it.defaults) defaults.add(name);
  const { secret } = distinct.find((it) => it.secret !== undefined) ?? {};
  const all = distinct.find((it) => it.defaults.length === defaults.size && it.secret === secret);
  return all ?? { defaults: [...defaults], secret };
}

/** Of the value and all that it contains. */
export function deepMarks(values: readonly Value[]): Marks | undefined {
  const found = values.flatMap((it) => [marksOf(it), deepMarks(partsOf(it))]);
  return joined(found.filter((it) => it !== undefined));
}

function partsOf(value: Value): readonly Value[] {
  if (value.kind === "list") return value.items;
  return value.kind === "object" ? [...value.entries.values()] : [];
}

/** The value, which depends on more. */
export function marked<Kind extends Value>(value: Kind, marks: Marks | undefined): Kind {
  if (!marks) return value;
  const change = <Part extends Value | Piece>(it: Part) => ({
    ...it,
    marks: it.marks ? joined([it.marks, marks]) : marks,
  });
  const withPieces = <Part extends Value>(it: Part) =>
    it.kind === "text" ? { ...change(it), pieces: it.pieces.map(change) } : change(it);
  return changed(value, withPieces);
}

/** The value, which the marks choose among others. */
export function chosenBy<Kind extends Value>(value: Kind, marks: Marks): Kind {
  return changed(value, (it) => ({
    ...it,
    choice: it.choice ? joined([it.choice, marks]) : marks,
  }));
}

/** The value, whatever chooses it. */
export function unchosen(value: Value): Value {
  return changed(value, (it) => (it.choice ? { ...it, choice: undefined } : it));
}

/** The value as a result of the place, with a reference that is shown instead of it. */
export function hidden<Kind extends Value>(value: Kind, place: Place, secret: string): Kind {
  const marksIn = (it: Value | Piece) => ({ defaults: it.marks?.defaults ?? [], secret });
  return changed(value, (it) => {
    const all = it.others;
    const others = all && (() => all().map((one) => hidden(one, place, secret)));
    const own = { ...it, place, marks: marksIn(it), origin: undefined, others };
    if (own.kind === "unknown" && own.among)
      return { ...own, among: own.among.map((one) => hidden(one, place, secret)) };
    if (own.kind !== "text") return own;
    const pieces = own.pieces.map((piece) => ({
      ...piece,
      ...place,
      marks: marksIn(piece),
      kind: piece.kind === "copy" ? "replacement" : piece.kind,
    }));
    return { ...own, pieces };
  });
}

/** The value with each value in it changed. */
function changed<Kind extends Value>(
  value: Kind,
  change: <Part extends Value>(part: Part) => Part,
): Kind {
  const own = change<Value>(value);
  switch (own.kind) {
    case "list":
      return { ...own, items: own.items.map((it) => changed(it, change)) } as unknown as Kind;
    case "object": {
      const entries = Array.from(own.entries, ([name, it]) => [name, changed(it, change)] as const);
      const rest = own.rest?.map((it) => changed(it, change));
      return { ...own, entries: new Map(entries), rest } as unknown as Kind;
    }
    default:
      return own as unknown as Kind;
  }
}
