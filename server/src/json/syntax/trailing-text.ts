import * as messages from "./messages.ts";
import type { Problems } from "./problems.ts";
import type { Scanner } from "./scan.ts";
import type { JsonValue } from "./tree.ts";

/**
 * Text after the single value of the file: reported once, after extra brackets and commas. If the value is only a word and an
 * object follows, the object was intended, and the scanner stays at its start.
 */
export function readTrailingText(
  scanner: Scanner,
  problems: Problems,
  root: JsonValue | undefined,
): "object" | "nothing" {
  for (; scanner.kind === "}" || scanner.kind === "]" || scanner.kind === ","; scanner.next()) {
    const { kind, start, end } = scanner;
    problems.add({ start, end }, (place) =>
      kind === "," ? messages.commaAfterAll(place) : messages.describeUnmatched(place, kind),
    );
  }
  const { kind, start, end } = scanner;
  if (kind === "end") return "nothing";
  const words = root && root.kind !== "object" && root.kind !== "array";
  let last = words ? root.end : end;
  for (; scanner.kind !== "end"; scanner.next()) {
    if (words && scanner.kind === "{") {
      const place = { start: root.start, end: last };
      problems.replaceAt(place, messages.beforeAll(place, scanner.text.slice(root.start, last)));
      return "object";
    }
    last = scanner.end;
  }
  const rest = words ? undefined : { start, end: last };
  problems.add({ start, end }, () => messages.afterAll(scanner.text.slice(start, end), rest));
  return "nothing";
}
