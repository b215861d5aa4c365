import { setOf } from "./class-sets.ts";
import { has, type Ranges } from "./ranges.ts";
import { readRegex } from "./syntax/read.ts";
import type { RegexNode } from "./syntax/tree.ts";

/** A short text that the regex probably matches, for examples: assertions are ignored. */
export function sampleOf(pattern: string): string | undefined {
  const { root, problems } = readRegex(pattern);
  return problems.length > 0 ? undefined : sample(root).slice(0, longest);
}

const longest = 200;

function sample(node: RegexNode): string {
  switch (node.kind) {
    case "empty":
    case "flags":
    case "assertion":
      return "";
    case "group":
      return sample(node.child);
    case "repetition":
      return sample(node.child).repeat(Math.min(node.min, longest)).slice(0, longest);
    case "concatenation":
      return node.items.map(sample).join("");
    case "alternation":
      return node.branches[0] ? sample(node.branches[0]) : "";
    case "literal":
      return String.fromCodePoint(node.code);
    case "dot":
      return "a";
    default:
      return character(setOf(node) ?? []);
  }
}

/** A letter or digit if possible. */
function character(set: Ranges): string {
  const likely = [..."a0A-_/ "].find((it) => has(set, it.codePointAt(0) ?? 0));
  return likely ?? String.fromCodePoint(set[0] ?? 0x61);
}
