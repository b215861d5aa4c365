import type { RemoteFilter } from "../../api/shapes.ts";
import { printable } from "../../text/printable.ts";
import { shorten } from "../../text/shorten.ts";
import type { Settings } from "../plan/settings.ts";

/** The quoted description of a rule, or its expression when it has none. */
export function ruleName({ description, expression }: Settings): string {
  const isDescribed = typeof description === "string" && description !== "";
  return shorten(printable(String(isDescribed ? description : expression)));
}

/** The filter of a rule, by its expression and ID, as several may have the same expression. */
export function filterName(id: string, filters: readonly RemoteFilter[]): string {
  const filter = filters.find((it) => it.id === id);
  return filter ? `${ruleName(filter)} (${id})` : id;
}
