import { type DiffLine, lineDifference } from "../../push/plan/line-difference.ts";
import { printable } from "../../text/printable.ts";
import type { Paint } from "./paint.ts";

/** Lines around a change. */
const context = 3;

/** The difference of two texts of a file, as 'diff -u' and 'git diff' write it; 'git apply' and 'patch' accept it. */
export function renderDiff(path: string, before: string, after: string, paint: Paint): string {
  if (before === after) return "";
  const lines = differenceOf(linesOf(before), linesOf(after));
  const name = printable(path);
  const head = [`--- a/${name}`, `+++ b/${name}`].map((it) => paint.bold(it));
  return `${[...head, ...hunksOf(lines).flatMap((it) => hunk(it, lines, paint))].join("\n")}\n`;
}

/** With their line ends, so that a line end that is added at the end of the file is a difference. */
function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

/** Common lines at both ends are not compared, because most of a file stays. */
function differenceOf(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const same = (text: string): DiffLine => ({ sign: " ", text });
  return [
    ...before.slice(0, start).map(same),
    ...lineDifference(
      before.slice(start, before.length - end),
      after.slice(start, after.length - end),
    ),
    ...before.slice(before.length - end).map(same),
  ];
}

interface Hunk {
  readonly from: number;
  readonly to: number;
}

/** Changes that are close to each other are in one hunk. */
function hunksOf(lines: readonly DiffLine[]): Hunk[] {
  const hunks: { from: number; to: number }[] = [];
  for (const [index, { sign }] of lines.entries()) {
    if (sign === " ") continue;
    const last = hunks.at(-1);
    const to = Math.min(lines.length, index + context + 1);
    if (last && index - context <= last.to) last.to = to;
    else hunks.push({ from: Math.max(0, index - context), to });
  }
  return hunks;
}

function hunk({ from, to }: Hunk, lines: readonly DiffLine[], paint: Paint): string[] {
  const own = lines.slice(from, to);
  const range = (other: "+" | "-") => {
    const before = lines.slice(0, from).filter((it) => it.sign !== other).length;
    const count = own.filter((it) => it.sign !== other).length;
    return `${count === 0 ? before : before + 1}${count === 1 ? "" : `,${count}`}`;
  };
  const colors = { "-": paint.red, "+": paint.green, " ": (it: string) => it };
  return [
    paint.cyan(`@@ -${range("+")} +${range("-")} @@`),
    ...own.map(({ sign, text }) => colors[sign](`${sign}${shown(text)}`)),
  ];
}

/** Tabs and carriage returns are kept, because the result may be applied. */
function shown(line: string): string {
  const [, text = "", end = ""] = /^(.*?)(\r?\n)?$/s.exec(line) ?? [];
  const lost = end === "" ? "\n\\ No newline at end of file" : "";
  return printable(text) + end.replace("\n", "") + lost;
}
