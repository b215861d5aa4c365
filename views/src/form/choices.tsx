import type { FormFields } from "../../../server/src/lsp/protocol.ts";
import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { SearchList } from "../shared/search-list.tsx";

/** A list of fields, searchable by name and description. */
export function FieldList({
  fields,
  value,
  onChoose,
}: {
  readonly fields: FormFields | undefined;
  readonly value: string;
  readonly onChoose: (field: string) => void;
}) {
  const choices = (fields?.fields ?? []).map(({ name, type, doc }) => ({
    value: name,
    label: name,
    detail: `${type} · ${doc}`,
  }));
  return (
    <SearchList
      label={l10n.t("Field")}
      value={value}
      placeholder={l10n.t("Search fields")}
      choices={choices}
      onChoose={onChoose}
    />
  );
}

/** A list of the operators that support the type of the field. */
export function OperatorList({
  fields,
  field,
  value,
  onChoose,
}: {
  readonly fields: FormFields | undefined;
  readonly field: string;
  readonly value: string;
  readonly onChoose: (operator: string) => void;
}) {
  const all = fields?.operators ?? [];
  const names =
    fields?.fields.find((it) => it.name === field)?.operators ?? all.map((it) => it.name);
  const reads = new Map(all.map((it) => [it.name, it.reads]));
  const shown = names.includes(value) ? names : [value, ...names];
  return (
    <select
      aria-label={l10n.t("Operator")}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {shown.map((it) => (
        <option key={it} value={it}>
          {reads.get(it) ?? displayText(it, 60)}
        </option>
      ))}
    </select>
  );
}
