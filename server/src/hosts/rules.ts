import type { Embedded, EmbeddedContext } from "./embedded.ts";
import {
  flat,
  type HostNode,
  type HostObject,
  type HostValue,
  literalNamed,
  valuesNamed,
} from "./node.ts";
import type { Place, Shape } from "./places.ts";

/** The rules and value expressions in an object of a known shape, such as a resource of Terraform. */
export function rulesOf(whole: HostObject, shape: Shape, context: EmbeddedContext): Embedded[] {
  const around: EmbeddedContext = {
    phase: textNamed(whole, "phase"),
    kind: textNamed(whole, "kind"),
    ...context,
  };
  if (shape.list === undefined) return textsOf(whole, shape, around);
  return rulesNamed(whole, shape.list, shape, around);
}

/** Those of all lists, or blocks, of that name. */
export function rulesNamed(
  whole: HostObject,
  list: string,
  shape: Shape,
  around: EmbeddedContext,
): Embedded[] {
  const entries = whole.entries.filter((it) => it.name === list).map((it) => it.value);
  let order: number | undefined = 0;
  const found: Embedded[] = [];
  for (const node of entries) {
    const isKnown = !hasOpenList(node);
    for (const rule of flat(node)) {
      if (!isKnown) order = undefined;
      if (rule.kind === "object") found.push(...textsOf(rule, shape, { ...around, order }));
      if (order !== undefined) order++;
    }
    if (!isKnown) order = undefined;
  }
  return found;
}

function hasOpenList(node: HostNode): boolean {
  return node.kind === "list" && (node.isOpen || node.items.some(hasOpenList));
}

function textsOf(rule: HostObject, shape: Shape, around: EmbeddedContext): Embedded[] {
  const enabled = literalNamed(rule, "enabled");
  const context: EmbeddedContext = {
    ...around,
    action: shape.hasActions ? textNamed(rule, "action") : undefined,
    description: textNamed(rule, "description"),
    ref: textNamed(rule, "ref"),
    enabled: typeof enabled === "boolean" ? enabled : undefined,
  };
  return shape.places.flatMap(({ path, role }): Embedded[] =>
    valuesAt(rule, path).flatMap((value) => {
      const regions = value.regions();
      // Of several texts one is chosen, so none of them has a place among the rules for sure.
      const order = regions.length > 1 ? undefined : around.order;
      const whole: EmbeddedContext = { ...context, attribute: path.join("."), order };
      return regions.map((region) => ({ language: "cfrule", role, region, context: whole }));
    }),
  );
}

/** The values that a path leads to. */
export function valuesAt(node: HostNode, path: Place["path"]): HostValue[] {
  const [name, ...rest] = path;
  return flat(node).flatMap((it): HostValue[] => {
    if (it.kind === "value") return name === undefined ? [it] : [];
    if (it.kind !== "object" || name === undefined) return [];
    const next = name === "*" ? it.entries.map((entry) => entry.value) : valuesNamed(it, name);
    return next.flatMap((value) => valuesAt(value, rest));
  });
}

export function textNamed(object: HostObject, name: string): string | undefined {
  const value = literalNamed(object, name);
  return typeof value === "string" ? value : undefined;
}
