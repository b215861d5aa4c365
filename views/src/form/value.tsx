import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FormField, FormFields } from "../../../server/src/lsp/protocol.ts";
import { Button } from "../shared/button.tsx";
import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";
import { SearchList } from "../shared/search-list.tsx";

interface ValueProps {
  readonly values: readonly string[];
  readonly isList: boolean;
  readonly field: FormField | undefined;
  readonly fields: FormFields | undefined;
  readonly isInvalid?: boolean;
  readonly onChange: (values: readonly string[]) => void;
}

/** The value of a condition, by the type of its field. */
export function Value(props: ValueProps) {
  const { values, isList, field, onChange } = props;
  if (isList) return <Chips {...props} />;
  const [value = ""] = values;
  if (field?.input === "boolean") {
    return (
      <select
        aria-label={l10n.t("Value")}
        value={value}
        onChange={(event) => onChange([event.currentTarget.value])}
      >
        {!["true", "false"].includes(value) && <option value={value}>{displayText(value)}</option>}
        <option value="true">true</option>
        <option value="false">false</option>
      </select>
    );
  }
  return <One {...props} label={l10n.t("Value")} value={value} onChoose={(it) => onChange([it])} />;
}

interface OneProps extends Pick<ValueProps, "field" | "fields" | "isInvalid"> {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onChoose: (value: string) => void;
}

/** A single value: a documented one, or any text. */
function One({ label, value, field, fields, isInvalid, placeholder, onChoose }: OneProps) {
  const known = field?.values === undefined ? [] : (fields?.values[field.values] ?? []);
  if (known.length > 0) {
    return (
      <SearchList
        label={label}
        value={value}
        placeholder={placeholder ?? ""}
        choices={known.map(([it, meaning]) => ({ value: it, label: it, detail: meaning }))}
        isFree
        onChoose={onChoose}
      />
    );
  }
  return (
    <TextValue
      label={label}
      value={value}
      isInvalid={isInvalid === true}
      placeholder={placeholder ?? exampleOf(field)}
      isNumber={field?.input === "integer" || field?.input === "number"}
      onChoose={onChoose}
    />
  );
}

function exampleOf(field: FormField | undefined): string {
  return field?.input === "timestamp" ? "2026-01-31T00:00:00Z" : "";
}

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly isInvalid: boolean;
  readonly isNumber: boolean;
  readonly onChoose: (value: string) => void;
}

/** A text box that writes its value on Enter and blur. Escape restores the written value. */
function TextValue({ label, value, placeholder, isInvalid, isNumber, onChoose }: TextProps) {
  const [typed, setTyped] = useState<string>();
  const previous = useRef(value);
  // A layout effect runs before the next key press, so that text typed after the new value is rendered is kept.
  useLayoutEffect(() => {
    if (previous.current !== value) setTyped(undefined);
    previous.current = value;
  }, [value]);
  /** The last written text, so that Enter and the following blur write it once. */
  const written = useRef<string | undefined>(undefined);
  const commit = () => {
    if (typed === undefined || typed === value || typed === written.current) return;
    written.current = typed;
    onChoose(typed);
  };
  return (
    <input
      type="text"
      aria-label={label}
      aria-invalid={isInvalid}
      inputMode={isNumber ? "numeric" : "text"}
      placeholder={placeholder}
      spellcheck={false}
      value={typed ?? value}
      onInput={(event) => {
        written.current = undefined;
        setTyped(event.currentTarget.value);
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter" && value === "" && typed === undefined) onChoose("");
        else if (event.key === "Enter") commit();
        else if (event.key === "Escape" && typed !== undefined) setTyped(undefined);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

/** Several values. The last one cannot be removed, because a condition needs one. */
function Chips({ values, field, fields, onChange, isInvalid = false }: ValueProps) {
  const remove = (index: number) => onChange(values.filter((_, at) => at !== index));
  const add = (text: string) => {
    const wanted = splitValues(text).filter((it) => !values.includes(it));
    if (wanted.length > 0) onChange([...values, ...wanted]);
  };
  return (
    <span class="chips">
      {values.map((it, index) => (
        <span class="chip" key={it}>
          <span class="code">{displayText(it, 60) || '""'}</span>
          <Button
            kind="symbol"
            label={l10n.t("Remove {0}", displayText(it, 60))}
            disabled={values.length === 1}
            onClick={() => remove(index)}
          >
            ×
          </Button>
        </span>
      ))}
      <One
        key={`${values.length}`}
        label={l10n.t("Add value")}
        value=""
        placeholder={l10n.t("Add value")}
        field={field}
        fields={fields}
        isInvalid={isInvalid}
        onChoose={add}
      />
    </span>
  );
}

/** Splits pasted values at line breaks or commas. */
export function splitValues(text: string): string[] {
  const several = text.split(/[\n\r,]+/).map((it) => it.trim());
  return [...new Set(several.filter((it) => it !== ""))];
}
