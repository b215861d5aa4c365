/** The controls that Tab reaches. */
const controls = "button, input, select, textarea, summary, [tabindex='0']";

/**
 * The focus of a control that is removed or disabled goes to the next one: otherwise keys would do nothing, and a screen reader
 * would start at the top of the page.
 */
export function keepFocus(): void {
  let last: HTMLElement | undefined;
  let order: readonly HTMLElement[] = [];
  document.addEventListener("focusin", ({ target }) => {
    last = target as HTMLElement;
    order = [...document.querySelectorAll<HTMLElement>(controls)];
  });
  new MutationObserver(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === body || activeElement === last;
    // Only a page that has focus: it must not take the focus of an editor.
    if (!last || !isLost || isUsable(last) || !document.hasFocus()) return;
    nextIn(order, last, isUsable)?.focus();
  }).observe(document, { childList: true, subtree: true, attributeFilter: ["disabled"] });
}

function isUsable(it: HTMLElement): boolean {
  return it.isConnected && !it.matches(":disabled") && it.checkVisibility();
}

/** The first usable element after another one, or else the last one before it. */
export function nextIn<T>(order: readonly T[], it: T, isUsable: (it: T) => boolean): T | undefined {
  const at = order.indexOf(it);
  return order.slice(at + 1).find(isUsable) ?? order.slice(0, Math.max(0, at)).findLast(isUsable);
}
