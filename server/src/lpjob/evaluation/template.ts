import { actionsIn } from "../syntax/template.ts";

/** A part of a `record_template`: constant text, or a field of the line. */
export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "field"; readonly name: string };

/** The parts of a template, in order. Unsupported actions are written literally. */
export function templateParts(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let at = 0;
  let trims = false;
  const addText = (end: number, isTrimmed: boolean) => {
    const text = template.slice(at, end);
    const start = trims ? text.trimStart() : text;
    parts.push({ kind: "text", text: isTrimmed ? start.trimEnd() : start });
  };
  // A dash next to the braces trims whitespace on that side.
  for (const { start, end, written, name, kind } of actionsIn(template)) {
    addText(start, /^-\s/.test(written));
    trims = /\s-$/.test(written);
    at = end;
    if (kind === "field") parts.push({ kind: "field", name });
    else if (kind !== "comment")
      parts.push({ kind: "text", text: constantOf(written) ?? template.slice(start, end) });
  }
  addText(template.length, false);
  return parts.filter((it) => it.kind === "field" || it.text !== "");
}

/** A Go string: with escapes in double quotes, raw in backquotes. */
function constantOf(written: string): string | undefined {
  const inner = written.replace(/^-\s/, "").replace(/\s-$/, "").trim();
  if (/^`[^`]*`$/.test(inner)) return inner.slice(1, -1);
  if (!/^".*"$/s.test(inner)) return undefined;
  return inner.slice(1, -1).replaceAll(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|(.))/gs, unescaped);
}

const escapes: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

function unescaped(_: string, byte?: string, unit?: string, character = ""): string {
  const hex = byte ?? unit;
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  return escapes[character] ?? character;
}
