import { Lines } from "../../text/lines.ts";
import { shorten } from "../../text/shorten.ts";
import { listOf } from "../../text/wording.ts";
import type { Context } from "../context.ts";
import type { Diagnostic } from "../diagnostic.ts";
import { candidatesIn } from "./candidates.ts";
import { ClosedSet, isQuestion } from "./closed-set.ts";
import { KeptProofs } from "./kept-proofs.ts";
import { findingsIn } from "./prove.ts";
import { mayCoverAll, type OrderedRule, type UselessRule } from "./rule-set.ts";

const codes = { unreachable: "unreachable-rule", duplicate: "duplicate-rule" } as const;

/** Whether any check of rule sets is enabled. */
export function looksAtRuleSets({ severity, brief }: Context): boolean {
  return !brief && Object.values(codes).some((it) => severity[it] !== "off");
}

/** Diagnostics for rules that earlier rules of their set make useless. */
export function ruleSetDiagnostics(
  text: string,
  sets: () => readonly (readonly OrderedRule[])[],
  context: Context,
  kept: KeptProofs,
  lineOf?: LineOf | undefined,
): Diagnostic[] {
  if (!looksAtRuleSets(context)) return [];
  const found = diagnosticsOf(text, () => usefulFindings(sets(), kept), context, lineOf);
  kept.releasePrevious();
  return found;
}

/** Loads the prover only if it is needed. */
export function usefulFindings(
  sets: readonly (readonly OrderedRule[])[],
  kept = new KeptProofs(),
): readonly UselessRule[] {
  const open = sets.filter((rules, at) => !isClosed(rules, at, kept));
  return open.length === 0 ? [] : findingsIn(open, kept);
}

/** Whether the shapes of the rules tell that no rule is useless. */
function isClosed(rules: readonly OrderedRule[], at: number, kept: KeptProofs): boolean {
  const closed = kept.closed(at);
  const isStill =
    mayCoverAll(rules).length === 0 && (closed?.isStill(rules) ?? !hasOpenQuestion(rules));
  if (isStill) kept.close(at, new ClosedSet(rules));
  return isStill;
}

/** The line of an offset, as in "line 5", for a message at another offset. */
type LineOf = (offset: number, from: number) => string;

/** The diagnostics of the useless rules in a text. */
export function diagnosticsOf(
  text: string,
  findings: () => readonly UselessRule[],
  { severity, onCrash }: Context,
  lineOf: LineOf = (offset) => `line ${new Lines(text).lineAt(offset) + 1}`,
): Diagnostic[] {
  try {
    const found = findings();
    if (found.length === 0) return [];
    return found.flatMap((it) => {
      const level = severity[codes[it.kind]] ?? "warning";
      return level === "off" ? [] : [diagnosticOf(it, level, lineOf)];
    });
  } catch (error) {
    if (!onCrash) throw error;
    onCrash(codes.unreachable, error);
    return [];
  }
}

function hasOpenQuestion(rules: readonly OrderedRule[]): boolean {
  for (const { rule, earlier } of candidatesIn(rules)) {
    if (earlier.some((it) => isQuestion(it, rule))) return true;
  }
  return false;
}

function diagnosticOf(
  { kind, rule, earlier }: UselessRule,
  severity: Diagnostic["severity"],
  lineOf: LineOf,
): Diagnostic {
  const [first, ...more] = earlier;
  const named = earlier.map((it) => {
    const name = it.name === undefined ? "the rule" : shorten(it.name);
    if (it.file) return `${name} in '${it.file.name}'`;
    return it.place ? `${name} (${it.place})` : `${name} on ${lineOf(it.start, rule.start)}`;
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
    related: earlier.map(({ start, end, file }) => ({
      start,
      end,
      message: "The earlier rule.",
      ...(file && { file }),
    })),
    look: "unnecessary",
  };
}
