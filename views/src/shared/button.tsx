import type { ComponentChildren } from "preact";

interface ButtonProps {
  /** The action. Also the accessible name if the content is a symbol. */
  readonly label: string;
  /** The subject of the action, if there are several buttons with this label. Only screen readers read it. */
  readonly about?: string;
  readonly onClick: () => void;
  readonly children?: ComponentChildren;
  readonly kind?: "primary" | "secondary" | "symbol";
  readonly disabled?: boolean;
  /** For a toggle button. */
  readonly pressed?: boolean;
}

export function Button({
  label,
  about,
  onClick,
  children,
  kind = "secondary",
  disabled,
  pressed,
}: ButtonProps) {
  const named =
    kind === "symbol"
      ? { "aria-label": label, title: label }
      : about !== undefined && { "aria-label": `${label} ${about}` };
  return (
    <button
      type="button"
      class={kind}
      disabled={disabled}
      aria-pressed={pressed}
      onClick={onClick}
      {...named}
    >
      {children ?? label}
    </button>
  );
}
