import type { Decoding } from "../../text/decoding.ts";
import { stringText } from "../syntax/string-text.ts";
import type { JsonString } from "../syntax/tree.ts";

/** Maps an index into the decoded string to an offset in the file. */
export type StringOffsets = (index: number) => number;

/** The end of the content is a valid index too. The map is computed lazily. */
export function stringOffsets(text: string, node: JsonString): StringOffsets {
  let map: Decoding | undefined;
  return (index) => {
    map ??= stringText(text, node);
    return map.toHost(index);
  };
}
