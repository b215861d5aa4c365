import type { Embedded } from "./embedded.ts";
import { type HostObject, valuesNamed } from "./node.ts";
import type { Region } from "./region.ts";
import { textNamed } from "./rules.ts";

/** The job and its filter. */
export function jobTexts(node: HostObject, group: string | undefined, job: Region): Embedded[] {
  const context = { dataset: textNamed(node, "dataset") ?? "", group };
  const filters = valuesNamed(node, "filter").flatMap((it) =>
    it.kind === "value" ? it.regions() : [],
  );
  return [
    { language: "lpjob", role: "rule", region: job, context },
    ...filters.map((region) => ({
      language: "lpfilter" as const,
      role: "rule" as const,
      region,
      context: { ...context, isInJob: true },
    })),
  ];
}
