import { type SearchIndex, type SearchResult, search } from "./search.ts";

declare global {
  interface Window {
    /** Set by the index script. */
    weirSearchIndex?: SearchIndex;
  }
}

export function startSearch(): void {
  const input = document.querySelector<HTMLInputElement>("#search");
  const list = document.querySelector<HTMLUListElement>("#found");
  if (input && list) start(input, list);
}

/** A combobox: the focus stays in the input, and arrow keys select a result. */
function start(input: HTMLInputElement, list: HTMLUListElement): void {
  let selected = -1;
  const options = () => [...list.querySelectorAll<HTMLElement>('[role="option"]')];
  const select = (index: number) => {
    selected = index;
    options().forEach((it, at) => {
      it.setAttribute("aria-selected", String(at === index));
      if (at === index) it.scrollIntoView({ block: "nearest" });
    });
    if (index < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `found-${index}`);
  };
  const show = () => {
    const isEmpty = input.value.trim() === "";
    const index = window.weirSearchIndex;
    const found = index && !isEmpty ? search(index, input.value) : [];
    list.replaceChildren(...optionsFor(found, input.dataset.root ?? ""));
    if (index && !isEmpty && found.length === 0) list.append(nothing(input.value));
    list.hidden = isEmpty || !index;
    input.setAttribute("aria-expanded", String(!list.hidden));
    select(-1);
  };
  const hide = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    select(-1);
  };
  input.addEventListener("focus", () => void load(input.dataset.index ?? "").then(show));
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    const count = options().length;
    if (event.key === "Escape") hide();
    else if (event.key === "Enter") options()[Math.max(selected, 0)]?.querySelector("a")?.click();
    else if (count > 0 && event.key === "ArrowDown") select((selected + 1) % count);
    else if (count > 0 && event.key === "ArrowUp")
      select((Math.max(selected, 0) + count - 1) % count);
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (event.target !== input && !list.contains(event.target as Node)) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || isEditable(event.target)) return;
    event.preventDefault();
    input.focus();
  });
}

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function optionsFor(found: readonly SearchResult[], root: string): HTMLElement[] {
  return found.map(({ path, page, heading }, index) => {
    const option = document.createElement("li");
    option.id = `found-${index}`;
    option.role = "option";
    const link = document.createElement("a");
    link.href = root + path;
    link.tabIndex = -1;
    link.textContent = heading;
    const where = document.createElement("small");
    where.textContent = page === heading ? "" : page;
    link.append(" ", where);
    option.append(link);
    return option;
  });
}

function nothing(query: string): HTMLElement {
  const item = document.createElement("li");
  item.className = "nothing";
  item.role = "presentation";
  item.textContent = `Nothing found for '${query.trim()}'.`;
  return item;
}

let loading: Promise<void> | undefined;

/** Loads the index as a script, which also works for pages on disk. */
function load(address: string): Promise<void> {
  loading ??= new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve();
    document.head.append(script);
  });
  return loading;
}
