import ruleSnippets from "../../../../../snippets/cfrule.json" with { type: "json" };
import type { Completion } from "../../../core/analysis.ts";
import { fill, type Offer, plainSlot, snippetsIn } from "../../../json/features/slot.ts";
import { replace } from "../../../text/edit.ts";
import type { Span } from "../../../text/span.ts";
import type { Document } from "../../document.ts";
import type { Within } from "./expected.ts";

const isWhole = ({ text }: Offer) => text.startsWith("# @");
/** Common conditions, and whole rules. A placeholder is empty if completion offers a list for it. */
const templates = snippetsIn(ruleSnippets).map(
  (it): Offer => (it.label === "header" || it.label === "rule" ? { ...it, next: "suggest" } : it),
);
const idioms = templates.filter((it) => !isWhole(it));
const wholes = templates.filter(isWhole);

/** Rules on packets have no request fields. */
export function idiomOffers({ phase }: Document, within: Within): readonly Offer[] {
  const isCondition = within === "start" || within === "filter";
  return isCondition && !phase?.packets ? idioms : [];
}

/** Offers for an empty file. Clients without multi-line edits receive only the first line, which is a comment. */
export function wholeRules({ text }: Document, typed: Span): Completion[] {
  if ((text.slice(0, typed.start) + text.slice(typed.end)).trim() !== "") return [];
  return wholes.map((offer) => ({
    ...fill(plainSlot(typed), offer),
    plain: { edit: replace(typed, offer.text.slice(0, offer.text.indexOf("\n"))) },
  }));
}
