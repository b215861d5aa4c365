import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix, maxDiagnostics, safeFix } from "../../core/diagnostic.ts";
import { removeChild } from "../../json/rewrite/remove.ts";
import type { JsonObject, Property } from "../../json/syntax/tree.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { operatorNamed } from "../catalog/operators.ts";
import { isNegation, isProperty, suggestedProperty } from "../catalog/properties.ts";
import { negate } from "../rewrite/condition.ts";
import { keepOnly } from "../rewrite/keep-only.ts";
import { logicalAsOperator, mostLookedAt } from "../syntax/misnamed.ts";
import type { FilterCheck, Scope } from "./check.ts";

export const unknownProperty: FilterCheck<"filter"> = {
  code: "unknown-property",
  severity: "error",
  summary: "An object has an unknown property.",
  why: "The top level has only `where`. Inside it, a condition has `key`, `operator` and `value`, and a group has `and` or `or`, all lowercase. Put notes in comments, which are removed on push.",
  on: "filter",
  run(filter, report, scope) {
    let found = 0;
    for (const object of filter.odd) {
      // A root with only unknown names is reported as a missing 'where'.
      if (filter.node?.kind === "stray" && filter.node.value === object && !filter.where) continue;
      // The object has another form, which is reported at its operator.
      if (logicalAsOperator(object)?.list) continue;
      const names = new Set(object.properties.map((it) => it.name.value));
      for (const property of object.properties) {
        if (!isUnknown(object, property, scope)) continue;
        if (object === filter.json.root && filter.where)
          besideWhere(object, property, report, scope);
        else unknown({ object, names }, property, report, scope);
        if (++found === maxDiagnostics) return;
      }
    }
  },
  examples: `
{ "where": { "Key": "ClientIP", "op": "eq", "value": "192.0.2.1" } }
             ^^^^^ error: Unknown property 'Key'. Use 'key'.
                                ^^^^ error: Unknown property 'op'. Use 'operator'.
=>
{ "where": { "key": "ClientIP", "op": "eq", "value": "192.0.2.1" } }
---
{
  "where": {
    "AND": [
    ^^^^^ error: Unknown property 'AND'. Use 'and'.
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
      { "key": "ClientCountry", "operator": "!eq", "value": "ca" }
    ]
  }
}
=>
{
  "where": {
    "and": [
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
      { "key": "ClientCountry", "operator": "!eq", "value": "ca" }
    ]
  }
}
---
{ "where": { "not": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } } }
             ^^^^^ error: Unknown property 'not'. Use a negated operator, such as '!eq' for 'eq'.
=>
{ "where": { "key": "ClientIP", "operator": "!eq", "value": "192.0.2.1" } }
---
{ "where": { "key": "ClientIP", "eq": "192.0.2.1" } }
                                ^^^^ error: Unknown property 'eq'. Use "operator": "eq" with a 'value'.
=>
{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }
---
{ "where": { "ClientIP": "192.0.2.1" } }
             ^^^^^^^^^^ error: Unknown property 'ClientIP'. Use { "key": "ClientIP", "operator": …, "value": … }.
=>
{ "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" } }
---
{
  "comment": "only one visitor",
  ^^^^^^^^^ error: A filter has only 'where'. Remove 'comment', or use a '//' comment.
  "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
}
=>
{
  "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }
}
---
// only one visitor
{ "where": { "value": "192.0.2.1", "operator": "eq", "key": "ClientIP" } }
`,
};

function isUnknown(object: JsonObject, { name }: Property, { filter }: Scope): boolean {
  // A missing name is a syntax error.
  if (name.value === "where" || name.start === name.end) return false;
  return !isProperty(name.value) || (filter.where !== undefined && object === filter.json.root);
}

function besideWhere(root: JsonObject, property: Property, report: Report, scope: Scope): void {
  const name = property.name.value;
  if (isProperty(name)) {
    report(property.name, `A filter has only 'where'. Put ${shorten(name)} inside it.`);
    return;
  }
  report(property.name, `A filter has only 'where'. ${removalAdvice(name)}`, {
    fixes: removal(root, property, scope),
  });
}

