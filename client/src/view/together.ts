import { l10n } from "vscode";
import type { ConfirmParams } from "../../../server/src/lsp/protocol.ts";

/** Several deletions as one confirmation. */
export function combined(all: readonly ConfirmParams[]): ConfirmParams {
  const [first] = all;
  if (!first) throw new Error("No plans");
  const plans = all.map((it) => it.plan);
  const { base: _, meaning: __, ...rest } = first;
  const [title, names] = [titleOf(all), plans.map((it) => it.title.replace(/^Delete /, ""))];
  const kept = l10n.t("The files are kept.");
  const others = all.flatMap((it) => it.asked.effects).filter((it) => it !== fileIsKept);
  const together = first.plan.together?.slice(0, 1) ?? [];
  const effects = [...new Set([...together, kept, `${names.join(", ")}.`, ...others])];
  return {
    ...rest,
    before: all.map((it) => it.before).join("\n"),
    after: "",
    text: all.map((it) => it.text).join("\n\n"),
    asked: { ...first.asked, act: title, effects },
    plan: {
      ...first.plan,
      path: plans.map((it) => it.path).join(", "),
      title,
      changes: [],
      calls: plans.flatMap((it) => it.calls),
    },
  };
}

/** The server has it in each of its plans. */
const fileIsKept = "The file is kept.";

function titleOf(all: readonly ConfirmParams[]): string {
  const are = (extension: string) => all.every((it) => it.uri.endsWith(extension));
  if (are(".cfrule")) return l10n.t("Delete {0} rules", all.length);
  return are(".lpjob")
    ? l10n.t("Delete {0} jobs", all.length)
    : l10n.t("Delete {0} resources", all.length);
}

export function withoutOutcomes({ plan, ...params }: ConfirmParams): ConfirmParams {
  const { together: _, ...rest } = plan;
  return { ...params, plan: rest };
}

/** Whether nothing has changed since the plan was collected. */
export function isSamePlan(collected: ConfirmParams, now: ConfirmParams): boolean {
  // Only one of the questions has the joint changes of the rules.
  const planText = (it: ConfirmParams) => {
    const { uri, plan, before, where } = withoutOutcomes(it);
    return JSON.stringify([uri, plan, before, where.origin, where.zone]);
  };
  return planText(collected) === planText(now);
}
