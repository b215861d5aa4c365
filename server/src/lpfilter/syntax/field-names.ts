import { type Fix, likelyFix, safeFix } from "../../core/diagnostic.ts";
import type { JsonString } from "../../json/syntax/tree.ts";
import { type Edit, replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { quotedList } from "../../text/wording.ts";
import type { Field } from "../catalog/dataset.ts";
import { datasetsWith, ownerOf, unfilterable } from "../catalog/fields.ts";
import { expectedName, normalizeName, substituteFor } from "../catalog/substitutes.ts";

/** Advice for an unknown field of a dataset. */
export interface Suggestion {
  /** The continuation of the message; may be empty. */
  readonly advice: string;
  readonly fixes: readonly Fix[];
}

/** The dataset that does not have the field, and its fields. */
interface Lacking {
  readonly dataset: string;
  readonly fields: ReadonlyMap<string, Field>;
}

/** Returns the edit that sets another dataset; undefined if it cannot be set in this document. */
type NameDataset = (name: string) => Edit | undefined;

export function suggestField(
  written: JsonString,
  { dataset, fields }: Lacking,
  nameDataset: NameDataset,
): Suggestion {
  const name = written.value.trim();
  if (fields.has(name)) return change(written, name, "sure");
  const owner = ownerOf(written.value, fields);
  if (owner) return change(written, owner.name, "guess");
  const near = nearest(name, fields.keys());
  if (near && normalizeName(near) === normalizeName(name)) return change(written, near, "sure");
  const elsewhere = otherDatasets(name, nameDataset);
  const guess = expectedName(dataset, name) ?? (elsewhere.advice ? undefined : near);
  const field = guess && fields.get(guess);
  if (!field) return elsewhere.advice ? elsewhere : { advice: nothingLike, fixes: [] };
  if (unfilterable(field)) return { advice: substituteAdvice(dataset, field), fixes: [] };
  const { advice, fixes } = change(written, field.name, "guess");
  return { advice: advice + elsewhere.advice, fixes: [...fixes, ...elsewhere.fixes] };
}

const nothingLike = " Use one of its fields, or add this one under 'fields' in 'weir.json'.";

/** Never suggests a field that cannot be filtered on. */
function substituteAdvice(dataset: string, { name }: Field): string {
  return ` '${name}' has such values but cannot be filtered. ${substituteFor(dataset, name)}`;
}

function change(written: JsonString, name: string, certainty: "sure" | "guess"): Suggestion {
  const fix = safeFix(`Use '${name}'`, [replace(written, JSON.stringify(name))]);
  return certainty === "sure"
    ? { advice: ` Use '${name}'.`, fixes: [fix] }
    : { advice: ` Did you mean '${name}'?`, fixes: [{ ...fix, guess: true }] };
}

/** The name may be right and the dataset wrong. */
function otherDatasets(name: string, nameDataset: NameDataset): Suggestion {
  // HTTP requests first, as the most common dataset.
  const all = datasetsWith(name).sort(
    (a, b) => Number(b === "http_requests") - Number(a === "http_requests"),
  );
  const shown = all.slice(0, 3);
  const fixes = shown.flatMap((it): Fix[] => {
    const edit = nameDataset(it);
    return edit ? [likelyFix(`Use dataset '${it}'`, [edit])] : [];
  });
  if (all.length === 0) return { advice: "", fixes };
  if (all.length === 1) return { advice: ` Found in dataset '${all[0]}'.`, fixes };
  const more = all.length > 3 ? ` and ${all.length - 3} more` : "";
  const names = quotedList(shown);
  return { advice: ` Found in datasets ${names}${more}.`, fixes };
}
