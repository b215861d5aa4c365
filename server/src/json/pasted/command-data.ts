/** The data that a curl command sends, after the shell's unquoting; undefined if the command does not contain it. */
export function commandData(text: string): string | undefined {
  const option = /\s(?:--data(?:-raw|-binary|-ascii)?|--json|-d)(?:\s*=\s*|\s*)\$?(['"])/.exec(
    text,
  );
  if (!option) return hereDocument(text);
  const from = option.index + option[0].length;
  return option[1] === "'" ? singleQuoted(text, from) : doubleQuoted(text, from);
}

/** Ends at the next quote, except for `'\''`, which represents a quote in the string. */
function singleQuoted(text: string, from: number): string | undefined {
  const parts: string[] = [];
  let at = from;
  for (;;) {
    const close = text.indexOf("'", at);
    if (close === -1) return undefined;
    parts.push(text.slice(at, close));
    if (!text.startsWith("'\\''", close)) return parts.join("'");
    at = close + 4;
  }
}

function doubleQuoted(text: string, from: number): string | undefined {
  const string = /(?:[^"\\]|\\[\s\S])*(?=")/y;
  string.lastIndex = from;
  const written = string.exec(text)?.[0];
  return written?.replace(/\\\r?\n/g, "").replace(/\\(["\\$`])/g, "$1");
}

/** `--data @- <<EOF`: the lines up to the delimiter. */
function hereDocument(text: string): string | undefined {
  const opening = /<<-?\s*(['"]?)(\w+)\1/.exec(text);
  if (!opening) return undefined;
  const [, ...lines] = text.slice(opening.index).split("\n");
  const end = lines.findIndex((it) => /^\s*(\S*)/.exec(it)?.[1] === opening[2]);
  return end > 0 ? lines.slice(0, end).join("\n").trimEnd() : undefined;
}
