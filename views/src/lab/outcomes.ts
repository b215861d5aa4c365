import { l10n } from "../shared/l10n.ts";
import type { LabAnswer } from "./messages.ts";

/** The labels of outcomes: a filter keeps lines, a rule matches requests. */
export function outcomeNames(resource: LabAnswer["resource"]) {
  const undetermined = l10n.t("undetermined");
  return resource === "rule"
    ? { kept: l10n.t("matches"), dropped: l10n.t("no match"), undetermined }
    : { kept: l10n.t("kept"), dropped: l10n.t("dropped"), undetermined };
}
