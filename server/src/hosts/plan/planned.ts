import { type JsonObject, type JsonValue, propertyOf } from "../../json/syntax/tree.ts";

/** Which of the two values of a resource in a plan. */
export type PlanSide = "before" | "after";

/** A value of a plan, usually after it is applied. */
export interface Planned {
  readonly value: JsonValue;
  /** The values that are known only later, or sensitive. */
  readonly hidden: ReadonlySet<JsonValue>;
  /** The hidden values that the plan contains in clear. */
  readonly secrets: readonly JsonValue[];
}

/** Undefined if there is none: the resource is deleted, or was not there. Terraform treats `null` as not set, so such properties are omitted. */
export function plannedValue(change: JsonObject, side: PlanSide = "after"): Planned | undefined {
  const after = propertyOf(change, side)?.value;
  const unknown = side === "after" ? propertyOf(change, "after_unknown")?.value : undefined;
  const sensitive = propertyOf(change, `${side}_sensitive`)?.value;
  if (!after || (after.kind === "null" && !isTrue(unknown))) return undefined;
  const reader = new Reader();
  const value = reader.read(after, unknown, sensitive);
  return { value, hidden: reader.hidden, secrets: reader.secrets };
}

class Reader {
  readonly hidden = new Set<JsonValue>();
  readonly secrets: JsonValue[] = [];

  /** `unknown` and `sensitive` have the shape of the value, with `true` where it applies to a whole part. */
  read(
    value: JsonValue,
    unknown: JsonValue | undefined,
    sensitive: JsonValue | undefined,
  ): JsonValue {
    if (isTrue(sensitive)) this.secrets.push(value);
    if (isTrue(sensitive) || isTrue(unknown)) return this.hide(value);
    if (value.kind === "object") return this.object(value, unknown, sensitive);
    if (value.kind !== "array") return value;
    const items = value.items.map((it, i) =>
      this.read(it, itemOf(unknown, i), itemOf(sensitive, i)),
    );
    // Items that are known later may be missing at the end.
    const later = unknown?.kind === "array" ? unknown.items.slice(items.length).filter(isOpen) : [];
    return { ...value, items: [...items, ...later.map(() => this.absent(value))] };
  }

  private object(
    value: JsonObject,
    unknown: JsonValue | undefined,
    sensitive: JsonValue | undefined,
  ): JsonObject {
    const properties = value.properties.flatMap((it) => {
      const { name, value: own } = it;
      const later = named(unknown, name.value);
      if (!own || (own.kind === "null" && !isOpen(later))) return [];
      return [
        {
          ...it,
          value: this.read(
            own,
            isOpen(later) && own.kind === "null" ? whole : later,
            named(sensitive, name.value),
          ),
        },
      ];
    });
    const names = new Set(value.properties.map((it) => it.name.value));
    const later = (unknown?.kind === "object" ? unknown.properties : []).filter(
      (it) => !names.has(it.name.value) && isOpen(it.value),
    );
    const at = { start: value.start + 1, end: value.start + 1 };
    return {
      ...value,
      properties: [
        ...later.map(({ name }) => ({
          kind: "property" as const,
          ...at,
          name: { kind: "string" as const, ...at, value: name.value },
          value: this.absent(value),
        })),
        ...properties,
      ],
    };
  }

  private hide(value: JsonValue): JsonValue {
    const { start, end } = value;
    const hole: JsonValue = { kind: "null", start, end };
    this.hidden.add(hole);
    return hole;
  }

  private absent({ start }: JsonValue): JsonValue {
    return this.hide({ kind: "null", start: start + 1, end: start + 1 });
  }
}

const whole: JsonValue = { kind: "boolean", start: 0, end: 0, value: true };

function isTrue(mask: JsonValue | undefined): boolean {
  return mask?.kind === "boolean" && mask.value;
}

/** Whether a part of a value is known only later. */
function isOpen(mask: JsonValue | undefined): boolean {
  if (mask?.kind === "array") return mask.items.some(isOpen);
  if (mask?.kind === "object") return mask.properties.some((it) => isOpen(it.value));
  return isTrue(mask);
}

function named(mask: JsonValue | undefined, name: string): JsonValue | undefined {
  if (mask?.kind !== "object") return isTrue(mask) ? mask : undefined;
  return propertyOf(mask, name)?.value;
}

function itemOf(mask: JsonValue | undefined, index: number): JsonValue | undefined {
  return mask?.kind === "array" ? mask.items[index] : undefined;
}
