import { type Field, fields } from "./fields.ts";
import { functions, type RuleFunction } from "./functions.ts";
import { Names } from "./names.ts";
import { parseTypeName } from "./type.ts";

/** The names that an expression can use. Passed as data, so that tests can use another engine's scheme. */
export interface Scheme {
  field(name: string): Field | undefined;
  function(name: string): RuleFunction | undefined;
  /** The field named by a range of a text. */
  fieldAt(text: string, start: number, end: number): Field | undefined;
  readonly fieldNames: readonly string[];
  readonly functionNames: readonly string[];
}

export function schemeOf(
  someFields: readonly Field[],
  someFunctions: readonly RuleFunction[],
): Scheme {
  const fieldsByName = new Map(someFields.map((it) => [it.name, it]));
  const functionsByName = new Map(someFunctions.map((it) => [it.name, it]));
  const names = new Names(fieldsByName.values());
  return {
    fieldAt: (text, start, end) => names.at(text, start, end),
    field: (name) => fieldsByName.get(name),
    function: (name) => functionsByName.get(name),
    fieldNames: [...fieldsByName.keys()],
    functionNames: [...functionsByName.keys()],
  };
}

/** The service's scheme, from the catalog. */
export const serviceScheme: Scheme = schemeOf(fields, functions);

/** Keyed by identity: settings stay the same object between keystrokes. */
const extended = new WeakMap<Readonly<Record<string, string>>, Scheme>();

/** The service's scheme with the fields from `weir.json`, which take precedence. */
export function schemeWith(extra: Readonly<Record<string, string>>): Scheme {
  const known = extended.get(extra);
  if (known) return known;
  const added = Object.entries(extra).flatMap(([name, spelling]) => addedField(name, spelling));
  const scheme = added.length === 0 ? serviceScheme : schemeOf([...fields, ...added], functions);
  extended.set(extra, scheme);
  return scheme;
}

/** Invalid types are ignored here: the settings' schema reports them. */
function addedField(name: string, spelling: string): Field[] {
  const type = parseTypeName(spelling);
  if (!type) return [];
  // The field may be missing.
  return [{ name, type, doc: "Declared in 'weir.json'.", optional: true }];
}
