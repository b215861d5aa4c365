import { Button } from "../shared/button.tsx";
import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { count } from "../shared/numbers.ts";
import { SearchList } from "../shared/search-list.tsx";
import type { FromLab, LabAnswer } from "./messages.ts";
import { shownValue } from "./shown-value.ts";

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
  const { sample, values, resource } = answer;
  const isRule = resource === "rule";
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
      {values && values.field === field && (
        <table>
          <thead>
            <tr>
              <th scope="col">{l10n.t("Value")}</th>
              <th scope="col" class="number">
                {isRule ? l10n.t("Matches") : l10n.t("Kept")}
              </th>
              <th scope="col" class="number">
                {isRule ? l10n.t("Others") : l10n.t("Dropped")}
              </th>
              {values.canAdd && <th scope="col">{l10n.t("Add")}</th>}
            </tr>
          </thead>
          <tbody>
            {values.rows.map((it) => (
              <ValueRow
                key={it.raw ?? ""}
                row={it}
                field={field}
                // In a rule, a missing field is unknown, which no condition can express.
                {...(values.canAdd && !it.isCut && (it.raw !== undefined || !isRule) && { onAdd })}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

export function fieldChoice({ name, about, type }: LabAnswer["sample"]["fields"][number]) {
  const detail = [type, about].filter(Boolean).join(" · ");
  return { value: name, label: displayText(name, 100), ...(detail && { detail }) };
}

function ValueRow({
  row,
  field,
  onAdd,
}: {
  readonly row: Row;
  readonly field: string;
  readonly onAdd?: (added: Added) => void;
}) {
  const { raw, kept, dropped, undetermined } = row;
  const value = raw === undefined ? l10n.t("(missing)") : shownValue(raw, 100);
  const add = (isWanted: boolean) =>
    onAdd?.({ kind: "condition", field, ...(raw !== undefined && { raw }), isWanted });
  return (
    <tr>
      <td class="code value">
        {kept > 0 && (
          <span
            class="bar"
            aria-hidden="true"
            style={{ width: `${(100 * kept) / (kept + dropped + undetermined)}%` }}
          />
        )}
        <span class="text">{value}</span>
      </td>
      <td class="number">{count(kept)}</td>
      <td class="number">{count(dropped + undetermined)}</td>
      {onAdd && (
        <td class="actions">
          <Button kind="symbol" label={l10n.t("Keep {0}", value)} onClick={() => add(true)}>
            +
          </Button>
          <Button kind="symbol" label={l10n.t("Drop {0}", value)} onClick={() => add(false)}>
            −
          </Button>
        </td>
      )}
    </tr>
  );
}
