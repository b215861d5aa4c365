import type { Embedded } from "../../server/src/hosts/embedded.ts";
import { replaceHoles } from "../../server/src/text/hole.ts";

const order = [
  "action",
  "description",
  "ref",
  "enabled",
  "dataset",
  "phase",
  "kind",
  "group",
  "order",
  "attribute",
] as const;

/** A text as one line, with the source of its holes in guillemets, and its context in the host. */
export function shown(host: string, { language, role, region, context }: Embedded): string {
  const text = replaceHoles(region.text, (_, index) => {
    const hole = region.holes[index];
    const inside = host.slice(hole?.start, hole?.end);
    // The hole for the filter of a job is the whole filter.
    return `«${/^(?:jsonencode|<<|"\{)/.test(inside) ? "…" : inside}»`;
  }).replaceAll("\n", "⏎");
  const said = order.filter((it) => context[it] !== undefined).map((it) => `${it}=${context[it]}`);
  const what = role === "value" ? `${language} value` : language;
  return `${what} ${text} | ${said.join(" ")}`;
}
