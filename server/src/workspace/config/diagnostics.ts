import type { Diagnostic } from "../../core/diagnostic.ts";
import type { ReadConfig } from "./config.ts";

/**
 * The diagnostics of a `weir.json`, with the severity set in the file itself. An unusable profile is a warning by default,
 * because it only matters to users who push with it.
 */
export function configFindings({ config, problems, unusable }: ReadConfig): readonly Diagnostic[] {
  const { "weir-json": severity } = config.severity;
  if (severity === "off") return [];
  return [
    ...problems.map((it) => ({ code: "weir-json", severity: severity ?? "error", ...it })),
    ...unusable.map((it) => ({ code: "weir-json", severity: severity ?? "warning", ...it })),
  ];
}
