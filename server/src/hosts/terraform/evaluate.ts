import { addAll } from "../../text/add-all.ts";
import type { Expression, ForExpression, HclObject, Step } from "../hcl/tree.ts";
import { callFunction } from "./functions.ts";
import { evaluateTemplate } from "./template.ts";
import { calculate } from "./values/calculate.ts";
import { chosen, merged } from "./values/choice.ts";
import { boolOf, chosenElement, openElementsOf } from "./values/collection.ts";
import { hidden, marked, marksOf } from "./values/marks.ts";
import { isMany, leftOut, many, openAt } from "./values/open.ts";
import {
  computed,
  failed,
  list,
  object,
  type Place,
  plain,
  type Scope,
  stringOf,
  unknown,
  type Value,
  withNames,
} from "./values/value.ts";
import { asText } from "./values/whole.ts";

/** The value of an expression, as far as it is known without running anything. */
export function evaluate(expression: Expression, scope: Scope): Value {
  const { budget } = scope.around;
  const place = placeOf(expression, scope);
  const value = budget.enter() ? known(expression, scope, place) : unknown(place);
  budget.leave();
  if (value.kind === "unknown" && !value.origin) return { ...value, origin: { expression, scope } };
  return value;
}

export function placeOf({ start, end }: Place | Expression, { source }: Scope): Place {
  return { source, start, end };
}

function known(expression: Expression, scope: Scope, place: Place): Value {
  switch (expression.kind) {
    case "template": {
      const value = evaluateTemplate(expression, scope, place, evaluate);
      // `"${local.rule}"` is the local value.
      return value.origin ? value : { ...value, origin: { expression, scope } };
    }
    case "scalar":
      return plain(expression.value, place);
    case "tuple": {
      const items = expression.items.map((it) => evaluate(it, scope));
      return scope.around.budget.allows(items.length) ? list(items, place) : unknown(place);
    }
    case "object":
      return objectOf(expression, scope, place);
    case "conditional":
      return conditional(expression, scope, place);
    case "call":
      return callFunction(expression, scope, place, evaluate);
    case "for":
      return repeated(expression, scope, place);
    case "unknown":
      return operation(expression, scope, place);
  }
}

function objectOf({ items }: HclObject, scope: Scope, place: Place): Value {
  const entries = new Map<string, Value>();
  const rest: Value[] = [];
  for (const { key, value } of items) {
    const name = key.kind === "name" ? key.name : keyText(evaluate(key, scope));
    if (name === undefined) rest.push(evaluate(value, scope));
    else entries.set(name, evaluate(value, scope));
  }
  return object(entries, place, rest);
}

function keyText(value: Value): string | undefined {
  const known = asText(value);
  return stringOf(known);
}

function conditional(
  expression: Expression & { readonly kind: "conditional" },
  scope: Scope,
  place: Place,
): Value {
  const {
    condition,
    branches: [first, second],
  } = expression;
  const decided = evaluate(condition, scope);
  const isTrue = boolOf(decided);
  const [branch, other] = isTrue ? [first, second] : [second, first];
  if (isTrue === undefined || !branch) return unknown(place);
  const value = evaluate(branch, scope);
  return chosen(value, marksOf(decided), () => (other ? [evaluate(other, scope)] : []));
}

function repeated(loop: ForExpression, scope: Scope, place: Place): Value {
  const { names, source, key, value, condition, isGrouped } = loop;
  const collection = evaluate(source, scope);
  const elements = openElementsOf(collection);
  const [last] = names.slice(-1);
  if (!elements || last === undefined || names.length > 2) return unknown(place);
  const items: Value[] = [];
  const entries = new Map<string, Value>();
  const more: Value[] = [];
  const withKeys = elements.rest.filter((it) => !isMany(it));
  const all = [...elements.known, ...withKeys.map((it) => [unknown(it.place), it] as const)];
  const innerOf = (index: Value, element: Value) => {
    const first = names.length === 2 ? [[names[0] ?? "", index] as const] : [];
    const inner = withNames(scope, [...first, [last, element]]);
    const kept = condition ? evaluate(condition, inner) : undefined;
    return { inner, kept, isKept: kept ? boolOf(kept) : true };
  };
  const nameIn = (inner: Scope) => key && keyText(evaluate(key, inner));
  /** False if Terraform refuses the key, because it occurs twice. */
  const add = (one: Value, inner: Scope): boolean => {
    if (!key) return items.push(one) > 0;
    const name = nameIn(inner);
    if (name === undefined) return more.push(one) > 0;
    const before = entries.get(name);
    if (before && !isGrouped) return false;
    const group = [...(before?.kind === "list" ? before.items : []), one];
    entries.set(name, isGrouped ? list(group, place) : one);
    return true;
  };
  for (const [index, element] of all) {
    const { inner, kept, isKept } = innerOf(index, element);
    const marks = marksOf(kept);
    if (isKept === false) {
      if (!marks?.defaults.length) continue;
      const one = evaluate(value, inner);
      const own = isGrouped ? list([one], place) : one;
      addAll(more, leftOut([own], marks, place, nameIn(inner)));
      continue;
    }
    // It may be one of the elements.
    if (isKept === undefined) more.push({ ...many(unknown(place)), isChecked: true });
    const one = marked(evaluate(value, inner), marksOf(collection, kept));
    if (!add(one, inner)) return failed(place);
  }
  for (const it of elements.rest.filter(isMany)) {
    const each = (it.among ?? []).map((element) =>
      innerOf(it.key === undefined ? unknown(place) : computed(it.key, place), element),
    );
    const among = each
      .filter(({ isKept, kept }) => isKept !== false || marksOf(kept)?.defaults.length)
      .map(({ inner }) => evaluate(value, inner));
    const name = each[0] && nameIn(each[0].inner);
    if (among.length > 0) more.push({ ...it, among, key: name });
  }
  const unread = elements.rest.filter(isMany).filter((it) => !it.among);
  if (unread.length > 0) {
    const marks = unread.every((it) => it.marks?.defaults.length) ? marksOf(...unread) : undefined;
    const isChecked = unread.every((it) => it.isChecked);
    more.push({ ...many(unknown(place)), origin: { expression: loop, scope }, marks, isChecked });
  }
  if (!key) return list([...items, ...more], place);
  return merged([object(entries, place), object(new Map(), place, more)], place);
}

