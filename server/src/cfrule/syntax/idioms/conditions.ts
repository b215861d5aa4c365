import { actionNamed } from "../../catalog/actions.ts";
import {
  apart,
  compared,
  field,
  type Idiom,
  isEqual,
  isOther,
  matched,
  name,
  nothing,
  nullTest,
  presence,
  row,
  secure,
  text,
} from "./idiom.ts";

/** How other languages write presence, actions, numbers and negations. */
export const conditionIdioms: readonly Idiom[] = [
  row(
    String.raw`${apart}(${field})\s*(?:(${isOther})|(?:${isEqual}))\s*(?:${nothing})\b`,
    (it) => nullTest(it.parts[0], it.parts[1] !== undefined, it),
    "sure",
  ),
  row(
    String.raw`(?<=^|\(|!|\b(?:and|or|xor|not)\s|&&\s*|\|\|\s*)(${name}\["[^"\]]*"\](?:\[\d+\])?)(?=\s*(?:$|\)|and\b|or\b|xor\b|&&|\|\|))`,
    (it) => presence(it.parts[0], it),
  ),
  // An action after the condition.
  row(
    String.raw`(?<!\s)\s*(?:=>|->|\?|\{|\band\b|\bthen\b|\breturn\b|(?<=\)))\s*"?([a-z_]+|\d{3})"?(?:\s*:\s*[a-z_]+)?[\s;})]*$`,
    ({ parts: [action = ""] }) =>
      /^(?:true|403|429|drop|deny)$/i.test(action) || actionNamed(action.toLowerCase())
        ? ""
        : undefined,
  ),
  row(
    String.raw`${apart}(${name})\s*(?:(${isOther})|(?:${isEqual}))?\s*(?:["']?(?:(true|1|on|yes)|(?:false|0|off|no))["']?)(?![\w."'])`,
    (it) => secure(it.parts[0], (it.parts[1] === undefined) === (it.parts[2] !== undefined), it),
  ),
  row(
    String.raw`${apart}(${name})\s+in\s+(?:range\(\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)|[{(\[]\s*(\d{1,9})\s*(?:(\.\.<)|:|\bto\b|–)\s*(\d{1,9})\s*[})\]])`,
    (it) => {
      const [operand, first, end, from, isOpen, last] = it.parts;
      const to = Number(end ?? last) - (end !== undefined || isOpen ? 1 : 0);
      return compared(operand, "in", `{${first ?? from}..${to}}`, it);
    },
  ),
  row(
    String.raw`${apart}(${name})\s*(?:${isEqual})\s*([1-5])\*\*?`,
    (it) => compared(it.parts[0], "in", `{${it.parts[1]}00..${it.parts[1]}99}`, it),
    "sure",
  ),
  // Negations.
  row(
    String.raw`\[?\[\s+["']?(${field})["']?\s*(==?|!=|=~|-eq|-ne)\s*(${text}|[\w./*-]+)\s+\]\]?`,
    (it) => {
      const [operand, operator = "", value = ""] = it.parts;
      if (operator === "=~") return compared(operand, "matches", value, it);
      if (/^(?:!=|-ne)$/.test(operator)) return compared(operand, "ne", value, it);
      return matched(operand, value, it);
    },
  ),
];
