import { isDeepStrictEqual } from "node:util";

/** Longer values are loaded from the bundle. */
const maxLength = 10_000;

/**
 * The source of a module that loads a bundle on first use. Short plain data, such as a language ID, is inlined and does not load
 * the bundle.
 * @param {string} file
 * @param {Record<string, unknown>} exported
 * @param {string} [load] expression for the bundle
 */
export function lazyModule(file, exported, load = `require(${JSON.stringify(`./${file}`)})`) {
  return `let loaded;
const bundle = () => (loaded ??= ${load});
module.exports = {${membersOf(exported, "bundle()")}};
`;
}

/**
 * @param {object} owner
 * @param {string} path expression for the owner
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
 * Undefined if the value is not plain data.
 * @param {unknown} value
 * @param {string} path
 */
function literal(value, path) {
  const text = JSON.stringify(value);
  if (isPlain(value, text)) return text.length <= maxLength ? text : undefined;
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
