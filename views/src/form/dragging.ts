import type { FormPlace, ShownForm } from "../../../server/src/lsp/protocol.ts";
import { dropPlace } from "./moves.ts";
import { keyOf, type Path, rowAt } from "./rows.ts";

interface Target {
  readonly key: string;
  readonly half: "upper" | "lower";
  readonly place: FormPlace;
}

/** Moves rows with the pointer. Escape cancels. */
export class Dragging {
  #moved: Path | undefined;
  #target: Target | undefined;

  constructor(
    private readonly form: () => ShownForm | undefined,
    private readonly drop: (path: Path, to: FormPlace) => void,
    private readonly changed: () => void,
  ) {}

  /** The drag state of a row. */
  markOn(path: Path): "moved" | "before" | "after" | undefined {
    const key = keyOf(path);
    if (this.#moved && keyOf(this.#moved) === key) return "moved";
    if (this.#target?.key !== key) return undefined;
    return this.#target.half === "upper" ? "before" : "after";
  }

  start(event: PointerEvent, path: Path): void {
    const handle = event.currentTarget as HTMLElement;
    if (event.button !== 0) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    this.#moved = path;
    const onMove = (it: PointerEvent) => this.#follow(it);
    const end = (isDropped: boolean) => {
      handle.removeEventListener("pointermove", onMove);
      window.removeEventListener("keydown", onKey, true);
      const [moved, target] = [this.#moved, this.#target];
      this.#moved = undefined;
      this.#target = undefined;
      this.changed();
      if (isDropped && moved && target) this.drop(moved, target.place);
    };
    const onKey = (it: KeyboardEvent) => {
      if (it.key === "Escape") end(false);
    };
    handle.addEventListener("pointermove", onMove);
    handle.addEventListener("pointerup", () => end(true), { once: true });
    handle.addEventListener("pointercancel", () => end(false), { once: true });
    window.addEventListener("keydown", onKey, true);
    this.changed();
  }

  #follow(event: PointerEvent): void {
    const element = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement>("[data-row]");
    this.#target = element ? this.#targetAt(element, event.clientY) : undefined;
    this.changed();
  }

  #targetAt(element: HTMLElement, y: number): Target | undefined {
    const key = element.dataset.row ?? "";
    const path = key === "" ? [] : key.split(".").map(Number);
    const row = rowAt(this.form()?.root, path);
    const { top, height } = element.getBoundingClientRect();
    const half = y < top + height / 2 ? "upper" : "lower";
    const place = row && this.#moved && dropPlace(this.#moved, row, half);
    return place && { key, half, place };
  }
}
