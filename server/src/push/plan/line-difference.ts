/** A line of a diff: removed, added or context. */
export interface DiffLine {
  readonly sign: "-" | "+" | " ";
  readonly text: string;
}

/** Beyond this, the comparison table gets larger than a filter or rule justifies. */
const maxCells = 1_000_000;

/** The lines of both texts: common lines once, the others with their signs. */
export function lineDifference(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (before.length * after.length > maxCells) return [...removed(before), ...added(after)];
  const common = commonLengths(before, after);
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push({ sign: " ", text: before[i] ?? "" });
      i++;
      j++;
    } else if (cell(common, i + 1, j) >= cell(common, i, j + 1)) {
      lines.push({ sign: "-", text: before[i++] ?? "" });
    } else {
      lines.push({ sign: "+", text: after[j++] ?? "" });
    }
  }
  return [...lines, ...removed(before.slice(i)), ...added(after.slice(j))];
}

/** The length of the longest common subsequence from each pair of lines on. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const table = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  for (let i = before.length - 1; i >= 0; i--) {
    const row = table[i] ?? [];
    for (let j = after.length - 1; j >= 0; j--) {
      row[j] =
        before[i] === after[j]
          ? cell(table, i + 1, j + 1) + 1
          : Math.max(cell(table, i + 1, j), cell(table, i, j + 1));
    }
  }
  return table;
}

function cell(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}

function removed(lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ sign: "-", text }));
}

function added(lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ sign: "+", text }));
}
