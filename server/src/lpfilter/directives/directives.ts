import { commentAt } from "../../json/syntax/comments.ts";
import type { Json } from "../../json/syntax/parse.ts";
import { type Edit, insert, replace } from "../../text/edit.ts";
import { firstLineBreak } from "../../text/lines.ts";
import type { Span } from "../../text/span.ts";
import type { FilterContext } from "../context.ts";

/** `// @dataset NAME`, with the span of the name. */
export interface DatasetDirective extends Span {
  readonly name: string;
}

const word = "@dataset";

/** The first directive of the file; later ones are comments. */
export function datasetDirective({ text, comments }: Json): DatasetDirective | undefined {
  if (comments.length === 0) return undefined;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const comment = commentAt(comments, at + 1);
    const directive = comment && directiveAt(text, at + word.length, comment.end);
    if (directive) return directive;
  }
  return undefined;
}

/** '@dataset' must be followed by whitespace or the end of the comment. */
function directiveAt(text: string, behind: number, end: number): DatasetDirective | undefined {
  let start = behind;
  while (text[start] === " " || text[start] === "\t") start++;
  if (start === behind && start < end) return undefined;
  datasetName.lastIndex = start;
  const name = datasetName.exec(text)?.[0] ?? "";
  return { name, start, end: start + name.length };
}

/** Excludes the end of a block comment. */
const datasetName = /[^\s*]*/y;

/** The datasets of a filter: from the caller, its directive or its jobs, in order of precedence. */
export function datasetsFor(
  directive: DatasetDirective | undefined,
  context: FilterContext,
): readonly string[] {
  if (context.forcedDataset !== undefined) return [context.forcedDataset];
  return directive?.name ? [directive.name] : context.datasets;
}

/** Sets the dataset of the filter. */
export function nameInDirective(
  text: string,
  directive: DatasetDirective | undefined,
  name: string,
): Edit {
  if (directive?.name) return replace(directive, name);
  const start = text.startsWith("\ufeff") ? 1 : 0;
  return insert(start, `// @dataset ${name}${firstLineBreak(text)}`);
}
