import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import type { FormOperation, FormPath, FormRow, NewRow } from "../../../server/src/core/form.ts";
import { parseJson } from "../../../server/src/json/syntax/parse.ts";
import { logFieldsOf } from "../../../server/src/lpfilter/catalog/fields.ts";
import { operatorNamed, operatorsFor } from "../../../server/src/lpfilter/catalog/operators.ts";
import { predicateOf } from "../../../server/src/lpfilter/evaluation/evaluate.ts";
import { lpfilter } from "../../../server/src/lpfilter/language.ts";
import { readFilter } from "../../../server/src/lpfilter/syntax/filter.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { analyze } from "../../support/check.ts";
import { times } from "../../support/long.ts";
import { fields, type RandomField, samples } from "../random-filters.ts";

/** Any sequence of operations on any filter has the same result as a simple model of the operations. */

type Model =
  | { field: string; operator: string; values: string[]; isList: boolean }
  | { logical: "and" | "or"; items: Model[] };

const options = { tabSize: 2, insertSpaces: true };
const known = logFieldsOf("http_requests", {});

function modelOf(row: FormRow): Model {
  assert.ok(row.kind !== "other" && row.locked === undefined);
  if (row.kind === "group") return { logical: row.logical, items: row.items.map(modelOf) };
  const { field, operator, values, isList } = row;
  return { field, operator, values: [...values], isList };
}

function read(text: string): Model | undefined {
  const [form] = analyze(lpfilter, text).forms?.() ?? [];
  const { root, obstacle } = form?.model() ?? {};
  assert.equal(obstacle, undefined);
  return root && modelOf(root);
}

function edit(text: string, operation: FormOperation): string | undefined {
  const [form] = analyze(lpfilter, text).forms?.() ?? [];
  const edits = form?.edit(operation, options);
  assert.ok(edits);
  return "refusal" in edits ? undefined : applyEdits(text, edits);
}

/** A model of the operations on a plain tree. Undefined for an empty filter. */
function simulate(
  root: Model | undefined,
  operation: FormOperation,
): Model | undefined | "refused" {
  const tree = structuredClone(root);
  const at = (path: FormPath): Model | undefined => {
    let node = tree;
    for (const it of path) node = node && "items" in node ? node.items[it] : undefined;
    return node;
  };
  const list = (path: FormPath): Model[] => {
    const group = at(path);
    assert.ok(group && "items" in group);
    return group.items;
  };
  const indexOf = (path: FormPath): number => path.at(-1) ?? 0;
  const clean = (node: Model | undefined): Model | undefined => {
    if (!node || !("items" in node)) return node;
    node.items = node.items.flatMap((it) => clean(it) ?? []);
    return node.items.length > 0 ? node : undefined;
  };
  switch (operation.kind) {
    case "add": {
      const row = plain(operation.row);
      if (!tree) return row;
      if ("field" in tree) {
        const items = operation.to.index === 0 ? [row, tree] : [tree, row];
        return { logical: operation.logical ?? "and", items };
      }
      list(operation.to.group).splice(operation.to.index, 0, row);
      return tree;
    }
    case "join": {
      const group = at(operation.path);
      if (!group || !("items" in group)) return "refused";
      group.logical = operation.logical;
      return tree;
    }
    case "delete":
      if (operation.path.length === 0) return undefined;
      list(operation.path.slice(0, -1)).splice(indexOf(operation.path), 1);
      return clean(tree);
    case "move": {
      const { path, to } = operation;
      if (path.length === 0 || path.every((it, depth) => to.group[depth] === it)) return "refused";
      const source = list(path.slice(0, -1));
      const target = list(to.group);
      const index = source === target && indexOf(path) < to.index ? to.index - 1 : to.index;
      const [row] = source.splice(indexOf(path), 1);
      if (row) target.splice(index, 0, row);
      return clean(tree);
    }
    case "wrap": {
      const { path, more = 0, logical } = operation;
      const node = at(path);
      if (!node) return "refused";
      if (path.length === 0) return { logical, items: [node] };
      const source = list(path.slice(0, -1));
      const items = source.splice(indexOf(path), 1 + more);
      source.splice(indexOf(path), 0, { logical, items });
      return tree;
    }
    case "unwrap": {
      const group = at(operation.path);
      if (!group || !("items" in group)) return "refused";
      if (operation.path.length > 0) {
        list(operation.path.slice(0, -1)).splice(indexOf(operation.path), 1, ...group.items);
        return tree;
      }
      return group.items.length === 1 ? group.items[0] : "refused";
    }
    case "change":
      return simulateChange(tree, at(operation.path), operation);
  }
}

