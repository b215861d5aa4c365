import type { Decoding } from "../../text/decoding.ts";
import { stringText } from "../syntax/string-text.ts";
import type { JsonString } from "../syntax/tree.ts";

/** Maps the characters of a string to offsets in the file. Computed once per string. */
export type Inside = (index: number) => number;

/** The end of the string's content is a place as well. */
export function insideOf(text: string, node: JsonString): Inside {
  let map: Decoding | undefined;
  return (index) => {
    map ??= stringText(text, node);
    return map.toHost(index);
  };
}
