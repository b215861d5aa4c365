import { Button } from "../shared/button.tsx";
import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { count } from "../shared/numbers.ts";
import { OutdatedMark } from "../shared/outdated-mark.tsx";
import type { Actions } from "./actions.ts";
import { DraftRow } from "./draft.tsx";
import type { Dragging } from "./dragging.ts";
import { Examples } from "./examples.tsx";
import { Problems } from "./problems.tsx";
import { Row } from "./row.tsx";
import { errorsIn, flattenRows, isUnfilled, keyOf, type ListedRow } from "./rows.ts";
import type { State } from "./store.ts";
import { isOutdated, lacksSample, statusText } from "./texts.ts";

interface FormProps {
  readonly state: State;
  readonly actions: Actions;
  readonly dragging: Dragging;
}

export function Form({ state, actions, dragging }: FormProps) {
  const { form, isRead } = state;
  if (!isRead) return <main aria-busy="true" />;
  if (!form) return <main class="obstacle">{l10n.t("No filter in this file.")}</main>;
  return (
    <main>
      <OutdatedMark outdated={state.effect && state.outdated} />
      <Head state={state} actions={actions} />
      {form.obstacle ? (
        <Obstacle obstacle={form.obstacle} actions={actions} />
      ) : (
        <Rows state={state} actions={actions} dragging={dragging} />
      )}
    </main>
  );
}

function Head({ state, actions }: Omit<FormProps, "dragging">) {
  const { form } = state;
  if (!form) return null;
  const errors = errorsIn(form);
  const isFilled = !flattenRows(form).some((it) => isUnfilled(it.row));
  const isRefused = (state.refusal ?? state.draft?.refusal) !== undefined;
  return (
    <header>
      <div class="titles">
        <h1>{l10n.t("Filter of {0}", displayText(form.dataset, 100))}</h1>
        <Button label={l10n.t("Open as Text")} onClick={() => actions.openText()} />
        {state.target !== undefined && (
          <PushButton
            target={state.target}
            isReady={errors === 0 && isFilled && !isRefused}
            actions={actions}
          />
        )}
      </div>
      {form.reads !== undefined && <p class="reads">{displayText(form.reads)}</p>}
      {!form.obstacle && (
        <div class="facts">
          <Bar label={l10n.t("operators")} used={form.budget.operators} />
          <Bar label={l10n.t("bytes")} used={form.budget.bytes} />
          <p class="kept" role="status">
            {isFilled ? statusText(state, errors) : l10n.t("Choose a field.")}
          </p>
          {lacksSample(state, errors) && (
            <Button label={l10n.t("Select sample…")} onClick={() => actions.chooseSample()} />
          )}
        </div>
      )}
      {form.root && (
        <Problems
          problems={form.problems}
          operators={state.fields?.operators}
          onFix={(fix) => actions.fix(fix, [])}
          isOutside
        />
      )}
    </header>
  );
}

function PushButton({
  target,
  isReady,
  actions,
}: {
  readonly target: string;
  readonly isReady: boolean;
  readonly actions: Actions;
}) {
  const label = target === "" ? l10n.t("Push") : l10n.t("Push to {0}", displayText(target, 60));
  return (
    <Button
      kind={isReady ? "primary" : "secondary"}
      label={label}
      disabled={!isReady}
      onClick={() => void actions.push()}
    />
  );
}

function Bar({
  label,
  used,
}: {
  readonly label: string;
  readonly used: readonly [number, number];
}) {
  const [value, limit] = used;
  const share = limit === 0 ? 0 : Math.min(1, value / limit);
  const level = value > limit ? "over" : share >= 0.9 ? "near" : "";
  const text = l10n.t("{0} of {1} {2}", count(value), count(limit), label);
  return (
    <div class={`budget ${level}`}>
      <div
        class="meter"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(value, limit)}
        aria-valuetext={text}
      >
        <div style={{ width: `${100 * share}%` }} />
      </div>
      <span>{text}</span>
    </div>
  );
}

