import { displayText, shownValue } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { count } from "../shared/numbers.ts";
import { SearchList } from "../shared/search-list.tsx";
import { AddButtons, valueLabels } from "./add-buttons.tsx";
import type { FromLab, LabAnswer } from "./messages.ts";
import { Range } from "./range.tsx";

type Added = Extract<FromLab, { kind: "add" }>["added"];
type Row = NonNullable<LabAnswer["values"]>["rows"][number];

interface ValuesProps {
  readonly answer: LabAnswer;
  readonly field: string;
  readonly onField: (field: string) => void;
  readonly onAdd: (added: Added) => void;
}

/** The most frequent values of a field, kept and dropped. */
export function Values({ answer, field, onField, onAdd }: ValuesProps) {
  const { sample, values } = answer;
  const type = sample.fields.find((it) => it.name === field)?.type;
  return (
    <section class="values" aria-label={l10n.t("Values")}>
      <div class="row">
        <h2>{l10n.t("Values of")}</h2>
        <SearchList
          label={l10n.t("Field")}
          value={field}
          choices={sample.fields.map(fieldChoice)}
          onChoose={onField}
        />
        {values && (
          <span class="muted">
            {values.count === 1
              ? l10n.t("1 value")
              : l10n.t("{0} different values", count(values.count))}
          </span>
        )}
      </div>
      {values?.field === field && values.canAdd && (type === "int" || type === "float") && (
        <Range key={field} field={field} onAdd={onAdd} />
      )}
      {values?.field === field && <Table answer={answer} values={values} onAdd={onAdd} />}
    </section>
  );
}

export function fieldChoice({ name, about, type }: LabAnswer["sample"]["fields"][number]) {
  const detail = [type, about].filter(Boolean).join(" · ");
  return { value: name, label: displayText(name, 100), ...(detail && { detail }) };
}

interface TableProps extends Pick<ValuesProps, "answer" | "onAdd"> {
  readonly values: NonNullable<LabAnswer["values"]>;
}

function Table({ answer, values, onAdd }: TableProps) {
  const isRule = answer.resource === "rule";
  const hasUndetermined = answer.result.undetermined > 0;
  const most = Math.max(1, ...values.rows.map(sumOf));
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{l10n.t("Value")}</th>
          <th scope="col" class="share">
            {l10n.t("Share")}
          </th>
          <th scope="col" class="number">
            {isRule ? l10n.t("Matches") : l10n.t("Kept")}
          </th>
          <th scope="col" class="number">
            {isRule ? l10n.t("Others") : l10n.t("Dropped")}
          </th>
          {hasUndetermined && (
            <th scope="col" class="number" aria-label={l10n.t("Undetermined")}>
              {l10n.t("Undeter\u00admined")}
            </th>
          )}
          {values.canAdd && <th scope="col">{l10n.t("Add")}</th>}
        </tr>
      </thead>
      <tbody>
        {values.rows.map((it) => (
          <ValueRow
            key={it.raw ?? ""}
            row={it}
            most={most}
            hasUndetermined={hasUndetermined}
            // In a rule, a missing field is unknown, which no condition can express.
            {...(values.canAdd &&
              !it.isCut &&
              (it.raw !== undefined || !isRule) && {
                onAdd: (isWanted: boolean) => {
                  const { raw } = it;
                  const { field } = values;
                  onAdd({ kind: "condition", field, ...(raw !== undefined && { raw }), isWanted });
                },
              })}
          />
        ))}
      </tbody>
    </table>
  );
}

interface ValueRowProps {
  readonly row: Row;
  /** The number of lines with the most frequent value. */
  readonly most: number;
  readonly hasUndetermined: boolean;
  readonly onAdd?: (isWanted: boolean) => void;
}

function ValueRow({ row, most, hasUndetermined, onAdd }: ValueRowProps) {
  const { raw, time, kept, dropped, undetermined } = row;
  const value = raw === undefined ? l10n.t("(missing)") : (time ?? shownValue(raw, 100));
  return (
    <tr>
      <th scope="row" class="code value" title={value}>
        {value}
      </th>
      <td class="share">
        <div class="bar" aria-hidden="true" style={{ width: `${(100 * sumOf(row)) / most}%` }}>
          {(["kept", "undetermined", "dropped"] as const).map((it) => (
            <span key={it} class={it} style={{ flexGrow: row[it] }} />
          ))}
        </div>
      </td>
      <td class="number">{count(kept)}</td>
      <td class="number">{count(dropped)}</td>
      {hasUndetermined && <td class="number">{count(undetermined)}</td>}
      {onAdd && (
        <td class="actions">
          <AddButtons labels={valueLabels(value)} onAdd={onAdd} />
        </td>
      )}
    </tr>
  );
}

function sumOf({ kept, dropped, undetermined }: Row): number {
  return kept + dropped + undetermined;
}
