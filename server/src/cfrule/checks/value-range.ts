import { maxDiagnostics } from "../../core/diagnostic.ts";
import { thousands } from "../../text/wording.ts";
import type { Field } from "../catalog/fields.ts";
import type { IntegerLiteral, Node, SetItem } from "../syntax/tree.ts";
import { type ValueUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const valueRange: RuleCheck<"rule"> = {
  code: "value-range",
  severity: "warning",
  summary: "The number is outside the field's range.",
  why: "Scores, ports, response codes and lengths have bounds. A comparison with a number outside of them has the same result for every request. Attack and injection scores range from 1 to 99, with 100 for unscored requests; the bot score is 0 if it was not computed.",
  on: "rule",
  run(rule, report) {
    let found = 0;
    for (const use of valueFacts(rule).uses) {
      const bounds = use.how === "bits" ? undefined : boundsOf(use);
      if (!bounds) continue;
      for (const value of use.values) {
        const isWrong = isOutside(value, use, bounds) || isAtTheEnd(value, use, bounds);
        if (!isWrong || isDashed(value, rule.text)) continue;
        const written = rule.text.slice(value.start, value.end);
        report(value, `${problemOf(use, value, bounds)} ${written}.${bounds.note}`);
        if (++found === maxDiagnostics) return;
      }
    }
  },
  examples: `
cf.bot_management.score eq 100 or cf.waf.score.sqli in {100 101}
                           ^^^ warning: 'cf.bot_management.score' is never 100. Its range is 1 to 99, or 0.
                                                            ^^^ warning: 'cf.waf.score.sqli' is never 101. Its range is 1 to 99, or 100.
---
cf.edge.server_port in {443 84443} or http.request.timestamp.msec gt 1500
                            ^^^^^ warning: 'cf.edge.server_port' is never 84443. Its range is 1 to 65,535.
                                                                     ^^^^ warning: 'http.request.timestamp.msec' is never greater than 1500. Its range is 0 to 999.
---
len(http.request.uri.query) gt -1
                               ^^ warning: A length is always greater than -1. It is never less than 0.
---
http.response.code eq 4040
                      ^^^^ warning: 'http.response.code' is usually 100 to 599, found 4040.
---
cf.bot_management.score ge 0 or cf.waf.score le 100
                           ^ warning: 'cf.bot_management.score' is always at least 0. Its range is 1 to 99, or 0.
                                                ^^^ warning: 'cf.waf.score' is always at most 100. Its range is 1 to 99, or 100.
---
cf.waf.score lt 101 and http.response.code in {0..499}
---
cf.bot_management.score eq 0 or cf.waf.score.xss eq 100 or (http.response.code ge 500 and http.response.code lt 600)
`,
};

interface Bounds {
  readonly least: bigint;
  readonly most: bigint | undefined;
  readonly also: readonly number[];
  readonly what: string;
  /** Only unlikely outside. */
  readonly isUsual?: boolean;
  readonly note: string;
}

const none: readonly number[] = [];

const unbounded = { least: 0n, most: undefined, note: " It is never less than 0." };

function boundsOf({ operand, tested }: ValueUse): Bounds | undefined {
  if (isLength(operand)) return { ...unbounded, also: none, what: "A length" };
  if (!tested) return undefined;
  const { name, range, usual, unit, also = none } = tested.field;
  // Most fields have no range.
  if (!usual && !range && unit !== "bytes" && unit !== "milliseconds") return undefined;
  const what = `'${name}'`;
  if (usual) return { ...ends(usual), also: none, what, isUsual: true, note: "" };
  if (range) return { ...ends(range), also, what, note: rangeNote(tested.field) };
  return { ...unbounded, also, what };
}

function ends([least, most]: readonly [number, number]): Pick<Bounds, "least" | "most"> {
  return { least: BigInt(least), most: BigInt(most) };
}

/** "'x' is always less than", to be followed by the value. */
function problemOf({ how, node }: ValueUse, value: SetItem, bounds: Bounds): string {
  const { least, most, what, isUsual } = bounds;
  if (isUsual)
    return `${what} is usually ${thousands(Number(least))} to ${thousands(Number(most))}, found`;
  const name = node.kind === "comparison" && how === "order" ? node.operator.name : undefined;
  const words = name === undefined ? undefined : orders[name];
  if (!words) return `${what} is never`;
  const isBelow = (endsOf(value)?.[0] ?? 0n) < least;
  return `${what} is ${words.isGreater === isBelow ? "always" : "never"} ${words.than}`;
}

const orders: Readonly<
  Record<string, { readonly than: string; readonly isGreater: boolean } | undefined>
> = {
  gt: { than: "greater than", isGreater: true },
  ge: { than: "at least", isGreater: true },
  lt: { than: "less than", isGreater: false },
  le: { than: "at most", isGreater: false },
};

function rangeNote({ range, also = none }: Field): string {
  const [least = 0, most = 0] = range ?? [];
  const more = also.length > 0 ? `, or ${also.join(" or ")}` : "";
  return ` Its range is ${thousands(least)} to ${thousands(most)}${more}.`;
}

function isLength(operand: Node): boolean {
  if (operand.kind === "indexed") return isLength(operand.base);
  return operand.kind === "call" && operand.name === "len";
}

function isOutside(value: SetItem, { how }: ValueUse, { least, most, also }: Bounds): boolean {
  const ends = endsOf(value);
  if (!ends) return false;
  // `gt 0` and `lt 100` are common for all of 1 to 99.
  const slack = how === "order" ? 1n : 0n;
  const [first, last] = ends;
  if (last >= least - (least > 0n ? slack : 0n) && (most === undefined || first <= most + slack))
    return false;
  return !also.some((it) => first - slack <= BigInt(it) && BigInt(it) <= last + slack);
}

/** `ge` the least value, or `le` the greatest. Without a missing value, the rule is reported as a whole. */
function isAtTheEnd(value: SetItem, { node, tested }: ValueUse, bounds: Bounds): boolean {
  const { least, most, also, isUsual } = bounds;
  if (node.kind !== "comparison" || value.kind !== "integer") return false;
  if (isUsual || !tested?.mayBeMissing) return false;
  const end = value.value;
  const others = also.map(BigInt);
  if (node.operator.name === "ge") return [least, ...others].every((it) => end <= it);
  if (node.operator.name !== "le" || most === undefined) return false;
  return [most, ...others].every((it) => end >= it);
}

function endsOf(value: SetItem): readonly [bigint, bigint] | undefined {
  if (value.kind === "integer") return [value.value, value.value];
  if (value.kind !== "range" || value.first.kind !== "integer") return undefined;
  return [value.first.value, (value.last as IntegerLiteral).value];
}

/** The end of an intended range, as in `{80-443}`, is reported by another check. */
function isDashed({ start }: SetItem, text: string): boolean {
  return text.charAt(start) === "-" && /\d/.test(text.charAt(start - 1));
}
