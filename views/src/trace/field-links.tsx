import { displayText } from "../shared/display.ts";
import { l10n } from "../shared/l10n.ts";

/** Fields in sentences, which lead to their boxes. */
export interface FieldLinks {
  /** Whether a request can have a field with this name. */
  isField(name: string): boolean;
  onSet(name: string): void;
}

interface LinkedTextProps {
  readonly text: string;
  readonly length: number;
  readonly links: FieldLinks;
}

/** A sentence in which each quoted field opens its box. */
export function LinkedText({ text, length, links }: LinkedTextProps) {
  return displayText(text, length)
    .split(/'([^'\s]+)'/)
    .map((part, at) => {
      if (at % 2 === 0) return part;
      if (!links.isField(part)) return `'${part}'`;
      return (
        <button
          key={at}
          type="button"
          class="link code"
          aria-label={l10n.t("Set {0}", part)}
          onClick={() => links.onSet(part)}
        >
          {part}
        </button>
      );
    });
}

/** Opens what hides the box of a field. */
export function focusField(name: string): void {
  const box = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
  const folded = box?.closest("details");
  if (folded) folded.open = true;
  box?.focus();
}
