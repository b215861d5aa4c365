import { languageFor } from "../../languages.ts";
import { placeFrom } from "../jobs.ts";

interface Named {
  readonly rule: { readonly ref: string | undefined };
  readonly name: string;
  readonly id: string | undefined;
}

/** Finds the rule that `@before` or `@after` in a file refers to: by its `@ref`, its ID or its file. */
export function ruleFinder<Item extends Named>(
  items: readonly Item[],
): (ref: string, from: string) => Item | undefined {
  const byFile = new Map(items.map((it) => [it.name, it]));
  /** Undefined if the name is ambiguous. */
  const byName = new Map<string, Item | undefined>();
  for (const it of items) {
    for (const name of new Set([it.id, it.rule.ref]))
      if (name !== undefined) byName.set(name, byName.has(name) ? undefined : it);
  }
  return (ref, from) => {
    if (byName.has(ref)) return byName.get(ref);
    const file = filesNamed(ref, from).find((it) => byFile.has(it));
    return file === undefined ? undefined : byFile.get(file);
  };
}

/** The files that a path may refer to: relative to the file, or to the folder of the `weir.json`. */
export function filesNamed(path: string, from: string): readonly string[] {
  const [extension] = languageFor("rule").extensions;
  return [placeFrom(from, path), placeFrom("", path)].flatMap((it) => [it, `${it}${extension}`]);
}
