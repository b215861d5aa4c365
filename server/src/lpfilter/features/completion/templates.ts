import { type Offer, placeholder } from "../../../json/features/slot.ts";
import type { Document } from "../../document.ts";

/** Common conditions. Placeholders are empty where completion offers values. */

interface Template {
  readonly label: string;
  readonly detail: string;
  readonly text: string;
}

const compare = (key: string, operator: string, value: string): string =>
  `{ "key": "${key}", "operator": "${operator}", "value": ${value} }`;

const both = (first: string, second: string): string =>
  `{\n  "and": [\n    ${first},\n    ${second}\n  ]\n}`;

const templates: readonly Template[] = [
  {
    label: "condition in",
    detail: "Field equals one of several values",
    text: compare(placeholder(1), "in", `["${placeholder(2)}"]`),
  },
  {
    label: "condition !in",
    detail: "Field equals none of several values",
    text: compare(placeholder(1), "!in", `["${placeholder(2)}"]`),
  },
  {
    label: "server errors",
    detail: "Responses with a status of 500 or more",
    text: compare("EdgeResponseStatus", "geq", "500"),
  },
  {
    label: "client errors",
    detail: "Responses with a status from 400 to 499",
    text: both(
      compare("EdgeResponseStatus", "geq", "400"),
      compare("EdgeResponseStatus", "lt", "500"),
    ),
  },
  {
    label: "path prefix",
    detail: "Requests to a path and everything below it",
    text: compare("ClientRequestPath", "startsWith", `"/${placeholder(1)}"`),
  },
  {
    label: "not from country",
    detail: "Requests from all but these countries",
    text: compare("ClientCountry", "!in", `["${placeholder(1)}"]`),
  },
  {
    label: "likely bots",
    detail: "Requests with a low bot score (0 means not scored)",
    text: both(compare("BotScore", "gt", "0"), compare("BotScore", "lt", placeholder(1, "30"))),
  },
];

const namedFields = /"key": "(\w+)"/g;

/** Only templates whose fields exist in the dataset. */
export function templateOffers({ fields }: Document): Offer[] {
  return templates
    .filter(({ text }) => [...text.matchAll(namedFields)].every(([, it = ""]) => fields.has(it)))
    .map(({ label, detail, text }) => ({
      label,
      kind: "snippet",
      text,
      detail,
      snippet: true,
      ...(text.includes(placeholder(1)) ? { next: "suggest" } : {}),
    }));
}
