import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { count, percent } from "../shared/numbers.ts";
import type { FromLab, LabCounts } from "./messages.ts";

type Node = LabCounts["tree"];

interface ConditionsProps {
  readonly counts: LabCounts;
  readonly onSelect: (place: Omit<Extract<FromLab, { kind: "select" }>, "kind">) => void;
}

/** The tree of conditions, with the number of lines on which each holds, and of the lines that it alone drops or keeps. */
export function Conditions({ counts, onSelect }: ConditionsProps) {
  const { tree, scope, resource } = counts;
  const isEmpty = tree.kind !== "condition" && tree.children?.length === 0;
  return (
    <section class="conditions" aria-label={l10n.t("Conditions")}>
      <div class="row">
        <h2>{l10n.t("Conditions")}</h2>
      </div>
      {isEmpty ? (
        <p class="muted">{l10n.t("No conditions: every line is kept. Add one from the values.")}</p>
      ) : (
        <>
          <p class="muted">
            {l10n.t(
              "Alone: if only this condition were different, the line would have the other result.",
            )}
          </p>
          <ul class="tree">
            <Item
              tree={tree}
              lines={scope.lines}
              isRule={resource === "rule"}
              onSelect={onSelect}
            />
          </ul>
        </>
      )}
    </section>
  );
}

const groupNames: Readonly<Record<Exclude<Node["kind"], "condition">, () => string>> = {
  and: () => l10n.t("All of"),
  or: () => l10n.t("Any of"),
  xor: () => l10n.t("An odd number of"),
  not: () => l10n.t("Not"),
};

interface ItemProps extends Pick<ConditionsProps, "onSelect"> {
  readonly tree: Node;
  readonly lines: number;
  readonly isRule: boolean;
}

function Item({ tree, lines, isRule, onSelect }: ItemProps) {
  const { kind, range, uri, children, holds, unknown = 0 } = tree;
  const written = displayText(tree.label, 200) || l10n.t("a part of the text");
  const label = kind === "condition" ? written : groupNames[kind]();
  return (
    <li>
      <button
        type="button"
        class={kind === "condition" ? "node code" : "node"}
        title={l10n.t("Select in the text")}
        disabled={!range}
        onClick={() => range && onSelect({ range, ...(uri !== undefined && { uri }) })}
      >
        <span class="label">{label}</span>
        {kind === "condition" && holds !== undefined && (
          <span class="muted counts">
            {tree.isUnreadable
              ? l10n.t("cannot be read")
              : unknown > 0
                ? l10n.t("holds on {0}, unknown on {1}", count(holds), count(unknown))
                : countsText(tree, lines, isRule)}
          </span>
        )}
      </button>
      {children && children.length > 0 && (
        <ul>
          {children.map((it, at) => (
            <Item key={at} {...{ tree: it, lines, isRule, onSelect }} />
          ))}
        </ul>
      )}
    </li>
  );
}

function countsText({ holds = 0, decides = 0, keeps = 0 }: Node, lines: number, isRule: boolean) {
  const numbers = [count(holds), percent(holds, lines), count(decides - keeps), count(keeps)];
  return isRule
    ? l10n.t("holds on {0} ({1}), alone excludes {2}, alone matches {3}", ...numbers)
    : l10n.t("holds on {0} ({1}), alone drops {2}, alone keeps {3}", ...numbers);
}