function simulateChange(
  tree: Model | undefined,
  row: Model | undefined,
  { field, operator, values }: Extract<FormOperation, { kind: "change" }>,
): Model | undefined | "refused" {
  if (!row || !("field" in row)) return "refused";
  row.field = field ?? row.field;
  const type = known.get(row.field)?.type;
  const fitting = type ? operatorsFor(type).map((it) => it.name as string) : undefined;
  if (operator !== undefined) {
    if (fitting && !fitting.includes(operator)) return "refused";
    row.operator = operator;
  }
  row.isList = operatorNamed(row.operator)?.operand === "list";
  if (values) row.values = [...values];
  else if (!row.isList) row.values = row.values.slice(0, 1);
  return tree;
}

function plain(row: NewRow): Model {
  if (row.kind === "group") return { logical: row.logical, items: row.items.map(plain) };
  const { field, operator, values } = row;
  return {
    field,
    operator,
    values: [...values],
    isList: operatorNamed(operator)?.operand === "list",
  };
}

/** A valid operation for the model, chosen by numbers. */
function operationFor(model: Model | undefined, choices: readonly number[]): FormOperation {
  let next = 0;
  const pick = <Item>(from: readonly Item[]): Item =>
    from[(choices[next++] ?? 0) % from.length] as Item;
  const rows = pathsIn(model, []);
  const groups = rows.filter(({ node }) => "items" in node);
  const place = () => {
    const group = groups.length > 0 ? pick(groups) : undefined;
    const count = group && "items" in group.node ? group.node.items.length : 1;
    return { group: group?.path ?? [], index: (choices[next++] ?? 0) % (count + 1) };
  };
  const logical = pick(["and", "or"] as const);
  if (!model) return { kind: "add", to: place(), row: rowFor(pick), logical };
  const { path, node } = pick(rows);
  switch (
    pick([
      "add",
      "addGroup",
      "join",
      "delete",
      "move",
      "move",
      "wrap",
      "unwrap",
      "change",
      "change",
    ])
  ) {
    case "add":
      return { kind: "add", to: place(), row: rowFor(pick), logical };
    case "addGroup":
      return {
        kind: "add",
        to: place(),
        row: { kind: "group", logical, items: [rowFor(pick), rowFor(pick)] },
      };
    case "join":
      return { kind: "join", path, logical };
    case "delete":
      return { kind: "delete", path };
    case "wrap":
      return { kind: "wrap", path, more: pick([0, 0, 1]), logical };
    case "unwrap":
      return { kind: "unwrap", path };
    case "change":
      return "field" in node ? changeFor(path, node, pick) : { kind: "join", path, logical };
    default:
      return groups.length > 0 ? { kind: "move", path, to: place() } : { kind: "delete", path };
  }
}

type Pick = <Item>(from: readonly Item[]) => Item;

function pathsIn(node: Model | undefined, path: FormPath): { path: FormPath; node: Model }[] {
  if (!node) return [];
  const inner = "items" in node ? node.items.flatMap((it, i) => pathsIn(it, [...path, i])) : [];
  return [{ path, node }, ...inner];
}

function rowFor(pick: Pick): NewRow {
  const field = pick(fields.filter((it) => it.type !== ""));
  const operator = pick(operatorsFor(field.type as never));
  const values =
    operator.operand === "list"
      ? [valueFor(field, pick), valueFor(field, pick)]
      : [valueFor(field, pick)];
  return { kind: "condition", field: field.name, operator: operator.name, values };
}

function valueFor(field: RandomField, pick: Pick): string {
  return String(pick(field.values));
}

/** A change of the operator or the values of a condition. */
function changeFor(
  path: FormPath,
  node: Extract<Model, { field: string }>,
  pick: Pick,
): FormOperation {
  const field = fields.find((it) => it.name === node.field);
  assert.ok(field);
  const operators =
    field.type === "" ? ["eq", "in"] : operatorsFor(field.type as never).map((it) => it.name);
  const operator = pick(operators);
  const isList = operatorNamed(operator)?.operand === "list";
  const values = isList
    ? [...node.values.slice(1), valueFor(field, pick)]
    : [valueFor(field, pick)];
  return { kind: "change", path, operator, values };
}

