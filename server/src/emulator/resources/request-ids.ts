import { codes, type ErrorItem } from "../envelope.ts";
import { Fields, text } from "../shapes.ts";

/** The identifiers of the resources to change; each must exist and be unique. */
export function readIds(
  items: readonly unknown[],
  isKnown: (id: string) => boolean,
  noun: string,
  problems: ErrorItem[],
): readonly string[] {
  const seen = new Set<string>();
  return items.map((it, i) => {
    const fields = new Fields(it, `/${i}`, problems);
    const id = fields.need("id", text());
    if (id === undefined) return "";
    if (!isKnown(id)) fields.note("id", `Unknown ${noun} '${id}'.`, codes.notFound);
    if (seen.has(id)) fields.note("id", `Duplicate ${noun} '${id}'.`);
    seen.add(id);
    return id;
  });
}

/** A body may repeat the identifier of its path, but must not contain another. */
export function noteOtherId(body: unknown, id: string, problems: ErrorItem[]): void {
  const fields = new Fields(body, "", []);
  if (fields.has("id") && fields.values.id !== id)
    new Fields(body, "", problems).note("id", `'id' differs from '${id}' in the path.`);
}
