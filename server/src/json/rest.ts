import * as mistakes from "./mistakes.ts";
import type { Problems } from "./problems.ts";
import type { Scanner } from "./scan.ts";
import type { JsonValue } from "./tree.ts";

/** What follows the file's one value. Whatever it is, it is said once, after the brackets and commas too many. */
export function readRest(scanner: Scanner, problems: Problems, root: JsonValue | undefined): void {
  for (; scanner.kind === "}" || scanner.kind === "]" || scanner.kind === ","; scanner.next()) {
    const { kind, start, end } = scanner;
    problems.add({ start, end }, (place) =>
      kind === "," ? mistakes.commaAfterAll(place) : mistakes.closesNothing(place, kind),
    );
  }
  const { kind, start, end } = scanner;
  if (kind === "end") return;
  let last = end;
  for (; scanner.kind !== "end"; scanner.next()) last = scanner.end;
  problems.add({ start, end }, () =>
    kind === ":" && root?.kind === "string"
      ? mistakes.withoutBraces(root, last)
      : mistakes.afterAll(scanner.text.slice(start, end)),
  );
}
