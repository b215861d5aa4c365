import { type TestController, type TestItem, type Uri, workspace } from "vscode";
import type { DocumentExamples, ExampleRow } from "../../../server/src/lsp/protocol.ts";
import { rangeOf } from "../text-edits.ts";

/** An example and its result, by the ID of its test. */
export type Rows = ReadonlyMap<string, ExampleRow>;

/** A test for each example of a file, below a test for the file. A file without examples has none. */
export function showExamples(
  controller: TestController,
  uri: Uri,
  examples: DocumentExamples["examples"],
): Rows {
  const id = uri.toString();
  const rows = rowsById(id, examples);
  if (rows.size === 0) {
    controller.items.delete(id);
    return rows;
  }
  const file =
    controller.items.get(id) ??
    controller.createTestItem(id, workspace.asRelativePath(uri, hasManyFolders()), uri);
  file.children.replace(
    [...rows].map(([child, { label, range }]) => {
      const item = file.children.get(child) ?? controller.createTestItem(child, label, uri);
      item.range = rangeOf(range);
      return item;
    }),
  );
  controller.items.add(file);
  return rows;
}

/** IDs are based on text, not on position, so that a result stays with its example when lines are added above. */
function rowsById(file: string, examples: DocumentExamples["examples"]): Rows {
  const rows = new Map<string, ExampleRow>();
  for (const it of examples) {
    let count = 1;
    while (rows.has(`${file}#${count}#${it.label}`)) count += 1;
    rows.set(`${file}#${count}#${it.label}`, it);
  }
  return rows;
}

function hasManyFolders(): boolean {
  return (workspace.workspaceFolders ?? []).length > 1;
}

/** The examples that a run includes, by the ID of their file. */
export function examplesToRun(
  controller: TestController,
  { include, exclude = [] }: RunChoice,
): ReadonlyMap<string, readonly TestItem[]> {
  const chosen = new Map<string, TestItem[]>();
  const left = new Set(exclude.map((it) => it.id));
  const add = (item: TestItem): void => {
    if (left.has(item.id)) return;
    if (!item.parent) for (const [, it] of item.children) add(it);
    else chosen.set(item.parent.id, [...(chosen.get(item.parent.id) ?? []), item]);
  };
  for (const it of include ?? [...controller.items].map(([, item]) => item)) add(it);
  return chosen;
}

export interface RunChoice {
  /** Undefined includes all. */
  readonly include?: readonly TestItem[] | undefined;
  readonly exclude?: readonly TestItem[] | undefined;
}
