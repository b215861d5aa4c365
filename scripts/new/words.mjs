/**
 * `my-check` and `my_check` as `myCheck`.
 * @param {string} name
 */
export function camelCase(name) {
  return name.replace(/[-_]([a-z\d])/g, (_, letter) => letter.toUpperCase());
}

/**
 * Adds an import; the formatter sorts it.
 * @param {string} text
 * @param {string} name
 * @param {string} path
 */
export function withImport(text, name, path) {
  return `import { ${name} } from "${path}";\n${text}`;
}

/**
 * Adds an entry at the end of a list, or before the first one that `isAfter` accepts.
 * @param {string} text
 * @param {RegExp} list matches from the name of the list to the end of its last entry
 * @param {string} entry
 * @param {(other: string) => boolean} [isAfter]
 */
export function withEntry(text, list, entry, isAfter = () => false) {
  const [found = ""] = list.exec(text) ?? [];
  if (found === "") throw new Error(`No list found that matches ${list}.`);
  const [head = "", ...entries] = found.split("\n");
  const at = entries.findIndex((it) => isAfter(it.trim().replace(",", "")));
  entries.splice(at === -1 ? entries.length : at, 0, `  ${entry},`);
  return text.replace(found, () => [head, ...entries].join("\n"));
}
