import type { Completion } from "../../../core/analysis.ts";
import { fill, hole, type Offer, plainSlot } from "../../../json/features/slot.ts";
import { replace } from "../../../text/edit.ts";
import type { Span } from "../../../text/span.ts";
import type { Document } from "../../document.ts";
import type { Within } from "./expected.ts";

/** Common conditions, and whole rules. A placeholder is empty if completion offers a list for it. */

const idioms: readonly Offer[] = [
  template(
    "path prefix",
    `starts_with(http.request.uri.path, "/${hole(1)}")`,
    "requests to a path and its subpaths",
  ),
  template(
    "user agent",
    `lower(http.user_agent) contains "${hole(1)}"`,
    "requests by user agent, case-insensitive",
  ),
  {
    ...template(
      "header",
      `any(http.request.headers["${hole(1)}"][*] eq "${hole(2)}")`,
      "requests with a header value",
    ),
    next: "suggest",
  },
];

/** Rules on packets have no request fields. */
export function idiomOffers({ phase }: Document, within: Within): readonly Offer[] {
  const isCondition = within === "start" || within === "filter";
  return isCondition && !phase?.packets ? idioms : [];
}

const wholes: readonly Offer[] = [
  {
    ...template(
      "rule",
      `# @action ${hole(1)}\n# @description ${hole(2)}\n${hole(3)}`,
      "a rule with its action and description",
    ),
    next: "suggest",
  },
  template(
    "value expression",
    `# @value\nconcat("${hole(1)}", ${hole(2)})`,
    "such as the path of a rewrite",
  ),
];

/** Offers for an empty file. A client without multi-line edits gets only the first line, which is a comment. */
export function wholeRules({ text }: Document, typed: Span): Completion[] {
  if ((text.slice(0, typed.start) + text.slice(typed.end)).trim() !== "") return [];
  return wholes.map((offer) => ({
    ...fill(plainSlot(typed), offer),
    plain: { edit: replace(typed, offer.text.slice(0, offer.text.indexOf("\n"))) },
  }));
}

function template(label: string, text: string, detail: string): Offer {
  return { label, kind: "snippet", text, detail, snippet: true };
}
