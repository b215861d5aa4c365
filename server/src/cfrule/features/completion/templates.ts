import type { Completion } from "../../../core/analysis.ts";
import { fill, hole, type Offer, plainSlot } from "../../../json/features/slot.ts";
import { replace } from "../../../text/edit.ts";
import type { Span } from "../../../text/span.ts";
import type { Document } from "../../document.ts";
import type { Within } from "./expected.ts";

/** Conditions that many rules have, and whole rules. A place to fill in is empty where there is a list to choose from. */

const idioms: readonly Offer[] = [
  template(
    "path prefix",
    `starts_with(http.request.uri.path, "/${hole(1)}")`,
    "requests to a path and what is below it",
  ),
  template(
    "user agent",
    `lower(http.user_agent) contains "${hole(1)}"`,
    "requests from clients with this in their name, in any letter case",
  ),
  {
    ...template(
      "header",
      `any(http.request.headers["${hole(1)}"][*] eq "${hole(2)}")`,
      "requests with this value in a header",
    ),
    next: "suggest",
  },
];

/** Rules about packets have no requests to look at. */
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
    "such as the path that a rewrite makes",
  ),
];

/** What a file without any text may begin with. A client that joins lines gets the first alone, for it is a comment. */
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
