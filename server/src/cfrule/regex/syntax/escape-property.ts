import type { Cursor } from "./cursor.ts";
import { knowsProperty } from "./properties.ts";
import type { PropertyClass } from "./tree.ts";

/** `\pL`, `\p{name}`, `\p{name=value}`, `\p{name:value}` or `\p{name!=value}`. The cursor is on the letter. */
export function propertyEscape(cursor: Cursor, start: number): PropertyClass {
  const negated = cursor.here === "P";
  cursor.stepOver();
  const brace = cursor.at;
  const written = cursor.here === "{" ? bracedName(cursor) : oneLetter(cursor);
  const [, name = "", sign, value] = /^(.*?)(!=|[:=])(.*)/su.exec(written) ?? ["", written];
  const node: PropertyClass = {
    kind: "property",
    name,
    value,
    negated: negated !== (sign === "!="),
    flags: cursor.flags,
    ...cursor.since(start),
  };
  if (written === unclosed) {
    cursor.problem({ start: brace, end: brace + 1 }, "Expected '}' to close this '{'.");
  } else if (!cursor.flags.unicode) {
    cursor.problem(
      node,
      `'${cursor.textSince(start)}' needs Unicode, but the engine matches bytes. Add '(?u)' before it.`,
    );
  } else if (!knowsProperty(node)) {
    cursor.problem(
      node,
      `Unknown Unicode property '${written}'. Use one such as 'Letter', 'Lu' or 'Greek'.`,
    );
  }
  return node;
}

function oneLetter(cursor: Cursor): string {
  if (cursor.ended || cursor.here === "\\") return "";
  const start = cursor.at;
  cursor.step();
  return cursor.textSince(start);
}

/** Stops at characters that no name contains. */
function bracedName(cursor: Cursor): string {
  const parts: string[] = [];
  cursor.stepOver();
  while (!cursor.ended && !"}\\()[]|".includes(cursor.here)) {
    const start = cursor.at;
    cursor.step();
    parts.push(cursor.textSince(start));
    cursor.skipBlank();
  }
  return cursor.take("}") ? parts.join("") : unclosed;
}

/** No name contains a brace. */
const unclosed = "{";
