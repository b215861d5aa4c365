import { applyEdits, replace } from "../../../text/edit.ts";
import type { Span } from "../../../text/span.ts";
import type { Scheme } from "../../catalog/scheme.ts";
import { foreignCondition } from "./comparisons.ts";
import { attempt, type Cursor, take } from "./cursor.ts";

/** A condition of another language, and how rules write it. */
export interface Translated extends Span {
  readonly use: string;
}

/** The conditions of a text. Conditions with nothing between them are one. */
export function translatedConditions(text: string, scheme: Scheme): readonly Translated[] {
  const cursor: Cursor = { text, scheme, at: 0, depth: 0 };
  const conditions: Translated[] = [];
  for (;;) {
    const [between = ""] = take(cursor, joins) ?? [];
    take(cursor, /\s*/y);
    const start = cursor.at;
    if (start >= text.length) return conditions;
    const use = attempt(cursor, foreignCondition);
    if (use === undefined) {
      take(cursor, token);
      continue;
    }
    const last = conditions.at(-1);
    const isNext = last && text.slice(last.end, start).trim() === between.trim();
    const isNot = /^\s*not\s*$/i.test(between);
    if (last && isNext && (between.trim() === "" || isNot)) {
      const joined = `${last.use} and ${isNot ? "not " : ""}${use}`;
      conditions.splice(-1, 1, { start: last.start, end: cursor.at, use: joined });
    } else conditions.push({ start, end: cursor.at, use });
  }
}

/** The text between conditions. */
const joins = /(?:[\s(!,]|(?:and|or|xor|not)\b|&&|\|\||\^\^)+/iy;
const token = /"(?:[^"\\]|\\.)*"?|'[^']*'?|#[^\n]*|[\w.$]+|./sy;

/** A statement around conditions: what is in front of them, they, and what follows. Blanks at the ends are removed already. */
const statements: readonly RegExp[] = [
  /^(?:\.(?:\[\])?\s*\|\s*)?select\s*\((.*)\)$/is,
  /^map\s*\(\s*select\s*\((.*)\)\s*\)$/is,
  /^(?:if|when)\s*\((.*)\)\s*(?:\{.*|then\b.*|return\b.*)$/is,
  /^(?:if|when)\b(.*?)(?:\{|\bthen\b|\breturn\b)/is,
  /^(?:if|when)\b(.*)\s(?:block|deny|log|skip)$/is,
  /^(?:block|deny|allow|log|challenge)\s(.*)$/is,
  /^(?:select\b.*?\b|(?:\w+\s*)?\|\s*)?where\b(.*)$/is,
  /^case\s+when\b(.*)\bthen\s+(?:true|1)\s+else\s+(?:false|0)\s+end$/is,
  /^(.*)\?\s*true\s*:\s*false$/is,
  /^(?:search\b|index\s*=\s*\S+\s)(.*)$/is,
  /^\{(.*)\}$/s,
  /^(?:(?:async\s+)?function\b[^{]*\{|[\w\s()]*=>)(.*)$/is,
  /^(.*)$/s,
  /^SecRule\s+(\S+\s+"[^"]*")(?:\s+".*)?$/is,
  /^<If\s+"(.*)">$/is,
  /^(?:acl\s+\S+|(?:(?:http|tcp)-re\w+|use_backend|redirect)\s.*?\sif)\s+(.*)$/is,
  /^RewriteCond\s+(\S+\s+\S+(?:\s+\[NC\])?)(?:\s+\[[\w,]+\])?$/is,
];

/** The whole text as rules write it, without a statement of another language around it. */
export function* withoutStatement(text: string, scheme: Scheme, isFine: (text: string) => boolean) {
  const whole = withoutEnd(text, ";");
  for (const statement of statements) {
    const found = statement.exec(whole)?.[1]?.replace(/^\s*(?:return|if|when|where)\b/i, "");
    if (found === undefined) continue;
    const readings = [
      found.trim(),
      withoutEnd(found, ";}"),
      withoutClauses(found),
      inGroups(found),
    ];
    for (const inner of new Set(readings)) {
      if (inner === text.trim()) continue;
      const edits = translatedConditions(inner, scheme)
        .filter((it) => !isFine(inner.slice(it.start, it.end)))
        .map((it) => replace(it, it.use));
      yield lowercaseWords(applyEdits(inner, edits));
    }
  }
}

/** Without blanks and some characters at the end. */
function withoutEnd(text: string, ends: string): string {
  let rest = text.trim();
  while (rest !== "" && ends.includes(rest.at(-1) ?? "")) rest = rest.slice(0, -1).trimEnd();
  return rest;
}

/** `{ path_beg /a } !{ src 10.0.0.1 }`: conditions in braces, all of which are required. */
function inGroups(text: string): string {
  if (!/^\s*(?:!\s*)?\{/.test(text)) return text.trim();
  const named = text.replaceAll(/!\s*\{/g, "not {");
  const joined = named.replaceAll(/\}\s*(?=not \{|\{)/g, "} and ");
  const parts = joined.trim().replaceAll(/\{\s*/g, "(").split("}");
  return parts.map((it) => it.trimEnd()).join(")");
}

/** Without what sorts and shows the lines of a query. */
function withoutClauses(text: string): string {
  const clause =
    /\s(?:(?:group|order)\s+by|limit\s+\d+|escape\b|\|\s*(?:project|take|limit|summarize|sort|top|fields|table))\b/i.exec(
      text,
    );
  return text.slice(0, clause?.index).trim();
}

/** `AND` outside of strings. */
function lowercaseWords(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*("|)|\b(?:AND|OR|NOT)\b/g, (it) =>
    it.startsWith('"') ? it : it.toLowerCase(),
  );
}