type ObstacleOf = NonNullable<NonNullable<State["form"]>["obstacle"]>;

function Obstacle({
  obstacle,
  actions,
}: {
  readonly obstacle: ObstacleOf;
  readonly actions: Actions;
}) {
  const { message, file, range, fix } = obstacle;
  return (
    <section class="obstacle">
      <p role="alert">{displayText(message)}</p>
      {fix && (
        <Button
          kind="primary"
          label={displayText(fix.title, 100)}
          onClick={() => actions.fix(fix, [])}
        />
      )}
      {file === undefined ? (
        <Button
          kind={fix ? "secondary" : "primary"}
          label={l10n.t("Fix in text")}
          onClick={() => actions.openText(range)}
        />
      ) : (
        <Button
          kind="primary"
          label={l10n.t("Open filter")}
          onClick={() => actions.openFile(file)}
        />
      )}
    </section>
  );
}

function Rows({ state, actions, dragging }: FormProps) {
  const { form, draft } = state;
  const rows = flattenRows(form);
  const isEmpty = rows.length === 0;
  const isSingle = rows.length === 1 && rows[0]?.row.kind !== "group";
  return (
    <section>
      {isEmpty && !draft && <Nothing actions={actions} />}
      <Table {...{ state, actions, dragging, rows }} />
      {isSingle && !draft && (
        <p class="add">
          <Button
            label={l10n.t("Add condition")}
            onClick={() => actions.startDraft({ to: { group: [], index: 1 } })}
          />
        </p>
      )}
      {!isEmpty && <Examples {...{ state, actions }} />}
      {!isEmpty && (
        <p class="muted hint">
          {l10n.t(
            "Alt+Up and Alt+Down move a row, Alt+Left and Alt+Right out of and into a group, Delete deletes it.",
          )}
        </p>
      )}
    </section>
  );
}

interface TableProps extends FormProps {
  readonly rows: readonly ListedRow[];
}

/** The rows, with the draft at its position. */
function Table({ state, actions, dragging, rows }: TableProps) {
  const { draft, fields, effect, refusal } = state;
  const sample = effect && "lines" in effect ? effect : undefined;
  const effects = new Map(sample?.conditions.map((it) => [keyOf(it.path), it]));
  const shown = rows.map((it, index) => {
    const key = keyOf(it.row.path);
    return (
      <Row
        key={key}
        listed={it}
        {...{ actions, fields, dragging }}
        effect={effects.get(key)}
        lines={sample?.lines ?? 0}
        refusal={refusal && keyOf(refusal.path) === key ? refusal.message : undefined}
        isTabStop={index === 0}
      />
    );
  });
  if (draft) {
    const { group, index } = draft.to;
    const level = rows.length > 0 ? group.length + 2 : 1;
    const drafted = <DraftRow key="draft" {...{ draft, level, fields, actions }} />;
    shown.splice(draftIndex(rows, group, index), 0, drafted);
  }
  return (
    <div
      role="treegrid"
      aria-label={l10n.t("Conditions")}
      class={isOutdated(state) ? "old" : ""}
      hidden={shown.length === 0}
    >
      {shown}
    </div>
  );
}

/** The index of the draft in the list of rows: after all descendants of the preceding sibling. */
function draftIndex(rows: readonly ListedRow[], group: readonly number[], index: number): number {
  const isBefore = ({ row }: ListedRow) => {
    const { path } = row;
    const isInside = group.every((it, depth) => path[depth] === it);
    return isInside && (path[group.length] ?? -1) < index;
  };
  return rows.findLastIndex(isBefore) + 1;
}

function Nothing({ actions }: { readonly actions: Actions }) {
  return (
    <div class="nothing add">
      <p>{l10n.t("No conditions yet. Add at least one to choose the lines to keep.")}</p>
      <Button
        kind="primary"
        label={l10n.t("Add condition")}
        onClick={() => actions.startDraft({ to: { group: [], index: 0 } })}
      />
    </div>
  );
}
