/** Strings that are placeholders for a value. */

/** Where the text is looked for: in a host name or an address, in a path, or in anything else. */
export type PlaceholderPlace = "name" | "path" | "text";

/** `${env:HOST}`, `${var.host}`, `{{host}}` */
const template =
  /\$\{\s*(?:(?:env|var|vars|local|data|module|params?|secrets?)\s*[:.][\w .:[\]-]*|[A-Za-z_]\w*)\s*\}|\{\{-?\s*[$.]?[A-Za-z_][\w.]*\s*-?\}\}|\$\{\{[^{}]*\}\}/;

/** `<HOST>`, `{host}`, `[HOST]`, `$HOST`, `%HOST%`, `__HOST__`, `YOUR_HOST`, `your host here`, `CHANGEME` */
const whole =
  /^(?:<[A-Za-z][\w .-]*>|\{[A-Za-z_][\w.-]*\}|\[[A-Z][A-Z0-9_ -]+\]|\$[A-Z_][A-Z0-9_]{2,}|%[A-Z_][A-Z0-9_]{2,}%|__[A-Z][A-Z0-9_]*__|your[-_ ][a-z][a-z _-]*|(?:CHANGE|REPLACE)[-_]?(?:ME|THIS)|INSERT_[A-Z_]+|TODO|TBD|FIXME)$/;

/** `YOUR_HOST` is nothing that a request has in it, whatever is around it. */
const yours = /\b(?:YOUR|MY)[-_][A-Z][A-Z0-9_-]*/;

/** Neither a host name nor an address has such brackets. */
const inName = /<[A-Za-z][\w .-]*>|\{[A-Za-z_][\w.-]*\}|\[[A-Z][A-Z0-9_ -]+\]/;

/** `/users/{id}` and `/users/:id`, as interfaces are described. */
const inPath = /(?<=\/)(?:<[A-Za-z][\w-]*>|\{[A-Za-z_][\w-]*\}|:[a-z]\w*)(?=\/|$)/;

/** Most texts have none of these. */
const mayHave = /[$<{%[]|__|your[-_ ]|YOUR|MY[-_]|ME$|THIS$|INSERT|TODO|TBD|FIXME|\/:/;

export function placeholderText(text: string, place: PlaceholderPlace): string | undefined {
  if (text.length > longest || !mayHave.test(text)) return undefined;
  const found = whole.exec(text) ?? template.exec(text) ?? yours.exec(text);
  const own = place === "name" ? inName : place === "path" ? inPath : undefined;
  return (found ?? own?.exec(text))?.[0];
}

const longest = 300;
