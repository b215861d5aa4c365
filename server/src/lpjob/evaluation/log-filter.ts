import type { LogFilter } from "../../core/log-test.ts";
import type { Document } from "../document.ts";
import { hasVariable } from "../syntax/variables.ts";

/** The lines that a job sends, before sampling. Undefined for a filter in another file, which only the workspace can read. */
export function logFilter({ json, job, inline, escaped }: Document): LogFilter | undefined {
  const { filter, dataset, object } = job;
  if (!object || json.errors.length > 0) return undefined;
  switch (filter?.kind) {
    case undefined:
    case "none": {
      const { start, end } = object;
      // A filter of an unexpected type is not the same as none.
      if (!filter && job.present.job.has("filter")) return undefined;
      return {
        dataset,
        test: { kind: "group", start, end, logical: "and", parts: [] },
        comments: [],
      };
    }
    case "inline":
    case "escaped": {
      // The value of an environment variable is only known on push.
      if (hasVariable(json.text.slice(filter.value.start, filter.value.end))) return undefined;
      return filter.kind === "inline" ? inline?.logFilter?.() : escaped?.analysis.logFilter?.();
    }
    case "path":
    case "text":
      return undefined;
  }
}
