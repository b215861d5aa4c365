import type { Context } from "../../core/context.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { Lines } from "../../text/lines.ts";
import { shorten } from "../../text/shorten.ts";
import { listOf } from "../../text/wording.ts";
import { type Finding, findingsIn } from "./prove.ts";
import { doSame, mayCover, type OrderedRule } from "./rule-set.ts";

const codes = { unreachable: "unreachable-rule", duplicate: "duplicate-rule" } as const;

/** Rules that an earlier rule of their set makes useless. */
export function ruleSetDiagnostics(
  text: string,
  sets: () => readonly (readonly OrderedRule[])[],
  { severity, brief, onCrash }: Context,
): Diagnostic[] {
  if (brief || Object.values(codes).every((it) => severity[it] === "off")) return [];
  // Proofs are loaded when they are needed.
  const open = sets().filter(hasOpenQuestion);
  if (open.length === 0) return [];
  try {
    const lines = new Lines(text);
    return findingsIn(open).flatMap((it) => {
      const level = severity[codes[it.kind]] ?? "warning";
      return level === "off" ? [] : [diagnosticOf(it, level, lines)];
    });
  } catch (error) {
    if (!onCrash) throw error;
    onCrash(codes.unreachable, error);
    return [];
  }
}

function hasOpenQuestion(rules: readonly OrderedRule[]): boolean {
  return rules.some((later, index) => {
    if (later.isEnabled !== true) return false;
    for (let i = 0; i < index; i++) {
      const earlier = rules[i];
      if (earlier?.isEnabled !== true || !mayCover(earlier, later)) continue;
      if (earlier.ends || doSame(earlier, later)) return true;
    }
    return false;
  });
}

function diagnosticOf(
  { kind, rule, earlier }: Finding,
  severity: Diagnostic["severity"],
  lines: Lines,
): Diagnostic {
  const [first, ...more] = earlier;
  const named = earlier.map((it) => {
    const name = it.name === undefined ? "the rule" : shorten(it.name);
    return `${name} on line ${lines.lineAt(it.start) + 1}`;
  });
  const which = listOf(named, "and");
  const message =
    kind === "duplicate"
      ? `Duplicate of ${which}: both match the same requests and have the same action '${first.action}'. Remove one of them.`
      : more.length > 0
        ? `Never reached: together, ${which} match everything this rule matches, and their actions end the evaluation.`
        : `Never reached: ${which} matches everything this rule matches, and its action '${first.action}' ends the evaluation.`;
  return {
    code: codes[kind],
    severity,
    start: rule.start,
    end: rule.end,
    message,
    fixes: [],
    related: earlier.map(({ start, end }) => ({ start, end, message: "The earlier rule." })),
    look: "unnecessary",
    embedded: "cfrule",
  };
}
