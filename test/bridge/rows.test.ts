import { describe, expect, test } from "vitest";
import { type BridgedDataset, bridgeRows } from "../../server/src/bridge/rows.ts";
import { fields } from "../../server/src/cfrule/catalog/fields.ts";
import { logFieldsOf } from "../../server/src/lpfilter/language.ts";

const datasets = Object.keys(bridgeRows) as BridgedDataset[];

describe.each(datasets)("the rows of %s", (dataset) => {
  const rows = bridgeRows[dataset];

  test("are for fields of rules", () => {
    const known = new Set(fields.map((it) => it.name));
    expect(rows.flatMap((it) => it.fields).filter((it) => !known.has(it))).toEqual([]);
  });

  test("name log fields of the dataset", () => {
    const known = logFieldsOf(dataset, {});
    expect(rows.flatMap((it) => it.logs).filter((it) => !known.has(it))).toEqual([]);
  });

  test("list an old name beside its successor", () => {
    const byName = new Map(fields.map((it) => [it.name, it]));
    for (const {
      fields: [first, ...others],
    } of rows) {
      for (const other of others) expect(byName.get(other)?.deprecated).toBe(first);
    }
    const covered = new Set(rows.flatMap((it) => it.fields));
    const forgotten = fields.filter(
      (it) => it.deprecated && covered.has(it.deprecated) && !covered.has(it.name),
    );
    expect(forgotten.map((it) => it.name)).toEqual([]);
  });
});
