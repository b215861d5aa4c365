import type { Diagnostic } from "../../core/diagnostic.ts";
import type { ReadConfig } from "./config.ts";

/**
 * What is wrong with a `weir.json`, as findings like any other, with the severity that the file itself gives them. A profile that
 * cannot be used matters only to those who push with it, so without a word about it that is a warning.
 */
export function configFindings({ config, problems, unusable }: ReadConfig): readonly Diagnostic[] {
  const { "weir-json": severity } = config.severity;
  if (severity === "off") return [];
  return [
    ...problems.map((it) => ({ code: "weir-json", severity: severity ?? "error", ...it })),
    ...unusable.map((it) => ({ code: "weir-json", severity: severity ?? "warning", ...it })),
  ];
}
