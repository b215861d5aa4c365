import type { ComponentChildren } from "preact";

interface CellProps {
  /** The control in the cell, used to restore focus after a change. */
  readonly part?: "field" | "operator" | "value";
  readonly look?: string;
  /** Not in a row: what is about the whole filter. */
  readonly isOutside?: boolean | undefined;
  readonly children?: ComponentChildren;
}

/** A cell of the tree. Its controls receive focus, not the cell. */
export function Cell({ part, look = "", isOutside, children }: CellProps) {
  return (
    <span role={isOutside ? undefined : "gridcell"} class={`cell ${look}`} data-part={part}>
      {children}
    </span>
  );
}

interface LineProps {
  readonly id: string;
  readonly label: string;
  /** One-based. */
  readonly level: number;
  readonly look: string;
  readonly place?: { readonly index: number; readonly siblings: number };
  readonly isGroup?: boolean;
  readonly isTabStop?: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly children: ComponentChildren;
}

/** A row of the tree. */
export function Line(props: LineProps) {
  const { id, label, level, look, place, isGroup, isTabStop, onKeyDown, children } = props;
  return (
    <div
      role="row"
      class={`row ${look}`}
      data-row={id}
      aria-level={level}
      {...(place && { "aria-posinset": place.index + 1, "aria-setsize": place.siblings })}
      {...(isGroup && { "aria-expanded": true })}
      aria-label={label}
      tabIndex={isTabStop ? 0 : -1}
      style={{ "--level": level - 1 }}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}
