/**
 * The list of pages and the outline are `details` elements, which work without a script: as columns their content is always
 * shown. Here columns are also open for assistive programs, and the menu closes like other menus.
 */
export function startMenu(): void {
  const menu = detailsIn("body.wide .pages") ?? columnFrom("52rem", ".pages");
  columnFrom("80rem", ".outline");
  if (!menu) return;
  const close = () => {
    menu.open = isColumn(menu);
  };
  document.addEventListener("click", ({ target }) => {
    if (!menu.contains(target as Node)) close();
  });
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    close();
    menu.querySelector("summary")?.focus();
  });
}

function detailsIn(selector: string): HTMLDetailsElement | null {
  return document.querySelector(`${selector} > details`);
}

/** Opens the element while the page is at least that wide. */
function columnFrom(width: string, selector: string): HTMLDetailsElement | null {
  const details = detailsIn(selector);
  const media = matchMedia(`(min-width: ${width})`);
  const adapt = () => {
    if (details) details.open = media.matches;
  };
  adapt();
  media.addEventListener("change", adapt);
  return details;
}

function isColumn(menu: HTMLDetailsElement): boolean {
  const summary = menu.querySelector("summary");
  return summary !== null && getComputedStyle(summary).display === "none";
}
