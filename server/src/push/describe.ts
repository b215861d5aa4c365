import { defaultContext } from "../core/context.ts";
import { languageWithId } from "../languages.ts";
import { applyEdits } from "../text/edit.ts";
import { printable } from "../text/printable.ts";
import { shownDestination } from "./destination.ts";
import { type DiffLine, lineDifference } from "./line-difference.ts";
import type { Change } from "./settings.ts";

/** Settings that hold a text of one of our languages, and are compared line by line. */
const languageOf: Readonly<Record<string, string>> = { filter: "lpfilter", expression: "cfrule" };

/** A change as people read it. The destination of a job is a secret, and only its kind is shown. */
export function describeChange({ name, before, after }: Change): DiffLine[] {
  const language = languageOf[name];
  if (language !== undefined) {
    return [
      { sign: " ", text: name },
      ...lineDifference(linesOf(language, before), linesOf(language, after)).map((it) => ({
        ...it,
        text: `  ${it.text}`,
      })),
    ];
  }
  return [
    ...(before === undefined ? [] : [{ sign: "-" as const, text: shown(name, before) }]),
    ...(after === undefined ? [] : [{ sign: "+" as const, text: shown(name, after) }]),
  ];
}

function shown(name: string, value: unknown): string {
  if (name === "destination_conf") return `${name} ${shownDestination(String(value))}`;
  return `${name} ${printable(typeof value === "string" ? value : JSON.stringify(value))}`;
}

/** In the layout that its language gives it, as its lines differ less than the text that is sent. */
function linesOf(language: string, value: unknown): string[] {
  if (typeof value !== "string") return [];
  const analysis = languageWithId(language)?.analyse(value, defaultContext);
  const edits = analysis?.format({ tabSize: 2, insertSpaces: true }) ?? [];
  return applyEdits(value, edits).trimEnd().split(/\r?\n/).map(printable);
}
