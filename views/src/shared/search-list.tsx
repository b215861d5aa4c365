import { useId, useState } from "preact/hooks";
import { comboboxOf, listSteps, mostOptions, OptionList } from "./option-list.tsx";
import { type Choice, searchChoices } from "./search.ts";

interface SearchListProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  /** Shown while nothing is typed. */
  readonly value?: string;
  readonly placeholder?: string;
  readonly onChoose: (value: string) => void;
}

/** A text box that searches the list below it. Only entries of the list can be chosen. */
export function SearchList(props: SearchListProps) {
  const { label, choices, value = "", placeholder, onChoose } = props;
  const [query, setQuery] = useState<string>();
  const [active, setActive] = useState(0);
  const id = useId();
  const isOpen = query !== undefined;
  const found = isOpen ? searchChoices(choices, query, mostOptions) : [];

  const close = () => setQuery(undefined);
  const choose = (chosen: string | undefined) => {
    close();
    if (chosen !== undefined) onChoose(chosen);
  };
  const search = (text: string) => {
    setQuery(text);
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? undefined : listSteps[event.key];
    if (step !== undefined) {
      if (isOpen) setActive(Math.max(0, Math.min(found.length - 1, active + step)));
      else search("");
    } else if (event.key === "Enter" && isOpen) choose(found[active]?.value);
    else if (event.key === "Escape" && isOpen) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const list = { id, label, isOpen, found, active };
  return (
    <div class="search-list">
      <input
        type="text"
        {...comboboxOf(list)}
        value={query ?? value}
        placeholder={placeholder}
        spellcheck={false}
        onInput={(event) => search(event.currentTarget.value)}
        onClick={() => !isOpen && search("")}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <OptionList {...list} onChoose={choose} />
    </div>
  );
}
