import type { LogFilter } from "../../core/log-test.ts";
import type { Document } from "../document.ts";
import { variablesIn } from "../syntax/variables.ts";

/** The lines that a job sends, before sampling. Undefined for a filter in another file, which only the workspace can read. */
export function logFilter({ json, job, inline, escaped }: Document): LogFilter | undefined {
  const { filter, dataset, object } = job;
  if (!object || json.errors.length > 0) return undefined;
  switch (filter?.kind) {
    case undefined:
    case "none": {
      const { start, end } = object;
      // A filter of an unexpected type is not the same as no filter.
      if (!filter && job.present.job.has("filter")) return undefined;
      return {
        dataset,
        test: { kind: "group", start, end, logical: "and", parts: [] },
        comments: [],
      };
    }
    case "inline":
      return inline && withVariables(inline.logFilter?.());
    case "escaped":
      return escaped && withVariables(escaped.analysis.logFilter?.());
    case "path":
    case "text":
      return undefined;
  }
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
