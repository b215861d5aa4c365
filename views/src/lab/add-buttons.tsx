import { Button } from "../shared/button.tsx";
import { l10n } from "../shared/l10n.ts";

interface AddButtonsProps {
  /** The names of the actions: with the condition, and with its opposite. */
  readonly labels: readonly [is: string, isNot: string];
  readonly onAdd: (isWanted: boolean) => void;
  readonly disabled?: boolean;
}

/** Adds a condition on a value to the text. */
export function AddButtons({ labels, onAdd, disabled = false }: AddButtonsProps) {
  return (
    <>
      <Button kind="symbol" label={labels[0]} disabled={disabled} onClick={() => onAdd(true)}>
        +
      </Button>
      <Button kind="symbol" label={labels[1]} disabled={disabled} onClick={() => onAdd(false)}>
        −
      </Button>
    </>
  );
}

/** As for a value in a list of values. */
export function valueLabels(value: string): readonly [string, string] {
  return [l10n.t("Keep {0}", value), l10n.t("Drop {0}", value)];
}

/** As for the value of a field. */
export function fieldLabels(field: string, value: string): readonly [string, string] {
  return [
    l10n.t("Add condition: {0} is {1}", field, value),
    l10n.t("Add condition: {0} is not {1}", field, value),
  ];
}
