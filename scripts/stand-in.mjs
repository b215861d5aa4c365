import { isDeepStrictEqual } from "node:util";

/** Longer values stay in their bundle. */
const longest = 10_000;

/**
 * The text of a module that stands in for a bundle. What is plain and short is written down in it, such as the id of a
 * language; anything else is taken from the bundle, which is loaded when it is first asked for something.
 * @param {string} file
 * @param {Record<string, unknown>} exported
 */
export function standIn(file, exported) {
  return `let loaded;
const bundle = () => (loaded ??= require(${JSON.stringify(`./${file}`)}));
module.exports = {${membersOf(exported, "bundle()")}};
`;
}

/**
 * @param {object} owner
 * @param {string} path where the owner is found
 */
function membersOf(owner, path) {
  return Object.entries(owner)
    .map(([name, value]) => {
      const text = literal(value, `${path}.${name}`);
      return text === undefined ? `get ${name}() { return ${path}.${name}; }` : `${name}: ${text}`;
    })
    .join(",\n");
}

/**
 * Undefined for what cannot be written down.
 * @param {unknown} value
 * @param {string} path
 */
function literal(value, path) {
  const text = JSON.stringify(value);
  if (isPlain(value, text)) return text.length <= longest ? text : undefined;
  const isObject = Object.getPrototypeOf(value ?? 0) === Object.prototype;
  return isObject ? `{${membersOf(/** @type {object} */ (value), path)}}` : undefined;
}

/**
 * @param {unknown} value
 * @param {string | undefined} text
 */
function isPlain(value, text) {
  return text !== undefined && isDeepStrictEqual(JSON.parse(text), value);
}
