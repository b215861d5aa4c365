import { datasetNames, jobProperties, type PropertyRow } from "../../languages.ts";
import {
  between,
  flag,
  listOf,
  nullable,
  object,
  oneOf,
  text,
  type Validator,
  type Validators,
  whole,
  zeroOr,
} from "../shapes.ts";

/** The accepted properties of a job. Others are ignored, so that a job can be sent back as it was read. */

const byShape: Readonly<Record<PropertyRow["shape"], Validator<unknown>>> = {
  string: text(),
  boolean: flag,
  // A Boolean in the public reference, but the string "true" in its examples.
  "boolean or string": oneOf([true, false, "true", "false"]),
  integer: whole,
  // The sample rate is the only one.
  number: between(0, 1),
  "field names": listOf(text()),
  options: object,
  filter: text(),
};

interface JobValidators {
  readonly job: Validators;
  readonly output: Validators;
}

let made: JobValidators | undefined;

/** Made for the first request, because it loads the language of jobs. */
export function jobValidators(): JobValidators {
  made ??= {
    job: { ...validatorsOf(jobProperties("job")), dataset: nullable(oneOf(datasetNames)) },
    output: validatorsOf(jobProperties("output_options")),
  };
  return made;
}

function validatorsOf(rows: readonly PropertyRow[]): Validators {
  const accepted = rows.filter((it) => !it.readOnly);
  return Object.fromEntries(
    accepted.map((it) => [it.name, it.nullable ? nullable(validatorOf(it)) : validatorOf(it)]),
  );
}

function validatorOf({ shape, values, limits, longest }: PropertyRow): Validator<unknown> {
  if (values) return oneOf(values.map((it) => it.value));
  if (limits) return zeroOr(limits.least, limits.most);
  return longest === undefined ? byShape[shape] : text(longest);
}
