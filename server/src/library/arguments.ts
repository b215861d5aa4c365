import { isRecord } from "../text/record.ts";
import { alternatives } from "../text/wording.ts";

type Check = readonly [expected: string, isValid: (value: unknown) => boolean];

const string: Check = ["a string", (it) => typeof it === "string"];
const boolean: Check = ["true or false", (it) => typeof it === "boolean"];
const selection: Check = [
  "an object with 'line' (from 0) or 'ref' (a string)",
  (it) =>
    isRecord(it) &&
    (it.line === undefined || (Number.isInteger(it.line) && Number(it.line) >= 0)) &&
    (it.ref === undefined || typeof it.ref === "string"),
];

/** JavaScript callers may pass anything. */
const optionChecks: Readonly<Record<string, Check>> = {
  ...{ language: string, path: string, dataset: string, table: string, zone: string },
  ...{ dialect: string, timestamps: string, operators: string },
  ...{ style: boolean, where: boolean, count: boolean },
  ...{ select: selection, first: selection, second: selection },
  settings: ["an object or a string", (it) => typeof it === "string" || isRecord(it)],
  over: [
    "an array of strings",
    (it) => Array.isArray(it) && it.every((name) => typeof name === "string"),
  ],
  response: [
    "an object with 'status' (an integer) and 'headers' (an object)",
    (it) =>
      isRecord(it) &&
      (it.status === undefined || Number.isInteger(it.status)) &&
      (it.headers === undefined || isRecord(it.headers)),
  ],
};

/** Throws a `TypeError` for an option of another type. Undefined is the same as omitted. */
export function requireOptions(options: unknown): void {
  requireData(options, "options");
  if (!isRecord(options)) throw new TypeError("Expected an object as options.");
  for (const [name, [expected, isValid]] of Object.entries(optionChecks)) {
    const value = options[name];
    if (value !== undefined && !isValid(value))
      throw new TypeError(`Expected ${expected} as '${name}'.`);
  }
}

/** `GET https://example.com/`, or an object with that as `request`. */
export function requireRequest(input: unknown): void {
  requireInput(input);
  if (typeof input === "string") return;
  if (!isRecord(input) || typeof input.request !== "string")
    throw new TypeError("Expected a request: 'GET https://example.com/' or { request: '…' }.");
  for (const name of ["headers", "fields"])
    if (input[name] !== undefined && !isRecord(input[name]))
      throw new TypeError(`Expected an object as '${name}'.`);
  for (const [name, value] of Object.entries(input.headers ?? {}))
    if (value !== undefined && typeof value !== "string")
      throw new TypeError(`Expected a string as header '${name}'.`);
}

const extensions = [".tf", ".tofu", ".tf.json", ".json", ".yaml", ".yml"];

/** The files of a configuration, rulesets as the API has them, or these as a text. */
export function requireConfiguration(given: unknown): void {
  requireData(given, "configuration");
  if (typeof given === "string") return;
  if (!isRecord(given) && !(Array.isArray(given) && given.every(isRecord)))
    throw new TypeError(
      "Expected a configuration: an array of files ({ path, text }), or rulesets as an object, an array or a string.",
    );
  if (!Array.isArray(given) || !given.some(isFileLike)) return;
  for (const it of given) {
    if (typeof it.path !== "string" || typeof it.text !== "string")
      throw new TypeError("Expected { path, text } with two strings as each file.");
    const path = it.path.toLowerCase();
    if (!extensions.some((end) => path.endsWith(end)))
      throw new TypeError(`Unknown file type '${it.path}'. Use ${alternatives(extensions)}.`);
  }
}

function isFileLike(value: unknown): boolean {
  return isRecord(value) && ("path" in value || "text" in value) && !("phase" in value);
}

/** Log lines and fields of requests may be big integers. */
export function requireInput(input: unknown): void {
  requireData(input, "input", ["symbol", "function"]);
}

const notJson = ["symbol", "function", "bigint"];

/** Throws a `TypeError` for what JSON cannot say, before it is left out or changed without a word. */
function requireData(value: unknown, name: string, refused = notJson): void {
  let fault: string | undefined;
  try {
    fault = notData(value, name, { refused, around: new Set() });
  } catch (error) {
    fault = `'${name}', which cannot be read: ${String(error)}`;
  }
  if (fault !== undefined) throw new TypeError(`Expected plain data as ${fault}.`);
}

const plainTags = ["[object Object]", "[object Array]"];

interface DataRules {
  readonly refused: readonly string[];
  /** The objects that the value is in. */
  readonly around: Set<object>;
}

function notData(value: unknown, path: string, rules: DataRules): string | undefined {
  const { refused, around } = rules;
  if (refused.includes(typeof value)) return `'${path}', not a ${typeof value}`;
  if (typeof value === "number" && !Number.isFinite(value)) return `'${path}', not ${value}`;
  if (typeof value !== "object" || value === null) return undefined;
  if (around.has(value)) return `'${path}', not an object that contains itself`;
  const tag = Object.prototype.toString.call(value);
  if (!plainTags.includes(tag)) return `'${path}', not a ${tag.slice(8, -1)}`;
  around.add(value);
  for (const [key, it] of Object.entries(value)) {
    const fault = notData(it, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`, rules);
    if (fault !== undefined) return fault;
  }
  around.delete(value);
  return undefined;
}
