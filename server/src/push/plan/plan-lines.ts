import { printable } from "../../text/printable.ts";
import { describeChange } from "./describe.ts";
import type { Plan, Where } from "./plan.ts";

/** A plan as people read it, line by line. Nothing in it is obeyed by a terminal, and no secret is shown. */
export interface PlanLine {
  /** What the line is about. A sign stands before a line of a change. */
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
