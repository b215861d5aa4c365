import type { Diagnostic } from "../../core/diagnostic.ts";
import { maskedDestination } from "../../push/masking/destination.ts";

/**
 * The text of a file for output, which may end up in a log. Masks the reported secrets, and those in URLs, which the check may
 * miss if the file has errors. Offsets stay valid.
 */
export function withSecretsMasked(text: string, diagnostics: readonly Diagnostic[]): string {
  let shown = text;
  for (const { code, start, end } of diagnostics) {
    if (code !== "secret-in-file") continue;
    const mask = shown.slice(start, end).replace(/[^\r\n]/g, "*");
    shown = shown.slice(0, start) + mask + shown.slice(end);
  }
  return shown.replace(urls, (all: string, value: string) =>
    value === "" ? all : all.slice(0, -value.length) + maskedDestination(value),
  );
}

/** The values of all properties named `destination_conf`, `destinationConf` or `baseUrl`, also in JSON inside a string. */
const urls =
  /(?:destination_?conf|base_?url)\\*["']?\s*[:=]\s*(?!\s)\\*(?!\\)["']?((?<=")(?:\\.|[^"\\\n])*|(?<=')[^'\n]*|(?!["'])[^\n]{0,1000}:\/\/[^\n]*)/gi;
