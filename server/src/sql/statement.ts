import type { LogComment } from "../core/log-test.ts";
import type { Dialect } from "./dialect.ts";
import { refuseName } from "./text-functions.ts";

/** Translated conditions with their source offsets. */
export interface Selection {
  readonly dataset: string;
  readonly tree: SqlTree;
  readonly comments: readonly LogComment[];
  /** The fields that a job sends. Default: all. */
  readonly fields?: readonly string[] | undefined;
}

export type SqlTree = SqlCondition | SqlGroup;

export interface SqlCondition {
  readonly kind: "condition";
  readonly end: number;
  readonly sql: string;
}

export interface SqlGroup {
  readonly kind: "group";
  readonly start: number;
  readonly logical: "and" | "or";
  readonly parts: readonly SqlTree[];
}

/** A complete SELECT statement. */
export function selectSql(
  filter: Selection,
  dialect: Dialect,
  table: string | undefined,
  count = false,
): string {
  const printer = new Printer(dialect.isPlain ? [] : filter.comments);
  printer.print(withoutSingles(filter.tree), "  ", "");
  const from = table ?? dialect.files ?? tableName(filter.dataset, dialect);
  const fields = dialect.perLine ? filter.fields : undefined;
  for (const it of fields ?? []) refuseName(it);
  const selected = fields?.map((it) => dialect.identifier(it)).join(", ") ?? "*";
  const lines = [
    `SELECT ${count ? "COUNT(*)" : selected}`,
    `FROM ${from}`,
    "WHERE",
    ...printer.lines,
  ];
  return `${lines.join("\n")}${dialect.isPlain ? "" : ";"}\n${printer.rest().join("")}`;
}

/**
 * Only the condition, to paste into another statement: it neither starts nor ends with a comment, and can be combined with
 * AND.
 */
export function whereSql(filter: Selection, { isPlain }: Dialect): string {
  const printer = new Printer(isPlain ? [] : filter.comments);
  const test = withoutSingles(filter.tree);
  const isAlternative = test.kind === "group" && test.logical === "or" && test.parts.length > 0;
  if (isAlternative) printer.printGroup(test, "", "");
  else printer.print(test, "", "");
  const first = printer.lines.findIndex((it) => !it.startsWith(mark));
  return `${printer.lines.slice(first).join("\n")}\n`;
}

/** A condition on one line, for use in another condition. */
export function inlineSql(tree: SqlTree): string {
  if (tree.kind === "condition") return tree.sql;
  if (tree.parts.length === 0) return tree.logical === "and" ? "TRUE" : "FALSE";
  const parts = tree.parts.map(inlineSql);
  return parts.length === 1
    ? (parts[0] ?? "")
    : `(${parts.join(tree.logical === "and" ? " AND " : " OR ")})`;
}

/** Replaces groups of one part by that part, so the outer group can decide whether it needs parentheses. */
function withoutSingles(tree: SqlTree): SqlTree {
  if (tree.kind === "condition") return tree;
  const parts = tree.parts.map(withoutSingles);
  const [only] = parts;
  return only && parts.length === 1 ? only : { ...tree, parts };
}

/** Plain names need no quotes, and the table was probably created without them. */
function tableName(dataset: string, dialect: Dialect): string {
  return /^[a-z]\w*$/.test(dataset) ? dataset : dialect.identifier(dataset);
}

const mark = "--";

/** Prints one condition per line, with its comments on the lines above. */
class Printer {
  readonly lines: string[] = [];
  private next = 0;

  constructor(private readonly comments: readonly LogComment[]) {}

  print(test: SqlTree, indent: string, before: string): void {
    if (test.kind === "condition") {
      this.comment(test.end, indent);
      this.lines.push(indent + before + test.sql);
      return;
    }
    if (test.parts.length === 0)
      this.lines.push(indent + before + (test.logical === "and" ? "TRUE" : "FALSE"));
    else this.printParts(test.parts, test.logical, indent);
  }

  printGroup(group: SqlGroup, indent: string, before: string): void {
    this.comment(group.start, indent);
    this.lines.push(`${indent}${before}(`);
    this.printParts(group.parts, group.logical, `${indent}  `);
    this.lines.push(`${indent})`);
  }

  /** Comments after the last condition. */
  rest(): string[] {
    return this.comments
      .slice(this.next)
      .flatMap(({ text }) => commentLines(text, ""))
      .map((it) => `${it}\n`);
  }

  private printParts(parts: readonly SqlTree[], logical: "and" | "or", indent: string): void {
    for (const [index, part] of parts.entries()) {
      const before = index === 0 ? "" : `${logical.toUpperCase()} `;
      const isGroup = part.kind === "group" && part.parts.length > 0;
      if (isGroup) this.printGroup(part, indent, before);
      else this.print(part, indent, before);
    }
  }

  private comment(until: number, indent: string): void {
    for (; ; this.next++) {
      const comment = this.comments[this.next];
      if (!comment || comment.at >= until) return;
      this.lines.push(...commentLines(comment.text, indent));
    }
  }
}

/** The lines of a comment without comment tokens, and without characters that could end a line. */
function commentLines(text: string, indent: string): string[] {
  const inner = text.startsWith("/*")
    ? text.slice(2).replace(/\*\/$/, "")
    : text.replace(/^(?:\/\/|#)/, "");
  return inner
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((it) =>
      it
        .replace(/^\s*\*(?!\w)/, "")
        .replaceAll(unprintable, " ")
        .trim(),
    )
    .filter((it) => it !== "")
    .map((it) => `${indent}${mark} ${it}`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove.
const unprintable = /[\u0000-\u001f\u007f]/g;