function unknown(
  { object, names }: { readonly object: JsonObject; readonly names: ReadonlySet<string> },
  property: Property,
  report: Report,
  scope: Scope,
): void {
  const name = property.name.value;
  const inGroup = names.has("and") || names.has("or");
  const inCondition = names.has("key") || names.has("operator") || names.has("value");
  if (isNegation(name)) {
    negation(object, property, report, scope);
    return;
  }
  const suggested = suggestedProperty(name);
  const joins = suggested?.name === "and" || suggested?.name === "or";
  if (suggested && !names.has(suggested.name) && !inGroup && !(joins && inCondition)) {
    const edits = [replace(property.name, JSON.stringify(suggested.name))];
    const fix = safeFix(`Use '${suggested.name}'`, edits);
    const sure = suggested.sure && isOnlyOne(object, suggested.name);
    report(property.name, `Unknown property ${shorten(name)}. Use '${suggested.name}'.`, {
      fixes: [sure ? fix : { ...fix, guess: true }],
    });
  } else if (operatorNamed(name) && !names.has("operator") && !names.has("value")) {
    const edits = [replace(property.name, `"operator": ${JSON.stringify(name)}, "value"`)];
    const message = `Unknown property '${name}'. Use "operator": "${name}" with a 'value'.`;
    const fix = safeFix(`Use "operator": "${name}"`, edits);
    const others = object.properties.filter((it) => operatorNamed(it.name.value));
    report(property.name, message, {
      fixes: [others.length === 1 ? fix : { ...fix, guess: true }],
    });
  } else if (scope.fields.has(name) && !inGroup && !inCondition) {
    fieldAsName(object, property, report, scope);
  } else if (inGroup || inCondition) {
    const parts = inGroup ? "A group has only 'and' or 'or'." : conditionParts;
    report(property.name, `${parts} ${removalAdvice(name)}`, {
      fixes: removal(object, property, scope),
    });
  } else {
    report(property.name, `Unknown property ${shorten(name)}. ${nodeParts}`);
  }
}

/** When two properties could have the same intended name, only the author can choose. */
function isOnlyOne({ properties }: JsonObject, name: string): boolean {
  const alike = properties
    .slice(0, mostLookedAt)
    .filter((it) => suggestedProperty(it.name.value)?.name === name);
  return alike.length === 1;
}

const conditionParts = "A condition has only 'key', 'operator' and 'value'.";
const nodeParts = "A condition has 'key', 'operator' and 'value', and a group has 'and' or 'or'.";

/** `{ "not": { … } }`: its content is negated with opposite operators. */
function negation(object: JsonObject, property: Property, report: Report, scope: Scope): void {
  const { name, value } = property;
  const problem = `Unknown property ${shorten(name.value)}.`;
  const node = value && scope.filter.aside.find((it) => it.start === value.start);
  const edits = node && negate(node);
  const advice = "Use a negated operator, such as '!eq' for 'eq'.";
  const alone = object.properties.length === 1 && name.value.toLowerCase() === "not";
  if (!edits || !alone) {
    report(name, `${problem} ${advice}`);
    return;
  }
  const kept = keepOnly({ json: scope.filter.json, around: object, part: value });
  report(name, `${problem} ${advice}`, {
    fixes: [safeFix("Use negated operators", [...kept, ...edits])],
  });
}

/** `{ "ClientIP": "192.0.2.1" }`, as in other query languages. */
function fieldAsName(object: JsonObject, property: Property, report: Report, scope: Scope): void {
  const name = property.name.value;
  const { value } = property;
  const isList = scope.fields.get(name)?.type.startsWith("array");
  const operator = value?.kind === "array" ? "in" : isList ? "contains" : "eq";
  const key = `"key": ${JSON.stringify(name)}, "operator": "${operator}", "value"`;
  const title = "Use a condition";
  const message = `Unknown property '${name}'. Use { "key": "${name}", "operator": …, "value": … }.`;
  const plain = value && value.kind !== "object" && object.properties.length === 1;
  report(property.name, message, {
    fixes: plain ? [likelyFix(title, [replace(property.name, key)])] : [],
  });
}

function removal(object: JsonObject, property: Property, scope: Scope): Fix[] {
  const edit = removeChild(object.properties, property, scope.text);
  // The property may be intended as something else, so removal is a guess.
  return edit ? [likelyFix(`Remove ${shorten(property.name.value)}`, [edit])] : [];
}

function removalAdvice(name: string): string {
  return /^[_$]?(comments?|notes?|remarks?|description|title)$|^(\/\/|#)/i.test(name)
    ? `Remove ${shorten(name)}, or use a '//' comment.`
    : `Remove ${shorten(name)}.`;
}
