import { type FileContext, languageOfPath } from "../../languages.ts";
import { Lines } from "../../text/lines.ts";
import { plural } from "../../text/wording.ts";

/** Says that a file has errors which a comment or `weir.json` suppresses. Undefined if it has none. */
export function ignoredErrors(
  path: string,
  text: string,
  context: FileContext,
): string | undefined {
  // In another spelling, comments suppress nothing, and everything keeps its place.
  const shown = text.replaceAll("weir-ignore", "weir-IGNORE");
  const found = languageOfPath(path)
    ?.analyze(shown, { ...context, severity: {} })
    .diagnostics();
  const errors = (found ?? []).filter((it) => it.severity === "error");
  const lines = new Lines(text);
  const [first, ...others] = new Set(errors.map((it) => lines.lineAt(it.start) + 1));
  if (first === undefined) return undefined;
  if (errors.length === 1)
    return `Line ${first} has an ignored error; the service will probably reject it.`;
  const where = others.length === 0 ? `Line ${first} has` : `Line ${first} and others have`;
  return `${where} ${plural(errors.length, "ignored error")}; the service will probably reject them.`;
}
