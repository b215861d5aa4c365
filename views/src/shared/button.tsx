import type { ComponentChildren } from "preact";

interface ButtonProps {
  /** The action. Also the accessible name if the content is a symbol. */
  readonly label: string;
  readonly onClick: () => void;
  readonly children?: ComponentChildren;
  readonly kind?: "primary" | "secondary" | "symbol";
  readonly disabled?: boolean;
  /** For a toggle button. */
  readonly pressed?: boolean;
}

export function Button({
  label,
  onClick,
  children,
  kind = "secondary",
  disabled,
  pressed,
}: ButtonProps) {
  const named = kind === "symbol" ? { "aria-label": label, title: label } : {};
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
