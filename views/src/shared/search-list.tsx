import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { l10n } from "./l10n.ts";
import { type Choice, searchChoices } from "./search.ts";

interface SearchListProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  /** Shown while nothing is typed. */
  readonly value?: string;
  readonly placeholder?: string;
  readonly onChoose: (value: string) => void;
  /** Whether text that is not in the list is accepted. */
  readonly isFree?: boolean;
}

const most = 100;

/** Keeps a list inside the page, so that it does not cause horizontal scrolling. */
export function keepInside(
  list: Pick<HTMLElement, "getBoundingClientRect"> & { readonly style: { left: string } },
  width: number,
): void {
  list.style.left = "";
  const over = list.getBoundingClientRect().right - width;
  if (over > 0) list.style.left = `${-over}px`;
}

/** A text box with a list below it, following the ARIA combobox pattern. */
export function SearchList(props: SearchListProps) {
  const { label, choices, value = "", placeholder, onChoose, isFree = false } = props;
  const [query, setQuery] = useState<string>();
  const [active, setActive] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const found = query === undefined ? [] : searchChoices(choices, query, most);
  const isOpen = query !== undefined;
  useLayoutEffect(() => {
    if (list.current) keepInside(list.current, document.documentElement.clientWidth);
  }, [isOpen]);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active]);

  const close = () => setQuery(undefined);
  const choose = (chosen: string | undefined) => {
    close();
    if (chosen !== undefined && chosen !== "") onChoose(chosen);
  };
  const search = (text: string) => {
    setQuery(text);
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step !== undefined) {
      if (isOpen) setActive(Math.max(0, Math.min(found.length - 1, active + step)));
      else search("");
    } else if (event.key === "Enter" && isOpen) {
      choose(found[active]?.value ?? (isFree ? query : undefined));
    } else if (event.key === "Escape" && isOpen) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="search-list">
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(isOpen && found[active] && { "aria-activedescendant": `${id}-${active}` })}
        value={query ?? value}
        placeholder={placeholder}
        spellcheck={false}
        onInput={(event) => search(event.currentTarget.value)}
        onClick={() => !isOpen && search("")}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} hidden={!isOpen} ref={list}>
        {found.map((it, index) => (
          <div
            key={it.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(it.value)}
          >
            <span>{it.label}</span>
            {it.detail && <small>{it.detail}</small>}
          </div>
        ))}
        {isOpen && found.length === 0 && <p>{l10n.t("No matches")}</p>}
      </div>
    </div>
  );
}
