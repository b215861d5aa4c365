import type { Edit } from "../../text/edit.ts";
import type { Field } from "../catalog/dataset.ts";
import type { Document } from "../document.ts";

/** A document with the parts of the catalog that forms need, because its tables are in another bundle. */
export interface FormDocument extends Document {
  /** The filter as a sentence. */
  readonly reads: () => string | undefined;
  /** The edit that adds an example that the filter keeps or drops; undefined if none was found. */
  readonly exampleEdit: (kind: "keep" | "drop") => Edit | undefined;
  /** The fields that the service accepts in the filter. */
  readonly filterable: () => readonly Field[];
  /** The documented values of a field, each with its meaning. */
  readonly valuesOf: (field: Field) => Iterable<readonly [value: string, meaning: string]>;
}
