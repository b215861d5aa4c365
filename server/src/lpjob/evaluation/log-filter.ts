import type { LogFilter } from "../../core/log-test.ts";
import { variablesIn } from "../../text/variables.ts";
import type { Document } from "../document.ts";
import { setValue } from "../syntax/job.ts";
import { readOptions } from "./options.ts";

/** The lines that a job sends, before sampling. Undefined for a filter in another file, which only the workspace can read. */
export function logFilter(document: Document): LogFilter | undefined {
  const found = filterOf(document);
  const fields = found && sentFields(document.job);
  return fields ? { ...found, fields } : found;
}

/** The fields that a job selects. Undefined for all of them. */
export function sentFields(job: Document["job"]): readonly string[] | undefined {
  const { fields } = readOptions(job);
  return fields?.includes("*") ? undefined : fields;
}

function filterOf({ json, job, inline, escaped }: Document): LogFilter | undefined {
  const { filter, dataset, object } = job;
  if (!object || json.errors.length > 0) return undefined;
  switch (filter?.kind) {
    case undefined:
    case "none": {
      const { start, end } = object;
      // A filter of an unexpected type is not the same as no filter.
      if (!filter && job.present.job.has("filter")) return undefined;
      const undecided = transformerOf(job);
      return {
        dataset,
        test: { kind: "group", start, end, logical: "and", parts: [] },
        comments: [],
        ...(undecided && { undecided }),
      };
    }
    case "inline":
      return inline && withVariables(inline.logFilter?.());
    case "escaped": {
      const found = escaped && withVariables(escaped.analysis.logFilter?.());
      return found && { ...found, placeOf: (offset) => escaped.placeOf(offset) };
    }
    case "path":
    case "text":
      return undefined;
  }
}

/** A transformer drops and changes lines. It cannot be combined with a filter. */
function transformerOf(job: Document["job"]): LogFilter["undecided"] {
  const id = setValue(job, "job", "transformer_id");
  if (!id) return undefined;
  const reason = "A transformer selects the lines, with SQL that only the service has.";
  const words = `transformer ${job.json.text.slice(id.start, id.end)}`;
  return { start: id.start, end: id.end, reason, words };
}

/** The value of an environment variable is only known on push. */
function withVariables(filter: LogFilter | undefined): LogFilter | undefined {
  return (
    filter && {
      ...filter,
      isUnknown: (text) => (filter.isUnknown?.(text) ?? false) || hasEnvironmentVariable(text),
    }
  );
}

function hasEnvironmentVariable(text: string): boolean {
  for (const it of variablesIn(text)) if (it.name !== undefined) return true;
  return false;
}
