import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { l10n } from "./l10n.ts";
import type { Choice } from "./search.ts";

/** Maximum number of entries shown. */
export const mostOptions = 100;

/** How far a key moves in a list. */
export const listSteps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
};

interface OptionListProps {
  readonly id: string;
  readonly label: string;
  readonly isOpen: boolean;
  readonly found: readonly Choice[];
  /** The index of the entry that Enter chooses; -1 for none. */
  readonly active: number;
  readonly onChoose: (value: string) => void;
}

/** Keeps a list inside the page, so that it does not cause horizontal scrolling. */
export function keepInside(
  list: Pick<HTMLElement, "getBoundingClientRect"> & { readonly style: { left: string } },
  width: number,
): void {
  list.style.left = "";
  const over = list.getBoundingClientRect().right - width;
  if (over > 0) list.style.left = `${-over}px`;
}

/** The attributes of the text box above a list, following the ARIA combobox pattern. */
export function comboboxOf({
  id,
  label,
  isOpen,
  found,
  active,
}: Omit<OptionListProps, "onChoose">) {
  return {
    role: "combobox" as const,
    "aria-label": label,
    "aria-expanded": isOpen,
    "aria-controls": `${id}-list`,
    "aria-autocomplete": "list" as const,
    ...(isOpen && found[active] && { "aria-activedescendant": `${id}-${active}` }),
  };
}

/** The list below a text box. */
export function OptionList({ id, label, isOpen, found, active, onChoose }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (list.current) keepInside(list.current, document.documentElement.clientWidth);
  }, [isOpen]);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active]);
  return (
    <div id={`${id}-list`} role="listbox" aria-label={label} hidden={!isOpen} ref={list}>
      {found.map((it, index) => (
        <div
          key={it.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(it.value)}
        >
          <span>{it.label}</span>
          {it.detail && <small>{it.detail}</small>}
        </div>
      ))}
      {isOpen && found.length === 0 && <p>{l10n.t("No matches")}</p>}
    </div>
  );
}