/** The filter that a model describes. Values may be quoted, whatever their type. */
function filterOf(model: Model): unknown {
  if ("items" in model) return { [model.logical]: model.items.map(filterOf) };
  const { field, operator, values, isList } = model;
  return { key: field, operator, value: isList ? values : values[0] };
}

function predicate(text: string) {
  const found = predicateOf(readFilter(parseJson(text), known));
  assert.ok(found, `not a filter: ${text}`);
  return found;
}

function commentsIn(text: string): string[] {
  const { comments } = parseJson(text);
  return comments.map((it) => text.slice(it.start, it.end).trim()).sort();
}

function isFormatted(text: string): boolean {
  return analyze(lpfilter, text).format(options)?.length === 0;
}

const numbers = fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 });

test("any sequence of operations on any filter", () => {
  const sequences = fc.array(numbers, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(samples, sequences, fc.boolean(), (sample, sequence, format) => {
      let text = sample.text;
      if (format) text = applyEdits(text, analyze(lpfilter, text).format(options) ?? []);
      for (const choices of sequence) {
        const before = read(text);
        const operation = operationFor(before, choices);
        const expected = simulate(before, operation);
        const after = edit(text, operation);
        assert.equal(after === undefined, expected === "refused", JSON.stringify(operation));
        if (after === undefined || expected === "refused") continue;
        assert.deepEqual(read(after), expected, `${JSON.stringify(operation)} on ${text}`);
        if (operation.kind !== "delete")
          assert.deepEqual(commentsIn(after), commentsIn(text), after);
        if (isFormatted(text)) assert.ok(isFormatted(after), after);
        if (expected) {
          const [actual, meant] = [
            predicate(after),
            predicate(JSON.stringify({ where: filterOf(expected) })),
          ];
          for (const line of sample.lines) assert.equal(actual(line), meant(line));
        }
        text = after;
      }
    }),
    { numRuns: times(7), seed: 17 },
  );
});

test("changing the field keeps compatible values, and the filter stays valid", () => {
  fc.assert(
    fc.property(samples, numbers, (sample, choices) => {
      const before = read(sample.text);
      const conditions = pathsIn(before, []).filter(({ node }) => "field" in node);
      const row = conditions[(choices[0] ?? 0) % conditions.length];
      const names = [...known.values()].filter((it) => operatorsFor(it.type).length > 0);
      const field = names[(choices[1] ?? 0) % names.length];
      assert.ok(row && field && "field" in row.node);
      const after = edit(sample.text, { kind: "change", path: row.path, field: field.name });
      assert.ok(after !== undefined);
      predicate(after);
      const now = pathsIn(read(after), []).find(({ path }) => `${path}` === `${row.path}`)?.node;
      assert.ok(now && "field" in now);
      assert.equal(now.field, field.name);
      const fitting = operatorsFor(field.type).map((it) => it.name as string);
      if (fitting.includes(row.node.operator)) assert.equal(now.operator, row.node.operator);
      if (
        field.type === "string" &&
        fitting.includes(row.node.operator) &&
        row.node.values.length > 0
      )
        assert.deepEqual(now.values, row.node.values);
      assert.deepEqual(commentsIn(after), commentsIn(sample.text));
    }),
    { numRuns: times(5), seed: 18 },
  );
});

test("deleting a row removes only its own comments", () => {
  fc.assert(
    fc.property(samples, numbers, (sample, choices) => {
      const rows = pathsIn(read(sample.text), []);
      const { path } = rows[(choices[0] ?? 0) % rows.length] ?? { path: [] };
      const [form] = analyze(lpfilter, sample.text).forms?.() ?? [];
      let row = form?.model().root;
      for (const index of path) row = row?.kind === "group" ? row.items[index] : undefined;
      assert.ok(row);
      const kept = `${sample.text.slice(0, row.start)}{}${sample.text.slice(row.end)}`;
      const after = edit(sample.text, { kind: "delete", path });
      assert.deepEqual(commentsIn(after ?? ""), commentsIn(kept));
    }),
    { numRuns: times(5), seed: 19 },
  );
});
