/** The object that contains a property. */
export type Owner = "job" | "output_options";

/** The type of a property. */
export type PropertyShape =
  | "string"
  | "boolean"
  /** A Boolean that may be quoted. */
  | "boolean or string"
  | "integer"
  | "number"
  | "field names"
  | "options"
  | "filter";

export interface PropertyRow {
  readonly name: string;
  readonly owner: Owner;
  readonly shape: PropertyShape;
  /** One or two sentences. */
  readonly doc: string;
  readonly nullable?: true;
  /** The documented default, in words or as JSON. */
  readonly default?: string;
  /** The only valid strings, with their meanings. */
  readonly values?: readonly PropertyValue[];
  /** Maximum length in characters. */
  readonly longest?: number;
  readonly limits?: UploadLimits;
  /** Set by the service, which ignores sent values. */
  readonly readOnly?: true;
  /** The replacement, as a sentence. */
  readonly deprecated?: string;
  /** The only datasets whose jobs have the property. */
  readonly datasets?: readonly string[];
  /** Other common names, compared without case, underscores and hyphens. */
  readonly alsoWritten?: readonly string[];
}

export interface PropertyValue {
  readonly value: string;
  readonly meaning: string;
}

/** Zero disables the limit. */
export interface UploadLimits {
  readonly least: number;
  readonly most: number;
  readonly unit: string;
}
