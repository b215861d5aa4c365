import { printable } from "../../text/printable.ts";
import { describeChange } from "./describe.ts";
import type { Plan, Where } from "./plan.ts";

/** A plan as lines of text, with control characters escaped and secrets masked. */
export interface PlanLine {
  /** The kind of line; the lines of a change have their sign. */
  readonly kind: "where" | "title" | "-" | "+" | " " | "note" | "call";
  readonly text: string;
}

export function planLines(plan: Plan, where: Where): PlanLine[] {
  return [
    { kind: "where", text: printable(placeText(where)) },
    { kind: "title", text: `${printable(plan.title)}.` },
    ...plan.changes.flatMap((it) =>
      describeChange(it).map(({ sign, text }): PlanLine => ({ kind: sign, text })),
    ),
    ...(plan.together ?? []).map((it): PlanLine => ({ kind: "note", text: printable(it) })),
    ...(plan.meaning === undefined
      ? []
      : [{ kind: "note" as const, text: printable(plan.meaning) }]),
    ...plan.notes.map((it): PlanLine => ({ kind: "note", text: printable(it) })),
    ...plan.calls.map((it): PlanLine => ({ kind: "call", text: it })),
  ];
}

function placeText({ origin, zone, zoneName, account, identity }: Where): string {
  const parts = [
    origin,
    ...(zone === undefined ? [] : [`zone ${zoneName ? `${zoneName} (${zone})` : zone}`]),
    ...(account === undefined ? [] : [`account ${account}`]),
    `signed in with ${identity}`,
  ];
  return parts.join(", ");
}
