import type { FormPath, ShownForm, ShownRow } from "../../../server/src/lsp/protocol.ts";

/** The rows of a form as a list. */

export type Path = FormPath;

export interface ListedRow {
  readonly row: ShownRow;
  /** One-based. */
  readonly level: number;
  readonly index: number;
  readonly siblings: number;
}

export function keyOf(path: Path): string {
  return path.join(".");
}

/** All rows, from top to bottom. */
export function flattenRows(form: ShownForm | undefined): readonly ListedRow[] {
  const rows: ListedRow[] = [];
  const add = (row: ShownRow, level: number, index: number, siblings: number): void => {
    rows.push({ row, level, index, siblings });
    if (row.kind !== "group") return;
    for (const [at, it] of row.items.entries()) add(it, level + 1, at, row.items.length);
  };
  if (form?.root) add(form.root, 1, 0, 1);
  return rows;
}

/** Whether nothing has been chosen in a row, as in a new file. Its problems are not shown yet. */
export function isUnfilled(row: ShownRow): boolean {
  return row.kind === "condition" && row.field === "" && row.locked === undefined;
}

/** The number of errors. At least one if the text has no rows yet, unless the filter is in another file. */
export function errorsIn(form: ShownForm): number {
  const rows = flattenRows(form).flatMap(({ row }) => (isUnfilled(row) ? [] : row.problems));
  const problems = [...form.problems, ...rows].filter((it) => it.severity === "error");
  const errors = problems.length + form.examples.filter((it) => it.message !== "").length;
  const { obstacle } = form;
  return obstacle && obstacle.file === undefined ? Math.max(1, errors) : errors;
}

export function rowAt(root: ShownRow | undefined, path: Path): ShownRow | undefined {
  let row = root;
  for (const index of path) row = row?.kind === "group" ? row.items[index] : undefined;
  return row;
}
