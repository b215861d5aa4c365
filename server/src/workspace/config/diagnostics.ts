import type { Diagnostic } from "../../core/diagnostic.ts";
import type { ReadConfig } from "./config.ts";

/**
 * The diagnostics of a `weir.json`, with the severity set in the file itself. An unusable profile is a warning by default,
 * because it only matters to users who push with it. Credentials are errors even if the file turns the others off.
 */
export function configFindings({ config, problems, unusable }: ReadConfig): readonly Diagnostic[] {
  const { "weir-json": severity } = config.severity;
  const code = "weir-json";
  if (severity === "off")
    return unusable.flatMap((it) => (it.severity ? [{ code, ...it, severity: it.severity }] : []));
  return [
    ...problems.map((it) => ({ code, severity: severity ?? "error", ...it })),
    ...unusable.map((it) => ({ code, severity: severity ?? "warning", ...it })),
  ];
}
