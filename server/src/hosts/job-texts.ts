import type { Span } from "../text/span.ts";
import type { Embedded } from "./embedded.ts";
import { type HostObject, valuesNamed } from "./node.ts";
import { type Region, unknownRegion } from "./region.ts";
import { textNamed } from "./rules.ts";

/** The job and its filter. */
export function jobTexts(
  node: HostObject,
  group: string | undefined,
  job: Region | undefined,
  dataset = textNamed(node, "dataset"),
  header: Span = node,
): Embedded[] {
  const context = { dataset: dataset ?? "", group, object: node };
  const values = valuesNamed(node, "filter").filter((it) => it.kind === "value");
  const filters = values.flatMap((it) => it.regions());
  const unknown = values.filter((it) => it.literal() === undefined && it.regions().length === 0);
  return [
    job
      ? { language: "lpjob", role: "rule", region: job, context }
      : {
          language: "lpjob",
          role: "rule",
          region: unknownRegion(header),
          context,
          isUnknown: true,
        },
    ...filters.map((region) => ({
      language: "lpfilter" as const,
      role: "rule" as const,
      region,
      context: { ...context, isInJob: true },
    })),
    ...unknown.map((it) => ({
      language: "lpfilter" as const,
      role: "rule" as const,
      region: unknownRegion(it),
      context: { ...context, isInJob: true },
      isUnknown: true as const,
    })),
  ];
}
