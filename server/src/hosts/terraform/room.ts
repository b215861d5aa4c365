import type { NotChecked } from "../../core/diagnostic.ts";
import type { Span } from "../../text/span.ts";
import type { HostObject } from "../node.ts";

/** Bounds what one document has through modules and repeated resources, which a few lines can make very many of. */
export class Room {
  private left = mostRules;
  private readonly full = new Map<string, NotChecked>();

  /** The parts that are not checked, once for each place. */
  get leftOut(): readonly NotChecked[] {
    return [...this.full.values()];
  }

  get isFull(): boolean {
    return this.left <= 0;
  }

  /** A rule that is created once is always checked: there is no more of it than text. */
  take({ entries }: HostObject): void {
    this.left--;
    for (const { value } of entries) if (value.kind === "list") this.left -= value.items.length;
  }

  leaveOut({ start, end }: Span, name: string): void {
    const key = `${start} ${end}`;
    const detail = `${name} is over the limit for modules and repeated resources`;
    if (!this.full.has(key)) this.full.set(key, { start, end, reason: "limit-reached", detail });
  }
}

const mostRules = 50_000;
