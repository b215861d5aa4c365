import { languageFor } from "../../languages.ts";
import { placeFrom } from "../jobs.ts";

/** How positions may refer to a rule. */
interface Names {
  readonly id: string | undefined;
  readonly ref: unknown;
  /** Relative to the folder of the `weir.json`. */
  readonly files: readonly string[];
}

/** Finds the rule that `@before` or `@after` in a file refers to: by its `@ref`, its ID or its file. */
export function ruleFinder<Item>(
  items: readonly Item[],
  namesOf: (item: Item) => Names,
): (ref: string, from: string) => Item | undefined {
  const byFile = new Map<string, Item>();
  /** Undefined if the name is ambiguous. */
  const byName = new Map<unknown, Item | undefined>();
  for (const it of items) {
    const { id, ref, files } = namesOf(it);
    for (const name of new Set([id, ref]))
      if (name !== undefined) byName.set(name, byName.has(name) ? undefined : it);
    for (const file of files) byFile.set(file, it);
  }
  return (ref, from) => {
    if (byName.has(ref)) return byName.get(ref);
    const file = filesNamed(ref, from).find((it) => byFile.has(it));
    return file === undefined ? undefined : byFile.get(file);
  };
}

/** The finder for rules of files. */
export function fileRuleFinder<Item extends FileRule>(items: readonly Item[]) {
  return ruleFinder(items, ({ id, rule, name }) => ({ id, ref: rule.ref, files: [name] }));
}

interface FileRule {
  readonly rule: { readonly ref: string | undefined };
  readonly name: string;
  readonly id: string | undefined;
}

/** The files that a path may refer to: relative to the file, or to the folder of the `weir.json`. */
export function filesNamed(path: string, from: string): readonly string[] {
  const [extension] = languageFor("rule").extensions;
  return [placeFrom(from, path), placeFrom("", path)].flatMap((it) => [it, `${it}${extension}`]);
}
