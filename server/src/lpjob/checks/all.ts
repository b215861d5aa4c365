import type { CheckManual } from "../../core/check.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { policyFindings } from "../../core/policies.ts";
import { CheckRunner, CheckSet, respectingHoles } from "../../core/runner.ts";
import { suppress } from "../../core/suppression/suppress.ts";
import { safetyAroundHoles } from "../../json/rewrite/around-holes.ts";
import { lpfilter } from "../../lpfilter/language.ts";
import { type Document, jobSubject } from "../document.ts";
import { listedFields } from "../syntax/job.ts";
import type { AnyJobCheck, Nodes, Scope } from "./check.ts";
import { deprecatedField } from "./deprecated-field.ts";
import { destinationAuthorization } from "./destination-authorization.ts";
import { destinationDate } from "./destination-date.ts";
import { destinationEncoding } from "./destination-encoding.ts";
import { destinationParameter } from "./destination-parameter.ts";
import { destinationPath } from "./destination-path.ts";
import { destinationScheme } from "./destination-scheme.ts";
import { destinationSignature } from "./destination-signature.ts";
import { destinationUrl } from "./destination-url.ts";
import { disabledJob } from "./disabled-job.ts";
import { duplicateField } from "./duplicate-field.ts";
import { duplicateProperty } from "./duplicate-property.ts";
import { edgeJob } from "./edge-job.ts";
import { escapedFilter } from "./escaped-filter.ts";
import { examplePlace } from "./example-place.ts";
import { filterAndTransformer } from "./filter-and-transformer.ts";
import { ignoredOption } from "./ignored-option.ts";
import { jsonSyntax } from "./json-syntax.ts";
import { logpullOption } from "./logpull-option.ts";
import { missingDataset } from "./missing-dataset.ts";
import { missingDestination } from "./missing-destination.ts";
import { optionDataset } from "./option-dataset.ts";
import { placeholder } from "./placeholder.ts";
import { readOnlyProperty } from "./read-only-property.ts";
import { sampleRateRange } from "./sample-rate-range.ts";
import { secretInFile } from "./secret-in-file.ts";
import { templateField } from "./template-field.ts";
import { templateSyntax } from "./template-syntax.ts";
import { textTooLong } from "./text-too-long.ts";
import { tooDeep } from "./too-deep.ts";
import { transformerOutput } from "./transformer-output.ts";
import { unknownDataset } from "./unknown-dataset.ts";
import { unknownField } from "./unknown-field.ts";
import { unknownFile } from "./unknown-file.ts";
import { unknownProperty } from "./unknown-property.ts";
import { unknownValue } from "./unknown-value.ts";
import { uploadLimit } from "./upload-limit.ts";
import { valueCase } from "./value-case.ts";
import { valueType } from "./value-type.ts";

/** All checks of the language, in the order of the documentation. New checks are added only here. */
export const checks: readonly AnyJobCheck[] = [
  jsonSyntax,
  tooDeep,
  unknownProperty,
  duplicateProperty,
  valueType,
  unknownValue,
  valueCase,
  textTooLong,
  readOnlyProperty,
  missingDataset,
  unknownDataset,
  optionDataset,
  missingDestination,
  destinationScheme,
  destinationUrl,
  destinationPath,
  destinationDate,
  destinationEncoding,
  destinationParameter,
  destinationAuthorization,
  destinationSignature,
  secretInFile,
  placeholder,
  unknownField,
  deprecatedField,
  disabledJob,
  duplicateField,
  sampleRateRange,
  uploadLimit,
  templateSyntax,
  templateField,
  ignoredOption,
  logpullOption,
  edgeJob,
  filterAndTransformer,
  transformerOutput,
  escapedFilter,
  unknownFile,
  examplePlace,
];

const ownCodes = new Set(checks.map((it) => it.code));

/** Includes the checks of the filter, each code once. */
export const allChecks: readonly CheckManual[] = [
  ...checks,
  ...lpfilter.checks.filter((it) => !ownCodes.has(it.code)),
];

/** The checks that still run on each keystroke for a very large text. */
const briefChecks = new Set(["json-syntax", "too-deep", "text-too-long", "upload-limit"]);

const checkSet = new CheckSet(checks, briefChecks);
/** For texts that are not a job: other diagnostics would not help. */
const pastedChecks = new CheckSet<Nodes, Scope>([jsonSyntax], briefChecks);
const responseChecks = new CheckSet<Nodes, Scope>([unknownProperty], briefChecks);

/** Runs all checks on a job and its filter. */
export function check(doc: Document): readonly Diagnostic[] {
  const isSafe = safetyAroundHoles(doc.json, doc.context);
  const found = checkJob(doc);
  const policies = policyFindings(doc.context, "job", () => jobSubject(doc)).diagnostics;
  const own = [...(isSafe ? respectingHoles(found, isSafe, checks) : found), ...policies];
  const inner = (doc.inline ?? doc.escaped)?.diagnostics() ?? [];
  const all =
    inner.length === 0 && policies.length === 0
      ? own
      : [...own, ...inner].sort((a, b) => a.start - b.start || a.end - b.end);
  return suppress(doc.text, doc.json.comments, all, doc.context);
}

function checkJob({ text, job, context, fields }: Document): readonly Diagnostic[] {
  const chosen = job.pasted ? pastedChecks : job.response ? responseChecks : checkSet;
  const enabled = chosen.enabledIn(context);
  const runner = new CheckRunner<Nodes, Scope>({ text, job, context, fields });
  runner.run(enabled.job, job);
  runner.runEach(enabled.property, job.properties);
  runner.runEach(enabled.field, listedFields(job));
  if (job.destination) runner.run(enabled.destination, job.destination);
  if (job.template) runner.run(enabled.template, job.template);
  return runner.diagnostics();
}
