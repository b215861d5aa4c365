/** The object whose property it is. */
export type Owner = "job" | "output_options";

/** What a property takes. */
export type Shape =
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
  readonly shape: Shape;
  /** What it says about the job, as one or two sentences. */
  readonly doc: string;
  readonly nullable?: true;
  /** As the documentation gives it, in words or as JSON. */
  readonly default?: string;
  /** The only texts it takes, each with its meaning. */
  readonly values?: readonly PropertyValue[];
  /** Characters. */
  readonly longest?: number;
  readonly limits?: UploadLimits;
  /** The service writes it, and takes no notice of what is sent. */
  readonly readOnly?: true;
  /** What to do instead, as a sentence. */
  readonly deprecated?: string;
  /** The only datasets whose jobs have it. */
  readonly datasets?: readonly string[];
  /** Other names that people write, compared without letter case, underscores and hyphens. */
  readonly alsoWritten?: readonly string[];
}

export interface PropertyValue {
  readonly value: string;
  readonly meaning: string;
}

/** Zero switches the limit off. */
export interface UploadLimits {
  readonly least: number;
  readonly most: number;
  readonly unit: string;
}
