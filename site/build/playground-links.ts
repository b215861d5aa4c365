import { deflateRawSync } from "node:zlib";
import type { Kind } from "../src/playground/kinds.ts";
import type { Shared } from "../src/playground/share.ts";

/** Links of this scheme lead to the playground, with the rest as its fragment. */
export const playgroundScheme = "playground:";

const fence = /^(```(?:jsonc|text)\n[\s\S]*?^```\n)/m;
const markLine = /^ *\^+ (?:error|warning|info|hint): .*\n/gm;

/** Adds a playground link below each example of a diagnostic, except for examples that need settings. */
export function withPlaygroundLinks(section: string): string {
  let kind: Kind | undefined;
  let isPlain = true;
  return section
    .split(fence)
    .map((part) => {
      if (!fence.test(part)) {
        const named = [...part.matchAll(/ in `\.(lpfilter|lpjob|cfrule)`/g)].at(-1)?.[1];
        kind = (named as Kind | undefined) ?? kind;
        isPlain = !/^With .*:$/m.test(part);
        return part;
      }
      const text = `${part.split("\n").slice(1, -2).join("\n")}\n`;
      if (kind === undefined || !isPlain || text.search(markLine) === -1) return part;
      const fragment = fragmentOf({ kind, text: text.replace(markLine, "") });
      return `${part}\n[Open in the playground](${playgroundScheme}${fragment})\n`;
    })
    .join("");
}

/** Encodes a link like `encodeShared` does in a browser. */
function fragmentOf(shared: Shared): string {
  return `1${deflateRawSync(JSON.stringify(shared)).toString("base64url")}`;
}
