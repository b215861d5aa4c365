import { describePlannedRule } from "../core/diagnostic.ts";
import type { Span } from "../text/span.ts";
import type { EmbeddedContext } from "./embedded.ts";

/** Why a text of a host was not checked: what it is filled in with, or in a plan, when it is known. */
export function reasonNotChecked(
  host: string,
  { address, order, ref }: EmbeddedContext,
  { start, end }: Span,
): string {
  const source = host.slice(start, end).replace(/\s+/g, " ").trim();
  if (address === undefined) return source.length > 80 ? `${source.slice(0, 79)}…` : source;
  const name = describePlannedRule({ address, index: order, ref });
  const isSecret = source.startsWith('"(sensitive)') || /^\*+$/.test(source);
  return `${name} is ${isSecret ? "sensitive" : "known after apply"}`;
}
