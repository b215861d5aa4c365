import type { Diagnostic } from "../core/diagnostic.ts";
import type { ReadConfig } from "./config.ts";

/** What is wrong with a `weir.json`, as findings like any other, with the severity that the file itself gives them. */
export function configFindings({ config, problems }: ReadConfig): readonly Diagnostic[] {
  const { "weir-json": severity = "error" } = config.severity;
  return severity === "off" ? [] : problems.map((it) => ({ code: "weir-json", severity, ...it }));
}
