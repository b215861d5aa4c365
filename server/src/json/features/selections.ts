import { contains, type Span, touches } from "../../text/span.ts";
import { commentAt } from "../syntax/comments.ts";
import type { Json } from "../syntax/parse.ts";
import { pathAt } from "../syntax/tree.ts";

/** Nested spans around the cursor, from the innermost to the whole text. */
export function selectionsAt(json: Json, offset: number): readonly Span[] {
  const found: Span[] = [];
  const add = ({ start, end }: Span): void => {
    const last = found[found.length - 1];
    if (last && (!contains({ start, end }, last) || last.end - last.start === end - start)) return;
    found.push({ start, end });
  };
  const comment = commentAt(json.comments, offset);
  if (comment) add(comment);
  const path = pathAt(json.root, offset).reverse();
  const [leaf] = path;
  if (!comment && leaf?.kind === "string") {
    const content = contentOf(json.text, leaf);
    if (content && touches(content, offset)) add(content);
  }
  for (const node of path) add(node);
  add({ start: 0, end: json.text.length });
  return found;
}

/** The content between the quotes. */
function contentOf(text: string, { start, end }: Span): Span | undefined {
  const quote = text[start];
  const quoted = (quote === '"' || quote === "'") && text[end - 1] === quote;
  return quoted && end - start > 2 ? { start: start + 1, end: end - 1 } : undefined;
}
