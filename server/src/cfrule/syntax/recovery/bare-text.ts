/** The likely value of an unquoted text, based on the field that it is compared with. */

import { suggestedVersion } from "../../../vocabulary/versions.ts";
import { vocabularies } from "../../../vocabulary/vocabularies.ts";
import type { Field, FieldShape } from "../../catalog/fields.ts";
import type { Operand } from "../tree.ts";

/** Whether the field can equal or contain the text. If not, quoting it makes a comparison that is never true. */
export function mayHave(field: Field | undefined, text: string): boolean {
  if (!field) return true;
  const { vocabulary, letters, shape } = field;
  if (vocabulary) return vocabularies[vocabulary].values.has(text);
  if (letters && text !== (letters === "lower" ? text.toLowerCase() : text.toUpperCase()))
    return false;
  return !shape || shapes[shape].test(text);
}

const shapes: Readonly<Record<FieldShape, RegExp>> = {
  host: /^[^/]*$/,
  path: /^\/[^?#]*$/,
  uri: /^\/[^#]*$/,
  "full uri": /^https?:\/\/[^#]*$/,
  query: /^[^?#]/,
  extension: /^[^./]*$/,
  "media type": /$(?<=\/[^;]*)/,
  md5: /^[\da-f]{32}$/,
  sha1: /^[\da-f]{40}$/,
  sha256: /^[\da-f]{64}$/,
};

/** The text in the format of the field: `1.2` is `TLSv1.2`, `post` is `POST`, and `admin` is the path `/admin`. */
export function suggestedText(field: Field | undefined, text: string): string {
  if (!field || mayHave(field, text)) return text;
  const { vocabulary, letters, shape } = field;
  const upper = text.toUpperCase();
  if (vocabulary) {
    const values = vocabularies[vocabulary].values;
    const other = [upper, text.toLowerCase()].find((it) => values.has(it));
    return other ?? suggestedVersion(text, values.keys()) ?? text;
  }
  if (letters) return letters === "lower" ? text.toLowerCase() : upper;
  return (shape === "path" || shape === "uri") && /^\w/.test(text) ? `/${text}` : text;
}

/** The field whose value, or an element of it, is compared. */
export function fieldOf(left: Operand): Field | undefined {
  const base = left.kind === "indexed" ? left.base : left;
  return base.kind === "field" ? base.definition : undefined;
}
