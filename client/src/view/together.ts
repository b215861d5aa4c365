import { l10n } from "vscode";
import type { ConfirmParams } from "../../../server/src/lsp/protocol.ts";
import { oneLine } from "../labels.ts";

/** Several deletions as one confirmation. */
export function combined(all: readonly ConfirmParams[]): ConfirmParams {
  const [first] = all;
  if (!first) throw new Error("No plans");
  const plans = all.map((it) => it.plan);
  const { base: _, meaning: __, ...rest } = first;
  return {
    ...rest,
    before: all.map((it) => it.before).join("\n"),
    after: "",
    plan: {
      ...first.plan,
      path: plans.map((it) => it.path).join(", "),
      title: titleOf(all),
      changes: [],
      notes: [
        `${plans.map((it) => oneLine(it.title.replace(/^Delete /, ""))).join(", ")}.`,
        ...new Set(plans.flatMap((it) => it.notes)),
      ],
      calls: plans.flatMap((it) => it.calls),
    },
  };
}

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
  const told = ({ uri, plan, before, where }: ConfirmParams) =>
    JSON.stringify([uri, plan, before, where.origin, where.zone]);
  return told(collected) === told(now);
}
