import { actionNamed } from "../../catalogue/actions.ts";
import {
  apart,
  called,
  compared,
  comparison,
  field,
  fieldIn,
  type Idiom,
  isEqual,
  isOther,
  matched,
  methodNames,
  name,
  nothing,
  nullTest,
  number,
  presence,
  quoted,
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
  row(String.raw`${apart}(${field})\s+(?:is|not)\s*null\b`, (it) =>
    nullTest(it.parts[0], false, it),
  ),
  row(String.raw`${apart}(?:exists?|has|isset|defined|present)\b\s*\(?\s*(${field})\s*\)?`, (it) =>
    presence(it.parts[0], it),
  ),
  row(String.raw`${apart}(${text})\s+in\s+(${name}?)(?:\.names|\.keys\(?\)?)?(?![\w.])`, (it) =>
    presence(`${it.parts[1]}[${quoted(it.parts[0])}]`, it),
  ),
  row(String.raw`${apart}(${name})\s+(?:contains|has)\s+(${text})`, (it) =>
    presence(`${it.parts[0]}[${quoted(it.parts[1])}]`, it),
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
    String.raw`${apart}(?:[\w.]+\.)?(?:scheme|protocol|proto)\s+in\s+[{(\[]\s*["']http(s?)["']\s*[})\]]`,
    ({ parts: [letter] }) => (letter ? "ssl" : "not ssl"),
  ),
  // Ranges and patterns of numbers.
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
    String.raw`${apart}(${field})\s+(?:not_?|!|n|does_?not_?)contains?\s+(${text})`,
    (it) => {
      const use = compared(it.parts[0], "contains", it.parts[1], it);
      return use && `not ${use}`;
    },
    "sure",
  ),
  row(
    String.raw`${apart}(${field})\s+(?:not|unequal|not_?eq(?:uals)?)\s+(${text}|${number})`,
    (it) => compared(it.parts[0], "ne", it.parts[1], it),
  ),
  // Shells.
  row(
    String.raw`\[?\[\s+["']?(${field})["']?\s*(==?|!=|=~|-eq|-ne)\s*(${text}|[\w./*-]+)\s+\]\]?`,
    (it) => {
      const [operand, operator = "", value = ""] = it.parts;
      if (operator === "=~") return compared(operand, "matches", value, it);
      if (/^(?:!=|-ne)$/.test(operator)) return compared(operand, "ne", value, it);
      return matched(operand, value, it);
    },
  ),
  row(String.raw`${apart}(${field})\s+-(eq|ne|lt|le|gt|ge)\s+(${text}|${number})`, (it) =>
    compared(it.parts[0], it.parts[1]?.toLowerCase() ?? "", it.parts[2], it),
  ),
  // jq.
  row(
    String.raw`(?<![\w.])(?:select\()?\.(${name})\s*(==|!=|[<>]=?)\s*(${text}|${number})\)?`,
    (it) => comparison(it.parts[0], it.parts[1] ?? "", it.parts[2] ?? "", it),
  ),
  row(
    String.raw`(?<![\w.])(?:select\()?\.(${name})\s*\|\s*(test|${methodNames})(?:_?with)?\(\s*(${text})\s*\)\)?`,
    (it) => {
      const [operand, word = "", value] = it.parts;
      const found = fieldIn(operand, it);
      if (!found) return undefined;
      return word === "test"
        ? `${found} matches ${quoted(value)}`
        : called(word, found, quoted(value));
    },
  ),
];
