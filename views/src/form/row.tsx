import type { FormFields, ShownCondition, ShownGroup } from "../../../server/src/lsp/protocol.ts";
import { Button } from "../shared/button.tsx";
import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import type { Actions } from "./actions.ts";
import { Cell, Line } from "./cells.tsx";
import { FieldList, OperatorList } from "./choices.tsx";
import type { Dragging } from "./dragging.ts";
import type { ConditionEffect } from "./messages.ts";
import { placeAfter } from "./moves.ts";
import { Problems } from "./problems.tsx";
import { isUnfilled, keyOf, type ListedRow } from "./rows.ts";
import { effectText, holdsText } from "./texts.ts";
import { Value } from "./value.tsx";

export interface RowProps {
  readonly listed: ListedRow;
  readonly actions: Actions;
  readonly fields: FormFields | undefined;
  readonly effect: ConditionEffect | undefined;
  readonly lines: number;
  readonly refusal: string | undefined;
  readonly dragging: Dragging;
  readonly isTabStop: boolean;
}

/** One row of the tree: a group, a condition, or a part that only the text can show. */
export function Row(props: RowProps) {
  const { listed, actions, dragging, fields, refusal, isTabStop } = props;
  const { row, level, index, siblings } = listed;
  const { path } = row;
  const mark = dragging.markOn(path);
  return (
    <Line
      id={keyOf(path)}
      label={nameOf(row)}
      level={level}
      place={{ index, siblings }}
      look={`${row.kind} ${mark ?? ""}`}
      isGroup={row.kind === "group"}
      isTabStop={isTabStop}
      onKeyDown={(event) => onKey(event, props)}
    >
      <Cell look="handle">
        {path.length > 0 && (
          <span
            class="grip"
            aria-hidden="true"
            title={l10n.t("Drag to move")}
            onPointerDown={(event) => dragging.start(event, path)}
          >
            ⠿
          </span>
        )}
      </Cell>
      {row.kind === "group" && <GroupCells {...props} row={row} />}
      {row.kind === "condition" && <ConditionCells {...props} row={row} />}
      {row.kind === "other" && <Cell look="code">{displayText(row.text)}</Cell>}
      <RowButtons {...props} />
      <Problems
        problems={isUnfilled(row) ? [] : row.problems}
        operators={fields?.operators}
        refusal={refusal}
        onFix={(fix) => actions.fix(fix, path)}
      >
        {row.locked !== undefined && (
          <Button label={l10n.t("Edit in text")} onClick={() => actions.openText(row.range)} />
        )}
      </Problems>
    </Line>
  );
}

function nameOf(row: ListedRow["row"]): string {
  switch (row.kind) {
    case "group":
      return row.logical === "and" ? l10n.t("All of these") : l10n.t("Any of these");
    case "condition":
      return conditionText(row, 200);
    case "other":
      return displayText(row.text, 200);
  }
}

function conditionText({ field, operator, values }: ShownCondition, most: number): string {
  return displayText(`${field} ${operator} ${values.map((it) => it || '""').join(", ")}`, most);
}

const arrows: Readonly<Record<string, "up" | "down" | "out" | "in">> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "out",
  ArrowRight: "in",
};

function onKey(event: KeyboardEvent, { listed, actions }: RowProps): void {
  const { path } = listed.row;
  const row = event.currentTarget as HTMLElement;
  const arrow = arrows[event.key];
  const isOnRow = event.target === row;
  if (event.altKey && arrow) actions.move(path, arrow);
  else if (event.key === "Escape" && !isOnRow) row.focus();
  else if (!isOnRow) return;
  else if (event.key === "Delete" || event.key === "Backspace") actions.delete(path);
  else if (event.key === "ArrowUp") focusRow(row.previousElementSibling);
  else if (event.key === "ArrowDown") focusRow(row.nextElementSibling);
  else if (event.key === "Enter" || event.key === "F2")
    focusRow(row.querySelector("input, select, button"));
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function focusRow(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus();
}

function GroupCells({ row, actions, listed }: RowProps & { readonly row: ShownGroup }) {
  const { path, logical } = row;
  const join = (it: string) =>
    void actions.operate({ kind: "join", path, logical: it === "or" ? "or" : "and" });
  return (
    <>
      <Cell part="operator">
        <select
          aria-label={l10n.t("Lines must match")}
          value={logical}
          onChange={(event) => join(event.currentTarget.value)}
        >
          <option value="and">{l10n.t("All of these")}</option>
          <option value="or">{l10n.t("Any of these")}</option>
        </select>
      </Cell>
      <Cell look="add">
        <Button
          label={l10n.t("Add condition")}
          onClick={() => actions.startDraft({ to: placeAfter(actions.state.form?.root, path) })}
        />
        <Button
          label={l10n.t("Add group")}
          onClick={() =>
            actions.startDraft({
              to: placeAfter(actions.state.form?.root, path),
              inGroup: logical === "and" ? "or" : "and",
            })
          }
        />
        {(listed.level > 1 || row.items.length === 1) && (
          <Button
            label={l10n.t("Ungroup")}
            onClick={() => void actions.operate({ kind: "unwrap", path }, { path, part: "row" })}
          />
        )}
      </Cell>
    </>
  );
}

function ConditionCells(props: RowProps & { readonly row: ShownCondition }) {
  const { row, actions, fields, effect, lines, refusal } = props;
  const { path } = row;
  const field = fields?.fields.find((it) => it.name === row.field);
  const isLocked = row.locked !== undefined;
  if (isLocked) {
    return <Cell look="code">{conditionText(row, 300)}</Cell>;
  }
  const change = (
    it: { field?: string; operator?: string; values?: readonly string[] },
    part: "field" | "operator" | "value",
  ) => void actions.operate({ kind: "change", path, ...it }, { path, part });
  return (
    <>
      <Cell part="field">
        <FieldList
          fields={fields}
          value={row.field}
          onChoose={(it) => change({ field: it }, "value")}
        />
      </Cell>
      <Cell part="operator">
        <OperatorList
          fields={fields}
          field={row.field}
          value={row.operator}
          onChoose={(it) => change({ operator: it }, "operator")}
        />
      </Cell>
      <Cell part="value">
        <Value
          values={row.values}
          isList={row.isList}
          operator={row.operator}
          field={field}
          fields={fields}
          isInvalid={refusal !== undefined}
          onChange={(values) => void actions.operate({ kind: "change", path, values })}
          onEdit={actions.forgive}
        />
      </Cell>
      <Cell look="effect muted">
        {effect && <span title={holdsText(effect, lines)}>{effectText(effect, lines)}</span>}
      </Cell>
    </>
  );
}

function RowButtons({ listed, actions }: RowProps) {
  const { row } = listed;
  const { path } = row;
  const other = row.kind === "group" && row.logical === "or" ? "and" : "or";
  return (
    <Cell look="buttons">
      {path.length > 0 && (
        <>
          <Button kind="symbol" label={l10n.t("Move up")} onClick={() => actions.move(path, "up")}>
            ↑
          </Button>
          <Button
            kind="symbol"
            label={l10n.t("Move down")}
            onClick={() => actions.move(path, "down")}
          >
            ↓
          </Button>
        </>
      )}
      <Button
        kind="symbol"
        label={l10n.t("Wrap in group")}
        onClick={() =>
          void actions.operate({ kind: "wrap", path, logical: other }, { path, part: "row" })
        }
      >
        ( )
      </Button>
      <Button kind="symbol" label={l10n.t("Delete")} onClick={() => actions.delete(path)}>
        ✕
      </Button>
    </Cell>
  );
}
