import { type Field, fields } from "./fields.ts";
import { functions, type RuleFunction } from "./functions.ts";
import { Names } from "./names.ts";
import { parseTypeName } from "./type.ts";

/** The names an expression may use. The analysis takes it as data, so that it can judge for another engine too. */
export interface Scheme {
  field(name: string): Field | undefined;
  function(name: string): RuleFunction | undefined;
  /** The field whose name stands in a text from one place to another. */
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

/** What our catalogue knows of the service. */
export const serviceScheme: Scheme = schemeOf(fields, functions);

/** Settings are the same object from one keystroke to the next, so their identity is the key. */
const extended = new WeakMap<Readonly<Record<string, string>>, Scheme>();

/** The service's scheme with the fields that `weir.json` adds; those win over ours of the same name. */
export function schemeWith(extra: Readonly<Record<string, string>>): Scheme {
  const known = extended.get(extra);
  if (known) return known;
  const added = Object.entries(extra).flatMap(([name, spelling]) => addedField(name, spelling));
  const scheme = added.length === 0 ? serviceScheme : schemeOf([...fields, ...added], functions);
  extended.set(extra, scheme);
  return scheme;
}

/** A type that nobody can read adds nothing: the settings' own schema is where that is said. */
function addedField(name: string, spelling: string): Field[] {
  const type = parseTypeName(spelling);
  if (!type) return [];
  // Nothing promises that a request has it.
  return [{ name, type, doc: "Named in 'weir.json'.", optional: true }];
}
