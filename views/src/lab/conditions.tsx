import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { count, percent } from "../shared/numbers.ts";
import type { FromLab, LabCounts } from "./messages.ts";

type Node = LabCounts["tree"];

interface ConditionsProps {
  readonly counts: LabCounts;
  readonly onSelect: (place: Omit<Extract<FromLab, { kind: "select" }>, "kind">) => void;
}

/** The tree of conditions, with the number of lines on which each holds and decides. */
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
              "A condition decides a line if the opposite result of it alone would change the outcome, in either direction.",
            )}
          </p>
          <ul class="tree">
            <Item
              tree={tree}
              lines={scope.lines}
              meaning={meaningFor(resource)}
              onSelect={onSelect}
            />
          </ul>
        </>
      )}
    </section>
  );
}

/** What the numbers of a condition count: lines of both outcomes. */
function meaningFor(resource: LabCounts["resource"]): string {
  return resource === "rule"
    ? l10n.t(
        "Holds: requests for which it is true. Decides: requests that would match instead of not matching, or the other way round, if only this condition were the opposite. Click to select it in the text.",
      )
    : l10n.t(
        "Holds: lines on which it is true. Decides: lines that would be kept instead of dropped, or the other way round, if only this condition were the opposite. Click to select it in the text.",
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
  readonly meaning: string;
}

function Item({ tree, lines, meaning, onSelect }: ItemProps) {
  const { kind, range, uri, children, holds, decides = 0, unknown = 0 } = tree;
  const written = displayText(tree.label, 200) || l10n.t("a part of the text");
  const label = kind === "condition" ? written : groupNames[kind]();
  return (
    <li>
      <button
        type="button"
        class={kind === "condition" ? "node code" : "node"}
        title={kind === "condition" ? meaning : l10n.t("Select in the text")}
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
                : l10n.t(
                    "holds on {0} ({1}), decides {2}",
                    count(holds),
                    percent(holds, lines),
                    count(decides),
                  )}
          </span>
        )}
      </button>
      {children && children.length > 0 && (
        <ul>
          {children.map((it, at) => (
            <Item key={at} tree={it} lines={lines} meaning={meaning} onSelect={onSelect} />
          ))}
        </ul>
      )}
    </li>
  );
}
