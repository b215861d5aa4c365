import { useState } from "preact/hooks";
import { l10n } from "../shared/l10n.ts";
import { AddButtons, valueLabels } from "./add-buttons.tsx";
import type { FromLab } from "./messages.ts";

type Added = Extract<FromLab, { kind: "add" }>["added"];

/** The bounds of a range; undefined for one that is empty. Undefined if a text is not a number, or there is no bound. */
export function rangeIn(least: string, most: string) {
  const bounds = [least, most].map((it) => (it.trim() === "" ? undefined : Number(it)));
  const isValid = bounds.every((it) => it === undefined || Number.isFinite(it));
  const [from, to] = bounds;
  if (!isValid || (from === undefined && to === undefined)) return undefined;
  if (from !== undefined && to !== undefined && from > to) return undefined;
  return { ...(from !== undefined && { least: from }), ...(to !== undefined && { most: to }) };
}

interface RangeProps {
  readonly field: string;
  readonly onAdd: (added: Added) => void;
}

/** Adds a condition on a range of numbers. */
export function Range({ field, onAdd }: RangeProps) {
  const [least, setLeast] = useState("");
  const [most, setMost] = useState("");
  const range = rangeIn(least, most);
  const add = (isWanted: boolean) => range && onAdd({ kind: "range", field, ...range, isWanted });
  const bound = (label: string, value: string, set: (value: string) => void) => (
    <input
      type="text"
      inputMode="decimal"
      aria-label={label}
      placeholder={label}
      value={value}
      onInput={({ currentTarget }) => set(currentTarget.value)}
      onKeyDown={({ key }) => key === "Enter" && add(true)}
    />
  );
  const name = l10n.t("{0} to {1}", least || "…", most || "…");
  return (
    <div class="row range">
      <span>{l10n.t("Range")}</span>
      {bound(l10n.t("From"), least, setLeast)}
      {bound(l10n.t("To"), most, setMost)}
      <AddButtons labels={valueLabels(name)} disabled={!range} onAdd={add} />
    </div>
  );
}
