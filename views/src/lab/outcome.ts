import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import type { LabAnswer, LabLine } from "./messages.ts";

type Node = LabAnswer["tree"];
type Detail = Pick<LabLine, "outcome" | "conditions">;

/** Says in words which conditions lead to the result of a line. */
export function outcomeText(
  { tree, resource }: Pick<LabAnswer, "tree" | "resource">,
  line: Detail,
) {
  const conditions = conditionsIn(tree);
  const texts = resource === "rule" ? ruleTexts : filterTexts;
  const { outcome } = line;
  if (conditions.length === 0) return texts[outcome].always();
  const deciding = conditions.filter((it) => line.conditions[it.index ?? -1]?.decides);
  const answers = (of: readonly Node[]) => of.map((it) => answerText(it, line)).join("; ");
  if (outcome === "undetermined") {
    const unknown = conditions.filter((it) => answerOn(it, line) === null);
    return l10n.t("Undetermined, because of this: {0}.", answers(unknown));
  }
  const [first] = deciding;
  if (!first) {
    const causes = causesIn(tree, line);
    // Other causes of this result are unknown.
    const text = causes.length === 1 ? texts[outcome].open : texts[outcome].together;
    return text(answers(causes));
  }
  if (deciding.length > 1) return texts[outcome].each(answers(deciding));
  return texts[outcome].one(answers(deciding));
}

const filterTexts = {
  kept: {
    always: () => l10n.t("Kept: there are no conditions."),
    one: (it: string) => l10n.t("Kept because {0}. Otherwise it would be dropped.", it),
    each: (it: string) =>
      l10n.t("Kept because {0}. If one of these were different, it would be dropped.", it),
    open: (it: string) => l10n.t("Kept because {0}. Otherwise it would be undetermined.", it),
    together: (it: string) =>
      l10n.t("Kept because {0}. Changing only one of these would make no difference.", it),
  },
  dropped: {
    always: () => l10n.t("Dropped: there are no conditions."),
    one: (it: string) => l10n.t("Dropped because {0}. Otherwise it would be kept.", it),
    each: (it: string) =>
      l10n.t("Dropped because {0}. If one of these were different, it would be kept.", it),
    open: (it: string) => l10n.t("Dropped because {0}. Otherwise it would be undetermined.", it),
    together: (it: string) =>
      l10n.t("Dropped because {0}. Changing only one of these would make no difference.", it),
  },
  undetermined: { always: () => l10n.t("Undetermined.") },
} as const;

const ruleTexts = {
  kept: {
    always: () => l10n.t("Matches: there are no conditions."),
    one: (it: string) => l10n.t("Matches because {0}. Otherwise it would not match.", it),
    each: (it: string) =>
      l10n.t("Matches because {0}. If one of these were different, it would not match.", it),
    open: (it: string) => l10n.t("Matches because {0}. Otherwise it would be undetermined.", it),
    together: (it: string) =>
      l10n.t("Matches because {0}. Changing only one of these would make no difference.", it),
  },
  dropped: {
    always: () => l10n.t("No match: there are no conditions."),
    one: (it: string) => l10n.t("No match because {0}. Otherwise it would match.", it),
    each: (it: string) =>
      l10n.t("No match because {0}. If one of these were different, it would match.", it),
    open: (it: string) => l10n.t("No match because {0}. Otherwise it would be undetermined.", it),
    together: (it: string) =>
      l10n.t("No match because {0}. Changing only one of these would make no difference.", it),
  },
  undetermined: filterTexts.undetermined,
} as const;

function answerText(node: Node, line: Detail): string {
  if (node.isUnreadable) return l10n.t("a part of the text cannot be read");
  const label = displayText(node.label, 200);
  const answer = answerOn(node, line);
  if (answer === null) return l10n.t("'{0}' is unknown", label);
  return answer ? l10n.t("'{0}' is true", label) : l10n.t("'{0}' is false", label);
}

function answerOn({ index }: Node, { conditions }: Detail): boolean | null {
  return conditions[index ?? -1]?.answer ?? null;
}

export function conditionsIn(tree: Node): readonly Node[] {
  return tree.kind === "condition" ? [tree] : (tree.children ?? []).flatMap(conditionsIn);
}

/** The conditions that lead to the result of a group: the conditions that would suffice, or all if they are needed together. */
function causesIn(tree: Node, line: Detail): readonly Node[] {
  if (tree.kind === "condition") return [tree];
  const parts = tree.children ?? [];
  const settling = tree.kind === "and" ? false : tree.kind === "or" ? true : undefined;
  const sufficient = parts.filter((it) => settling !== undefined && truthOf(it, line) === settling);
  return (sufficient.length > 0 ? sufficient : parts).flatMap((it) => causesIn(it, line));
}

function truthOf(tree: Node, line: Detail): boolean | null {
  if (tree.kind === "condition") return answerOn(tree, line);
  const truths = (tree.children ?? []).map((it) => truthOf(it, line));
  const isUnknown = truths.includes(null);
  switch (tree.kind) {
    case "and":
      return truths.includes(false) ? false : isUnknown ? null : true;
    case "or":
      return truths.includes(true) ? true : isUnknown ? null : false;
    case "xor":
      return isUnknown ? null : truths.filter(Boolean).length % 2 === 1;
    case "not":
      return truths[0] === null ? null : !truths[0];
  }
}

/** The labels of outcomes: a filter keeps lines, a rule matches requests. */
export function outcomeNames(resource: LabAnswer["resource"]) {
  const undetermined = l10n.t("undetermined");
  return resource === "rule"
    ? { kept: l10n.t("matches"), dropped: l10n.t("no match"), undetermined }
    : { kept: l10n.t("kept"), dropped: l10n.t("dropped"), undetermined };
}
