import type { Context } from "../core/context.ts";
import type { Json } from "../json/parse.ts";
import { type Edit, insert, replace } from "../text/edit.ts";
import { firstLineBreak } from "../text/lines.ts";
import type { Span } from "../text/span.ts";

/** `// @dataset NAME`, with the span of the name. */
export interface DatasetDirective extends Span {
  readonly name: string;
}

const pattern = /@dataset(?:[ \t]+([^\s*]*)|$)/;

/** The first directive of the file; later ones are comments. */
export function datasetDirective(json: Json): DatasetDirective | undefined {
  if (json.comments.length === 0 || !json.text.includes("@dataset")) return undefined;
  for (const comment of json.comments) {
    const match = pattern.exec(json.text.slice(comment.start, comment.end));
    if (!match) continue;
    const name = match[1] ?? "";
    const end = comment.start + match.index + match[0].length;
    return { name, start: end - name.length, end };
  }
  return undefined;
}

/** The datasets a filter is for: what the caller insists on, then its own directive, then what its surroundings say. */
export function datasetsFor(json: Json, context: Context): readonly string[] {
  if (context.forcedDataset !== undefined) return [context.forcedDataset];
  const directive = datasetDirective(json)?.name;
  return directive ? [directive] : context.datasets;
}

/** Makes the filter be for that dataset. */
export function nameInDirective(json: Json, name: string): Edit {
  const directive = datasetDirective(json);
  if (directive?.name) return replace(directive, name);
  const start = json.text.startsWith("\ufeff") ? 1 : 0;
  return insert(start, `// @dataset ${name}${firstLineBreak(json.text)}`);
}
