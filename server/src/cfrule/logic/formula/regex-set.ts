import type { AdjacentUnit, Condition } from "../../../core/solver/text/pattern.ts";
import { isWord } from "../../../core/solver/text/pattern-states.ts";
import {
  matching,
  PatternBuilder,
  type PatternFragment,
} from "../../../core/solver/text/patterns.ts";
import type { TextSet } from "../../../core/solver/text/text-set.ts";
import { type CharacterNode, setOf } from "../../regex/class-sets.ts";
import { intersection, lastByte, type Ranges } from "../../regex/ranges.ts";
import { readRegex } from "../../regex/syntax/read.ts";
import type { Assertion, Literal, RegexNode, Repetition } from "../../regex/syntax/tree.ts";
import { utf8Sequences } from "../../regex/utf8.ts";
import { boundsOf } from "../../regex/widths.ts";

/** The strings that contain a match of a regex. Undefined if it is invalid, too large, or needs an unknown Unicode table. */
export function regexSet(pattern: string): TextSet | undefined {
  const { root, problems } = readRegex(pattern);
  if (problems.length > 0) return undefined;
  const builder = new PatternBuilder();
  const translation = new Translation(builder);
  const all = root.kind === "concatenation" ? root.items : [root];
  const items = all.filter((it) => it.kind !== "flags");
  const parts = items.map((it, index) => {
    // An anchor fixes the position of a match, so that no other positions have to be tried.
    if (index === 0 && isPlace(it, "start")) return builder.empty();
    if (index === items.length - 1 && isPlace(it, "end")) return builder.empty();
    return translation.part(it);
  });
  if (!isPlace(items[0], "start")) parts.unshift(builder.anything());
  if (!isPlace(items.at(-1), "end")) parts.push(builder.anything());
  if (translation.isUnknown || builder.isTooLarge) return undefined;
  return matching(`regex ${JSON.stringify(pattern)}`, builder, builder.sequence(parts));
}

function isPlace(node: RegexNode | undefined, side: "start" | "end"): boolean {
  if (node?.kind !== "assertion") return false;
  return node.place === `text-${side}` || (node.place === `line-${side}` && !node.flags.multiLine);
}

class Translation {
  /** Whether something needs an unknown table, so that the result is not valid. */
  isUnknown = false;

  constructor(private readonly builder: PatternBuilder) {}

  part(node: RegexNode): PatternFragment {
    const { builder } = this;
    if (builder.isTooLarge) return builder.empty();
    switch (node.kind) {
      case "empty":
      case "flags":
        return builder.empty();
      case "assertion":
        return this.assertion(node);
      case "group":
        return this.part(node.child);
      case "repetition":
        return this.repetition(node);
      case "concatenation":
        return builder.sequence(node.items.map((it) => this.part(it)));
      case "alternation":
        return builder.choice(node.branches.map((it) => this.part(it)));
      case "literal":
        return this.literal(node);
      default:
        return this.character(node);
    }
  }

  private literal(node: Literal): PatternFragment {
    if (node.isByte) return this.builder.units([node.code, node.code]);
    const isLetter = node.flags.unicode || node.code < 0x80;
    const set = node.flags.ignoreCase && isLetter ? setOf(node) : undefined;
    return this.codePoints(set ?? [node.code, node.code]);
  }

  private character(node: CharacterNode): PatternFragment {
    const set = setOf(node);
    this.isUnknown ||= !set;
    return node.flags.unicode
      ? this.codePoints(set ?? [])
      : this.builder.units(intersection(set ?? [], [0, lastByte]));
  }

  private codePoints(set: Ranges): PatternFragment {
    const { builder } = this;
    return builder.choice(
      utf8Sequences(set).map((bytes) => builder.sequence(bytes.map((it) => builder.units(it)))),
    );
  }

  private repetition(node: Repetition): PatternFragment {
    const { builder } = this;
    const { min, max } = boundsOf(node);
    const copies: PatternFragment[] = [];
    const isEndless = max === Number.POSITIVE_INFINITY;
    const count = isEndless ? Math.max(min, 1) : max;
    for (let i = 0; i < count && !builder.isTooLarge; i++) {
      const part = this.part(node.child);
      const isLast = i === count - 1;
      const repeated = isEndless && isLast ? builder.repeat(part) : part;
      copies.push(i < min ? repeated : builder.optional(repeated));
    }
    return builder.sequence(copies);
  }

  /** Word characters under `(?u)` depend on tables that may differ. */
  private assertion({ place, flags }: Assertion): PatternFragment {
    this.isUnknown ||= flags.unicode && place.includes("word");
    if (place === "line-start") return this.builder.condition(lineStart(flags));
    if (place === "line-end") return this.builder.condition(lineEnd(flags));
    return this.builder.condition(places[place]);
  }
}

const [lf, cr] = [10, 13];

function lineStart({ multiLine, crlf }: Assertion["flags"]): Condition {
  if (!multiLine) return places["text-start"];
  return (before, after) =>
    before === "edge" || before === lf || (crlf && before === cr && after !== lf);
}

function lineEnd({ multiLine, crlf }: Assertion["flags"]): Condition {
  if (!multiLine) return places["text-end"];
  if (!crlf) return (_, after) => after === "edge" || after === lf;
  return (before, after) => after === "edge" || after === cr || (after === lf && before !== cr);
}

const places: Record<Exclude<Assertion["place"], "line-start" | "line-end">, Condition> = {
  "text-start": (before) => before === "edge",
  "text-end": (_, after) => after === "edge",
  "word-boundary": (before, after) => isWord(before) !== isWord(after),
  "not-word-boundary": (before, after) => isWord(before) === isWord(after),
  "word-start": (before, after) => !isWord(before) && isWord(after),
  "word-end": (before, after) => isWord(before) && !isWord(after),
  "word-start-half": (before: AdjacentUnit) => !isWord(before),
  "word-end-half": (_, after) => !isWord(after),
};
