import type { Completion } from "../../../core/analysis.ts";
import { fill, type Offer, placeholder, plainSlot } from "../../../json/features/slot.ts";
import { replace } from "../../../text/edit.ts";
import type { Span } from "../../../text/span.ts";
import type { Document } from "../../document.ts";
import type { Within } from "./expected.ts";

/** Common conditions, and whole rules. A placeholder is empty if completion offers a list for it. */

const idioms: readonly Offer[] = [
  template(
    "path prefix",
    `starts_with(http.request.uri.path, "/${placeholder(1)}")`,
    "requests to a path and its subpaths",
  ),
  template(
    "user agent",
    `lower(http.user_agent) contains "${placeholder(1)}"`,
    "requests by user agent, case-insensitive",
  ),
  {
    ...template(
      "header",
      `any(http.request.headers["${placeholder(1)}"][*] eq "${placeholder(2)}")`,
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
      `# @action ${placeholder(1)}\n# @description ${placeholder(2)}\n${placeholder(3)}`,
      "a rule with its action and description",
    ),
    next: "suggest",
  },
  template(
    "value expression",
    `# @value\nconcat("${placeholder(1)}", ${placeholder(2)})`,
    "such as the path of a rewrite",
  ),
];

/** Offers for an empty file. Clients without multi-line edits receive only the first line, which is a comment. */
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
