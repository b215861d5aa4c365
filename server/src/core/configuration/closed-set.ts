import { doSame, mayCover, type OrderedRule } from "./rule-set.ts";

/** The properties of rules that a question about two of them depends on; the place of a rule is not one. */
type Asked = Pick<OrderedRule, "kept" | "shape" | "isEnabled" | "ends" | "settings">;

/** How many rules may have changed, so that each is compared with all others. */
const mostChanged = 16;

/** A set without open questions. In its next version only the rules that changed are compared. */
export class ClosedSet {
  private readonly rules: readonly Asked[];

  /** Copies, because a rule keeps its whole version of the document. */
  constructor(rules: readonly OrderedRule[]) {
    this.rules = rules.map(({ kept, shape, isEnabled, ends, settings }) => {
      return { kept, shape, isEnabled, ends, settings };
    });
  }

  /** Undefined if too many rules changed. */
  isStill(rules: readonly OrderedRule[]): boolean | undefined {
    const { rules: before } = this;
    const least = Math.min(rules.length, before.length);
    let first = 0;
    while (first < least && isSame(rules[first], before[first])) first++;
    let last = 0;
    while (last < least - first && isSame(rules.at(-1 - last), before.at(-1 - last))) last++;
    const changed = rules.slice(first, rules.length - last);
    if (changed.length > mostChanged || rules.some((it) => it.isAfter)) return undefined;
    return !changed.some((rule, at) =>
      rules.some((other, place) =>
        place < first + at ? isOpen(other, rule) : place > first + at && isOpen(rule, other),
      ),
    );
  }
}

function isSame(a: Asked | undefined, b: Asked | undefined): boolean {
  return (
    a?.kept !== undefined &&
    a.kept === b?.kept &&
    a.isEnabled === b.isEnabled &&
    a.ends === b.ends &&
    a.settings === b.settings
  );
}

function isOpen(earlier: Asked, later: Asked): boolean {
  return (
    earlier.isEnabled === true &&
    later.isEnabled === true &&
    isQuestion(earlier, later) &&
    mayCover(earlier, later)
  );
}

/** Whether it matters that the earlier rule matches everything that the later one matches. */
export function isQuestion(earlier: Asked, later: Asked): boolean {
  return earlier.ends || doSame(earlier, later);
}
