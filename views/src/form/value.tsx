import { useRef } from "preact/hooks";
import type { FormField, FormFields } from "../../../server/src/lsp/protocol.ts";
import { Button } from "../shared/button.tsx";
import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { ValueBox } from "./value-box.tsx";

interface ValueProps {
  /** None if the condition has no value yet. */
  readonly values: readonly string[];
  readonly isList: boolean;
  readonly operator: string;
  readonly field: FormField | undefined;
  readonly fields: FormFields | undefined;
  readonly isInvalid?: boolean;
  readonly onChange: (values: readonly string[]) => void;
  readonly onEdit?: (() => void) | undefined;
}

/** The value of a condition, by the type of its field. */
export function Value(props: ValueProps) {
  const { values, isList, field, onChange } = props;
  if (isList) return <Chips {...props} />;
  const [value] = values;
  if (field?.input === "boolean") {
    return (
      <select
        aria-label={l10n.t("Value")}
        value={value ?? ""}
        onChange={(event) => onChange([event.currentTarget.value])}
      >
        {value !== "true" && value !== "false" && (
          <option value={value ?? ""}>{displayText(value ?? "")}</option>
        )}
        <option value="true">true</option>
        <option value="false">false</option>
      </select>
    );
  }
  return (
    <One
      {...props}
      label={l10n.t("Value")}
      value={value ?? ""}
      // An empty value looks different from one that is missing.
      placeholder={value === undefined ? exampleOf(field) : `"" ${l10n.t("(empty)")}`}
      onChoose={(it) => onChange([it])}
    />
  );
}

function exampleOf(field: FormField | undefined): string {
  return field?.input === "timestamp" ? "2026-01-31T00:00:00Z" : l10n.t("Value");
}

interface OneProps
  extends Pick<ValueProps, "field" | "fields" | "operator" | "isInvalid" | "onEdit"> {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly turn?: number;
  readonly onChoose: (value: string) => void;
  readonly onPaste?: (text: string) => boolean;
}

/** A single value: any text, with the documented ones as suggestions. */
function One(props: OneProps) {
  const { label, value, field, isInvalid = false, placeholder, turn = 0 } = props;
  return (
    <ValueBox
      {...{ label, value, isInvalid, placeholder, turn }}
      isNumber={field?.input === "integer" || field?.input === "number"}
      choices={suggestionsFor(props)}
      onChoose={(it) => props.onChoose(isText(field) ? it : it.trim())}
      onEdit={props.onEdit}
      onPaste={props.onPaste}
    />
  );
}

/** None for operators that compare a part of a text: it is rarely a whole value. */
export function suggestionsFor({
  operator,
  field,
  fields,
}: Pick<ValueProps, "operator" | "field" | "fields">) {
  const isPart = fields?.operators.find((it) => it.name === operator)?.isPart;
  if (isPart && !field?.type.startsWith("array")) return [];
  return knownOf(field, fields).map(([it, meaning]) => ({ value: it, label: it, detail: meaning }));
}

function knownOf(field: FormField | undefined, fields: FormFields | undefined) {
  return field?.values === undefined ? [] : (fields?.values[field.values] ?? []);
}

/** Several values. The last one cannot be removed, because a condition needs one. */
function Chips(props: ValueProps) {
  const { values, field, fields, operator, onChange, onEdit, isInvalid = false } = props;
  const chips = useRef<HTMLSpanElement>(null);
  const remove = (index: number) => {
    onChange(values.filter((_, at) => at !== index));
    chips.current?.querySelector("input")?.focus();
  };
  const add = (wanted: readonly string[]) => {
    const added = [...new Set(wanted)].filter((it) => it !== "" && !values.includes(it));
    if (added.length > 0) onChange([...values, ...added]);
  };
  return (
    <span class="chips" ref={chips}>
      {values.map((it, index) => (
        <span class="chip" key={it}>
          <span class="code">{shownValue(it)}</span>
          <Button
            kind="symbol"
            label={l10n.t("Remove {0}", shownValue(it))}
            disabled={values.length === 1}
            onClick={() => remove(index)}
          >
            ×
          </Button>
        </span>
      ))}
      <One
        label={l10n.t("Add value")}
        value=""
        placeholder={l10n.t("Add value")}
        {...{ field, fields, operator, isInvalid, onEdit }}
        turn={values.length}
        onChoose={(it) => add(typedValues(it, field, knownOf(field, fields)))}
        onPaste={(text) => {
          const lines = linesIn(text);
          if (lines.length > 1) add(lines);
          return lines.length > 1;
        }}
      />
    </span>
  );
}

function shownValue(value: string): string {
  return displayText(value, 60) || '""';
}

/** The values in a typed text: one, exactly as typed, unless commas in it can only separate values. */
export function typedValues(
  text: string,
  field: Pick<FormField, "input"> | undefined,
  known: readonly (readonly [value: string, meaning: string])[],
): readonly string[] {
  const parts = text.split(",").map((it) => it.trim());
  const isKnown = (part: string) => known.some(([it]) => it === part);
  const isOne = parts.length < 2 || (isText(field) && !parts.every(isKnown));
  return isOne ? [text] : parts;
}

/** Spaces count in a text only. */
function isText(field: Pick<FormField, "input"> | undefined): boolean {
  return field === undefined || field.input === "string";
}

/** A text box would join pasted lines. */
export function linesIn(text: string): readonly string[] {
  return text.split(/[\r\n]+/).filter((it) => it !== "");
}
