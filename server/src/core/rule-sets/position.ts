/** The position of a rule in its ruleset, as given in its file. */
export type Position =
  | { readonly kind: "first" | "last" }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "before" | "after"; readonly ref: string };

/** The directives that set it. A file can have only one of them. */
export const positionNames = ["before", "after", "position"] as const;
export type PositionName = (typeof positionNames)[number];

/** Undefined for an invalid value. */
export function readPosition(name: PositionName, value: string): Position | undefined {
  if (name !== "position") return { kind: name, ref: value };
  if (value === "first" || value === "last") return { kind: value };
  return /^[1-9]\d{0,5}$/.test(value) ? { kind: "index", index: Number(value) } : undefined;
}
