import type { Lines } from "../text/lines.ts";
import type { Item } from "./items.ts";

/** What people call a rule or job, in quotes. */
export function titleOf({ title, ref, order }: Item): string {
  const name = (title || ref)?.replace(/\s+/g, " ").trim();
  return name ? JSON.stringify(name) : `rule ${(order ?? 0) + 1}`;
}

/** As in `cloudflare_ruleset.waf "Admin area"`. */
export function nameOf(item: Item): string {
  const { group, title, ref, order } = item;
  const own = title || ref || order !== undefined ? titleOf(item) : undefined;
  return [group, own].filter((it) => it !== undefined).join(" ") || item.kind;
}

/** The line of an item, from 1. */
export function lineOf({ start }: Item, lines: Lines): number {
  return lines.lineAt(start) + 1;
}
