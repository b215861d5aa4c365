/** The data that a curl command sends, as the shell hands it over; undefined where the command has none of its own. */
export function commandData(text: string): string | undefined {
  const option = /\s(?:--data(?:-raw|-binary|-ascii)?|--json|-d)(?:\s*=\s*|\s*)\$?(['"])/.exec(
    text,
  );
  if (!option) return hereDocument(text);
  const from = option.index + option[0].length;
  return option[1] === "'" ? singleQuoted(text, from) : doubleQuoted(text, from);
}

/** Ends at the next quote, save where that quote only makes room for one inside: `'\''`. */
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

/** `--data @- <<EOF`: the lines up to that word. */
function hereDocument(text: string): string | undefined {
  return /<<-?\s*(['"]?)(\w+)\1[^\n]*\n([\s\S]*?)\n\s*\2(?:\s|$)/.exec(text)?.[3];
}
