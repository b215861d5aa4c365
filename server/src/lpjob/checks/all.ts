import type { CheckManual, Report } from "../../core/check.ts";
import { Collector, noteCrash } from "../../core/collector.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { suppress } from "../../core/suppress.ts";
import { lpfilter } from "../../lpfilter/language.ts";
import type { Document } from "../document.ts";
import { listedFields } from "../syntax/job.ts";
import type { AnyJobCheck, JobCheck, Nodes, Scope } from "./check.ts";
import { deprecatedField } from "./deprecated-field.ts";
import { destinationAuthorization } from "./destination-authorization.ts";
import { destinationDate } from "./destination-date.ts";
import { destinationEncoding } from "./destination-encoding.ts";
import { destinationParameter } from "./destination-parameter.ts";
import { destinationPath } from "./destination-path.ts";
import { destinationScheme } from "./destination-scheme.ts";
import { destinationSignature } from "./destination-signature.ts";
import { destinationUrl } from "./destination-url.ts";
import { duplicateField } from "./duplicate-field.ts";
import { duplicateProperty } from "./duplicate-property.ts";
import { edgeJob } from "./edge-job.ts";
import { escapedFilter } from "./escaped-filter.ts";
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

/** Every check of the language, in the order of the manual. A new one is added here and nowhere else. */
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
];

const ownCodes = new Set(checks.map((it) => it.code));

/** Those of the filter in a job as well, each code once. */
export const allChecks: readonly CheckManual[] = [
  ...checks,
  ...lpfilter.checks.filter((it) => !ownCodes.has(it.code)),
];

/** What is still looked at in a text too large for every check on each keystroke. */
const briefChecks = new Set(["json-syntax", "too-deep", "text-too-long", "upload-limit"]);

/** Runs every check over one job, and those of the filter in it. */
export function check(doc: Document): readonly Diagnostic[] {
  const { text, json, job, context, fields } = doc;
  const collector = new Collector(context.severity, text);
  new Walk(chosenFor(doc), collector, { text, job, context, fields }).job();
  const own = collector.all();
  const inner = (doc.inline ?? doc.escaped)?.diagnostics() ?? [];
  const all =
    inner.length === 0
      ? own
      : [...own, ...inner].sort((a, b) => a.start - b.start || a.end - b.end);
  return suppress(text, json.comments, all);
}

function chosenFor({ job, context }: Document): readonly AnyJobCheck[] {
  const { brief, severity } = context;
  const off = (code: string) => Object.hasOwn(severity, code) && severity[code] === "off";
  // Of a text of another kind nothing else is worth saying.
  const only = job.pasted ? jsonSyntax : job.response ? unknownProperty : undefined;
  const candidates = only ? [only] : checks;
  return candidates.filter((it) => !off(it.code) && (!brief || briefChecks.has(it.code)));
}

class Walk {
  private current: CheckManual = jsonSyntax;
  private readonly report: Report = (span, message, extras) =>
    this.collector.reporter(this.current)?.(span, message, extras);

  constructor(
    private readonly checks: readonly AnyJobCheck[],
    private readonly collector: Collector,
    private readonly scope: Scope,
  ) {}

  job(): void {
    const { job } = this.scope;
    this.run("job", [job]);
    this.run("property", job.properties);
    this.run("field", listedFields(job));
    if (job.destination) this.run("destination", [job.destination]);
    if (job.template) this.run("template", [job.template]);
  }

  private run<Kind extends keyof Nodes>(kind: Kind, nodes: readonly Nodes[Kind][]): void {
    for (const each of this.checks) {
      if (each.on !== kind) continue;
      this.current = each;
      const check = each as unknown as JobCheck<Kind>;
      for (const node of nodes) {
        if (this.collector.full) return;
        try {
          check.run(node, this.report, this.scope);
        } catch (error) {
          noteCrash(this.scope.context, each.code, error);
        }
      }
    }
  }
}
