import type { FormFields } from "../../../server/src/lsp/protocol.ts";
import { Button } from "../shared/button.tsx";
import { l10n } from "../shared/l10n.ts";
import type { Actions } from "./actions.ts";
import { Cell, Line } from "./cells.tsx";
import { FieldList, OperatorList } from "./choices.tsx";
import { Problems } from "./problems.tsx";
import type { Draft } from "./store.ts";
import { Value } from "./value.tsx";

interface DraftProps {
  readonly draft: Draft;
  readonly level: number;
  readonly fields: FormFields | undefined;
  readonly actions: Actions;
}

/** A new condition. It is written to the text once it has a value, so that the text is always a valid filter. */
export function DraftRow({ draft, level, fields, actions }: DraftProps) {
  const { field, operator = "", inGroup, refusal } = draft;
  const known = fields?.fields.find((it) => it.name === field);
  const isList = fields?.operators.find((it) => it.name === operator)?.isList === true;
  const choose = (name: string) => {
    const chosen = fields?.fields.find((it) => it.name === name);
    const fits = chosen?.operators.includes(operator) ? operator : (chosen?.operators[0] ?? "eq");
    actions.changeDraft({ field: name, operator: fits });
    requestAnimationFrame(focusValue);
  };
  return (
    <Line
      id="draft"
      label={l10n.t("New condition")}
      level={level}
      look="draft"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        actions.cancelDraft();
      }}
    >
      <Cell look="handle muted">
        {inGroup === undefined
          ? ""
          : inGroup === "or"
            ? l10n.t("Any of these")
            : l10n.t("All of these")}
      </Cell>
      <Cell part="field">
        <FieldList fields={fields} value={field ?? ""} onChoose={choose} />
      </Cell>
      {field !== undefined && (
        <>
          <Cell part="operator">
            <OperatorList
              fields={fields}
              field={field}
              value={operator}
              onChoose={(it) => actions.changeDraft({ operator: it })}
            />
          </Cell>
          <Cell part="value">
            {known?.input === "boolean" ? (
              <Booleans onChoose={(it) => void actions.finishDraft([it])} />
            ) : (
              <Value
                values={[]}
                isList={isList}
                operator={operator}
                field={known}
                fields={fields}
                isInvalid={refusal !== undefined}
                onChange={(values) => void actions.finishDraft(values)}
                onEdit={actions.forgive}
              />
            )}
          </Cell>
        </>
      )}
      <Cell look="buttons">
        <Button kind="symbol" label={l10n.t("Cancel")} onClick={() => actions.cancelDraft()}>
          ✕
        </Button>
      </Cell>
      <Problems problems={[]} refusal={refusal} />
    </Line>
  );
}

function Booleans({ onChoose }: { readonly onChoose: (value: string) => void }) {
  return (
    <span class="chips">
      <Button label="true" onClick={() => onChoose("true")} />
      <Button label="false" onClick={() => onChoose("false")} />
    </span>
  );
}

function focusValue(): void {
  const cell = document.querySelector('[data-row="draft"] [data-part="value"]');
  cell?.querySelector<HTMLElement>("input, select, button")?.focus();
}
