import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { factsOf, type Kind } from "./kinds.ts";

const titles = {
  try: "Try on log lines",
  lab: "Lab",
  form: "Form",
  trace: "Trace",
  compare: "Compare",
  shrink: "Shrink",
  sql: "SQL",
};
export type Tab = keyof typeof titles;

/** The tools for a kind of text. */
export function tabsFor(kind: Kind): Readonly<Partial<Record<Tab, string>>> {
  const { hasForm, hasRules } = factsOf(kind);
  const missing = [...(hasForm ? [] : ["form"]), ...(hasRules ? [] : ["trace"])];
  return Object.fromEntries(Object.entries(titles).filter(([name]) => !missing.includes(name)));
}

export function tabFrom(name: string | undefined): Tab {
  return name !== undefined && Object.hasOwn(titles, name) ? (name as Tab) : "try";
}

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly titles: Readonly<Partial<Record<Name, string>>>;
  readonly selected: Name;
  readonly onSelect: (name: Name) => void;
  readonly children: ComponentChildren;
}

/** Tabs that follow the ARIA pattern: arrow keys move between them. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, titles, selected, onSelect, children } = props;
  const list = useRef<HTMLDivElement>(null);
  const names = Object.keys(titles) as Name[];
  const move = (event: KeyboardEvent) => {
    const at = names.indexOf(selected);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    const next = names.at(to % names.length) as Name;
    event.preventDefault();
    onSelect(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {names.map((it) => (
          <button
            key={it}
            type="button"
            role="tab"
            id={`tab-${it}`}
            aria-selected={it === selected}
            aria-controls="panel"
            tabIndex={it === selected ? 0 : -1}
            onClick={() => onSelect(it)}
          >
            {titles[it]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="panel" aria-labelledby={`tab-${selected}`}>
        {children}
      </div>
    </div>
  );
}
