/** Strings that are placeholders for a value. */

/** The kind of value that the text is compared with: a host name or an address, a path, or anything else. */
export type PlaceholderPlace = "name" | "path" | "text";

/** `${env:HOST}`, `${var.host}`, `{{host}}` */
const template =
  /\$\{\s*(?:(?:env|var|vars|local|data|module|params?|secrets?)\s*[:.][\w .:[\]-]*(?![\w .:[\]-])|[A-Za-z_]\w*)\s*\}|\{\{-?\s*[$.]?[A-Za-z_][\w.]*\s*-?\}\}|\$\{\{[^{}]*\}\}/;

/** `<HOST>`, `{host}`, `[HOST]`, `$HOST`, `%HOST%`, `__HOST__`, `YOUR_HOST`, `your host here`, `CHANGEME` */
const whole =
  /^(?:<[A-Za-z][\w .-]*>|\{[A-Za-z_][\w.-]*\}|\[[A-Z][A-Z0-9_ -]+\]|\$[A-Z_][A-Z0-9_]{2,}|%[A-Z_][A-Z0-9_]{2,}%|__[A-Z][A-Z0-9_]*__|your[-_ ][a-z][a-z _-]*|(?:CHANGE|REPLACE)[-_]?(?:ME|THIS)|INSERT_[A-Z_]+|TODO|TBD|FIXME)$/;

/** Requests never contain `YOUR_HOST`, even as part of a longer value. */
const yours = /\b(?:YOUR|MY)[-_][A-Z][A-Z0-9_-]*/;

/** Host names and addresses never contain these brackets. */
const inName = /<[A-Za-z][\w .-]*>|\{[A-Za-z_][\w.-]*\}|\[[A-Z][A-Z0-9_ -]+\]/;

/** `/users/{id}` and `/users/:id`, as in API documentation. */
const inPath = /(?<=\/)(?:<[A-Za-z][\w-]*>|\{[A-Za-z_][\w-]*\}|:[a-z]\w*)(?=\/|$)/;

/** Cheap pre-check: most texts contain none of these. */
const mayHave = /[$<{%[]|__|your[-_ ]|YOUR|MY[-_]|ME$|THIS$|INSERT|TODO|TBD|FIXME|\/:/;

export function placeholderText(text: string, place: PlaceholderPlace): string | undefined {
  if (text.length > longest || !mayHave.test(text)) return undefined;
  const found = whole.exec(text) ?? template.exec(text) ?? yours.exec(text);
  const own = place === "name" ? inName : place === "path" ? inPath : undefined;
  return (found ?? own?.exec(text))?.[0];
}

const longest = 300;