function operation(
  expression: Expression & { readonly kind: "unknown" },
  scope: Scope,
  place: Place,
): Value {
  const { form } = expression;
  switch (form?.kind) {
    case "name":
      return scope.names.get(form.name) ?? unknown(place);
    case "signed": {
      const value = evaluate(form.operand, scope);
      if (form.sign === "!") {
        const known = boolOf(value);
        return known === undefined ? unknown(place) : marked(plain(!known, place), marksOf(value));
      }
      return calculate("-", plain(0, place), value, place);
    }
    case "steps":
      return reference(form.base, form.steps, scope, place);
    case "operation":
      return calculated(form, scope, place);
    default:
      return unknown(place);
  }
}

const precedence: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["==", "!="],
  ["<", "<=", ">", ">="],
  ["+", "-"],
  ["*", "/", "%"],
];

function calculated(
  {
    operands,
    signs,
  }: { readonly operands: readonly Expression[]; readonly signs: readonly string[] },
  scope: Scope,
  place: Place,
): Value {
  let values = operands.map((it) => evaluate(it, scope));
  let left = [...signs];
  for (const level of precedence.toReversed()) {
    const kept: Value[] = values.slice(0, 1);
    const rest: string[] = [];
    for (const [index, sign] of left.entries()) {
      const right = values[index + 1] ?? unknown(place);
      const before = kept.at(-1) ?? unknown(place);
      if (level.includes(sign)) kept.splice(-1, 1, calculate(sign, before, right, place));
      else {
        kept.push(right);
        rest.push(sign);
      }
    }
    values = kept;
    left = rest;
  }
  return values[0] ?? unknown(place);
}

/** `local.a["b"].c`, `each.value`, `var.rules[*].expression`. */
function reference(base: Expression, steps: readonly Step[], scope: Scope, place: Place): Value {
  const name = base.kind === "unknown" && base.form?.kind === "name" ? base.form.name : undefined;
  if (name === undefined || scope.names.has(name))
    return stepped(evaluate(base, scope), steps, scope, place);
  const [first, second, ...rest] = steps;
  if (first?.kind !== "name") return unknown(place);
  const { around } = scope;
  const after = second ? [second, ...rest] : [];
  if (name === "local" || name === "var") {
    const found = name === "local" ? around.local(first.name) : around.variable(first.name);
    if (!found) return unknown(place);
    const own = name === "var" ? openAt(found, place) : found;
    const isShown = !own.place.source.isIgnored;
    const shown = isShown ? own : hidden(own, place, `${name}.${first.name}`);
    return stepped(shown, after, scope, place);
  }
  if (name === "path") {
    const path = around.path(first.name);
    return path === undefined ? unknown(place) : computed(path, place);
  }
  if (name === "module" && second?.kind === "name") {
    const found = around.output(first.name, second.name);
    if (found) return stepped(found, rest, scope, place);
  }
  const all = name === "module" ? around.outputs(first.name) : undefined;
  if (all) return stepped(all, after, scope, place);
  return unknown(place);
}

function stepped(value: Value, steps: readonly Step[], scope: Scope, place: Place): Value {
  const [step, ...rest] = steps;
  if (!step) return value;
  const { others, ...own } = value;
  if (others)
    return chosen(stepped(own as Value, steps, scope, place), marksOf(value), () =>
      others().map((it) => stepped(it, steps, scope, place)),
    );
  if (value.kind === "unknown") {
    const among = value.among?.map((it) => stepped(it, steps, scope, place));
    return value.isError
      ? marked(failed(place), marksOf(value))
      : { ...unknown(place), ...(among && { among }) };
  }
  if (step.kind === "splat") return splat(value, step.isLegacy, rest, scope, place);
  const index = step.kind === "name" ? computed(step.name, place) : evaluate(step.index, scope);
  return stepped(chosenElement(value, index, place), rest, scope, place);
}

/** `[*]` takes all following steps, `.*` only attributes. */
function splat(
  value: Value,
  isLegacy: boolean,
  steps: readonly Step[],
  scope: Scope,
  place: Place,
): Value {
  const isNull = value.kind === "plain" && value.value === null;
  const items = value.kind === "list" ? value.items : isNull ? [] : [value];
  const count = isLegacy ? steps.findIndex((it) => it.kind !== "name") : -1;
  const own = count === -1 ? steps : steps.slice(0, count);
  const each = (it: Value): Value =>
    isMany(it) ? { ...it, among: it.among?.map(each) } : stepped(it, own, scope, place);
  const all = list(items.map(each), place);
  return stepped(all, steps.slice(own.length), scope, place);
}
