import type { ResourceKind } from "../../core/analysis.ts";
import { defaultContext, languageFor } from "../../languages.ts";
import { applyEdits } from "../../text/edit.ts";
import { printable } from "../../text/printable.ts";
import { type DiffLine, lineDifference } from "./line-difference.ts";
import type { Change } from "./settings.ts";

/** Settings that contain a filter or expression, and are compared line by line. */
export const textResources: ReadonlyMap<string, ResourceKind> = new Map([
  ["filter", "filter"],
  ["expression", "rule"],
]);

/** A change as text. Plans contain no secrets. */
export function describeChange({ name, before, after, default: usual }: Change): DiffLine[] {
  const resource = textResources.get(name);
  if (resource) {
    return [
      { sign: " ", text: name },
      ...lineDifference(linesOf(resource, before), linesOf(resource, after)).map((it) => ({
        ...it,
        text: `  ${it.text}`,
      })),
    ];
  }
  const line = (sign: "-" | "+", value: unknown): DiffLine[] => {
    if (value !== undefined) return [{ sign, text: shown(name, value) }];
    return usual === undefined ? [] : [{ sign, text: `${shown(name, usual)} (default)` }];
  };
  return [...line("-", before), ...line("+", after)];
}

/** Whether the setting contains a filter or expression. */
export function isText({ name }: Change): boolean {
  return textResources.has(name);
}

/** The lines of a diff, each with its sign: minus, plus or space. */
export function unifiedText({ name, before, after }: Change): string {
  const resource = textResources.get(name);
  return lineDifference(linesOf(resource, before), linesOf(resource, after))
    .map(({ sign, text }) => `${sign}${text}`)
    .join("\n");
}

function shown(name: string, value: unknown): string {
  return `${name} ${printable(typeof value === "string" ? value : JSON.stringify(value))}`;
}

/** The lines of a filter or expression. */
export function textLines(name: string, value: unknown): string[] {
  return linesOf(textResources.get(name), value);
}

/** Formatted, because it gives smaller diffs than the text that is sent. */
function linesOf(resource: ResourceKind | undefined, value: unknown): string[] {
  if (typeof value !== "string") return [];
  const analysis = resource && languageFor(resource).analyze(value, defaultContext);
  const edits = analysis?.format({ tabSize: 2, insertSpaces: true }) ?? [];
  return applyEdits(value, edits).trimEnd().split(/\r?\n/).map(printable);
}
