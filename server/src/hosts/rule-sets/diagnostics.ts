import type { Context } from "../../core/context.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { Lines } from "../../text/lines.ts";
import { shorten } from "../../text/shorten.ts";
import { type Finding, findingsIn } from "./prove.ts";
import { doSame, mayCover, type OrderedRule } from "./rule-set.ts";

const codes = { unreachable: "unreachable-rule", duplicate: "duplicate-rule" } as const;

/** Rules that an earlier rule of their set makes useless. */
export function ruleSetDiagnostics(
  text: string,
  sets: () => readonly (readonly OrderedRule[])[],
  { severity, brief, onCrash }: Context,
): Omit<Diagnostic, "embedded">[] {
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
): Omit<Diagnostic, "embedded"> {
  const name = earlier.name === undefined ? "the rule" : shorten(earlier.name);
  const which = `${name} on line ${lines.lineAt(earlier.start) + 1}`;
  const message =
    kind === "unreachable"
      ? `Never reached: ${which} matches everything this rule matches, and its action '${earlier.action}' ends the evaluation.`
      : `Duplicate of ${which}: both match the same requests and have the same action '${earlier.action}'. Remove one of them.`;
  return {
    code: codes[kind],
    severity,
    start: rule.start,
    end: rule.end,
    message,
    fixes: [],
    related: [{ start: earlier.start, end: earlier.end, message: "The earlier rule." }],
    look: "unnecessary",
  };
}
