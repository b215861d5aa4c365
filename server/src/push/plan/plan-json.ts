import { isText, unifiedText } from "./describe.ts";
import type { Plan } from "./plan.ts";

/** A plan in JSON; its shape is part of the public contract. */
export interface PlanJson {
  readonly planned: "create" | "update" | "delete" | "none";
  readonly changes: readonly ChangeJson[];
  readonly meaning?: string;
  /** The joint changes of the rules of the run. In the first plan of a rule. */
  readonly together?: readonly string[];
  readonly notes: readonly string[];
  readonly calls: readonly string[];
}

export interface ChangeJson {
  readonly name: string;
  /** Null when not set. */
  readonly before: unknown;
  readonly after: unknown;
  /** For filters and expressions. */
  readonly diff?: string;
}

const plannedWords = {
  created: "create",
  updated: "update",
  deleted: "delete",
  unchanged: "none",
} as const;

/** The plan of a push: each changed setting, and for filters and expressions also a diff. */
export function planJson({ outcome, changes, meaning, together, notes, calls }: Plan): PlanJson {
  return {
    planned: plannedWords[outcome],
    changes: changes.map((it) => ({
      name: it.name,
      before: it.before ?? null,
      after: it.after ?? null,
      ...(isText(it) && { diff: unifiedText(it) }),
    })),
    ...(meaning !== undefined && { meaning }),
    ...(together && { together }),
    notes,
    calls,
  };
}
