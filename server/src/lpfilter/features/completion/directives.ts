import { defaultDataset } from "../../../core/context.ts";
import type { Comment } from "../../../json/scan.ts";
import { datasets } from "../../catalogue/datasets.ts";
import { checks } from "../../checks/all.ts";
import { datasetDirective } from "../../directives.ts";
import type { Document } from "../../document.ts";
import { describeDataset, paragraphs } from "../describe.ts";
import { hole } from "./skeletons.ts";
import type { Offer, Slot } from "./slot.ts";

/** What may be completed in a comment: our directives and what stands after them. */
export function commentOffers(
  doc: Document,
  comment: Comment,
  offset: number,
): { readonly slot: Slot; readonly offers: readonly Offer[] } | undefined {
  const before = lineBefore(doc.text.slice(comment.start, offset));
  for (const [pattern, offersAfter] of rows) {
    const match = pattern.exec(before);
    if (!match) continue;
    const typed = match[match.length - 1] ?? "";
    const end = wordEnd(doc.text, offset, comment);
    const slot: Slot = { start: offset - typed.length, end, lead: undefined, tail: "", quote: "" };
    return { slot, offers: offersAfter(doc, match[1] ?? "") };
  }
  return undefined;
}

/** What stands in the comment before the cursor, on the cursor's line. The last group is the word at the cursor. */
const rows: readonly (readonly [RegExp, (doc: Document, found: string) => readonly Offer[]])[] = [
  [/@dataset[ \t]+([^\s*]*)$/, datasetOffers],
  [/\bweir-ignore(?:-file)?[ \t:]+((?:[a-z0-9-]+[ \t]*,[ \t]*)*)([a-z0-9-]*)$/, codeOffers],
  [/^(?:\/\/|\/\*|#)?[ \t*]*(@?[\w-]*)$/, directiveOffers],
];

function datasetOffers(): Offer[] {
  return datasets.map((dataset) => ({
    label: dataset.name,
    kind: "value",
    text: dataset.name,
    detail: dataset.title,
    documentation: () => describeDataset(dataset),
  }));
}

function codeOffers(_doc: Document, listed: string): Offer[] {
  const taken = new Set(listed.split(",").map((it) => it.trim()));
  return checks
    .filter((it) => !taken.has(it.code))
    .map((check) => ({
      label: check.code,
      kind: "value",
      text: check.code,
      detail: check.severity,
      documentation: () => paragraphs(check.summary, check.why),
    }));
}

function directiveOffers(doc: Document, typed: string): Offer[] {
  const dataset: Offer = {
    label: "@dataset",
    kind: "keyword",
    text: `@dataset ${hole(1, doc.context.datasets[0] ?? defaultDataset)}`,
    detail: "the dataset that the filter is for",
    snippet: true,
  };
  const ignore = (label: string, detail: string): Offer => ({
    label,
    kind: "keyword",
    text: `${label} ${hole(1, "code")}`,
    detail,
    snippet: true,
  });
  const all = [
    ...(datasetDirective(doc.json) ? [] : [dataset]),
    ignore("weir-ignore", "silences findings in the next line"),
    ignore("weir-ignore-file", "silences findings in this file"),
  ];
  return all.filter((it) => it.label.startsWith(typed));
}

/** Directives are short; a line longer than this is prose, and is not searched from its start. */
const mostLooked = 500;

function lineBefore(written: string): string {
  const near = written.slice(-mostLooked);
  return near.slice(Math.max(near.lastIndexOf("\n"), near.lastIndexOf("\r")) + 1);
}

/** The rest of a word is replaced with its beginning; the end of a block comment is not part of a word. */
function wordEnd(text: string, offset: number, comment: Comment): number {
  let end = offset;
  while (end < comment.end && /[\w-]/.test(text[end] ?? "")) end++;
  return end;
}
