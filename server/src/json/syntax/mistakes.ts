/** What to say about each mistake, and how to mend it. Where one is made is the scanner's and the parser's business. */
import type { Fix } from "../../core/diagnostic.ts";
import { type Edit, insert, replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { thousands } from "../../text/wording.ts";
import { code, codePoint } from "./characters.ts";
import type { Closer, Missing } from "./open-brackets.ts";
import type { Description } from "./problems.ts";
import type { JsonValue } from "./tree.ts";

export function missingComma(_: Span, found: string, at: number): Description {
  return {
    message: `A ',' is missing before ${shorten(found)}.`,
    fix: sure("Insert ','", insert(at, ",")),
  };
}

/** Without a colon behind what was found, it may be one more value of a set. */
export function likelyComma(place: Span, found: string, at: number): Description {
  return asGuess(missingComma(place, found, at));
}

export function missingColon(name: string, value: JsonValue["kind"], at: number): Description {
  const described: Description = {
    message: `A ':' is missing between ${shorten(name)} and its value.`,
    fix: sure("Insert ':'", insert(at, ":")),
  };
  // Two single values in braces may be a set.
  return value === "object" || value === "array" ? described : asGuess(described);
}

export function missingName(_: Span, found: string): Description {
  return {
    message: `${shorten(found)} has no property name. Write one before it, as in "key": …`,
  };
}

export function missingNameBeforeColon(): Description {
  return { message: "A property name is missing before this ':'. Write one." };
}

export function missingValue(name: string, after: "colon" | "name"): Description {
  const advice = after === "colon" ? "Write one after the ':'." : "Write ':' and a value after it.";
  return { message: `${shorten(name)} has no value. ${advice}` };
}

export function commaAfterNothing(place: Span): Description {
  return {
    message: "Nothing stands before this ','. Remove it.",
    fix: sure("Remove ','", replace(place, "")),
  };
}

export function commaAfterAll(place: Span): Description {
  return {
    message: "A ',' has no place after the file's one value. Remove it.",
    fix: sure("Remove ','", replace(place, "")),
  };
}

export function colonInList(): Description {
  return { message: "A ':' has no place in a list. Put the name and its value in '{ }'." };
}

export function extraColon(place: Span): Description {
  return {
    message: "This ':' has no place here. Remove it.",
    fix: guess("Remove ':'", replace(place, "")),
  };
}

export function otherSign(place: Span, written: string, own: string): Description {
  return {
    message: `JSON writes '${own}' here, not '${written}'.`,
    fix: sure(`Write '${own}'`, replace(place, own)),
  };
}

export function closesNothing(place: Span, closer: string): Description {
  return {
    message: `This '${closer}' closes nothing. Remove it.`,
    fix: guess(`Remove '${closer}'`, replace(place, "")),
  };
}

export function notClosedBefore(closer: Closer, found: string, at: number): Description {
  return {
    message: `This '${openerOf[closer]}' is not closed. Add '${closer}' before the '${found}'.`,
    fix: guess(`Insert '${closer}'`, insert(at, closer)),
  };
}

export function notClosed({ own, count, all }: Missing, at: number): Description {
  const open = count > 1 ? ` (${thousands(count)} brackets are open)` : "";
  const finding = `This '${openerOf[own]}' is not closed${open}.`;
  if (all === "") return { message: `${finding} Close each of them.` };
  const title = `Add ${shorten(all)} at the end`;
  return { message: `${finding} ${title}.`, fix: guess(title, insert(at, all)) };
}

const openerOf = { "}": "{", "]": "[" } as const;

export function tooDeep(levels: number): Description {
  return {
    message: `Brackets are nested more than ${levels} deep here, and what is further inside is looked at for its syntax only. Flatten them.`,
  };
}

export function tooManyParts(most: number): Description {
  const count = most.toLocaleString("en-US");
  return {
    message: `This file has more than ${count} values or comments, and the rest of it is not checked. Shorten it.`,
  };
}

export function afterAll(found: string): Description {
  return {
    message:
      found === "{" || found === "["
        ? "A file holds one value, and a second one starts here. Put it into the first, or remove it."
        : `${shorten(found)} stands after the end of the JSON. Remove it.`,
  };
}

export function beforeAll(place: Span, found: string): Description {
  return {
    message: `${shorten(found)} stands before the start of the JSON. Remove it.`,
    fix: guess(`Remove ${shorten(found)}`, replace(place, "")),
  };
}

/** `"where": …` as the whole file. There is no end when the closing brace is there. */
export function withoutBraces(name: Span, end: number | undefined): Description {
  const opener = insert(name.start, "{ ");
  return end === undefined
    ? {
        message: "The '{' before this property is missing. Write one.",
        fix: sure("Insert '{'", opener),
      }
    : {
        message: "A property stands alone here. Put '{' before it and '}' after its value.",
        fix: sure("Put braces around it", opener, insert(end, " }")),
      };
}

export function emptyText(): Description {
  return { message: "There is no JSON here yet. Start with '{'." };
}

export function notJson(place: Span, written: string): Description {
  const first = written.charCodeAt(0);
  const shown = first < code.space || first === code.delete ? codePoint(first) : shorten(written);
  return {
    message: `${shown} is not JSON. Remove it.`,
    fix: guess(`Remove ${shown}`, replace(place, "")),
  };
}

export function unclosedComment(end: number): Description {
  return {
    message: "This comment has no end. Close it with '*/'.",
    fix: guess("Add '*/' at the end", insert(end, " */")),
  };
}

export function hashComment(place: Span): Description {
  return {
    message: "A comment starts with '//' here, not with '#'.",
    fix: sure("Write '//'", replace(place, "//")),
  };
}

export function foreignQuotes(place: Span, instead: string, quoted: string): Description {
  return {
    message: `A string stands in ${instead}.`,
    fix: sure("Use double quotes", replace(place, quoted)),
  };
}

export function unclosedString(place: Span, written: string, closed: string): Description {
  return {
    message: `The string ${shorten(written)} has no closing quote. Write one at its end.`,
    fix: guess("Close the string", replace(place, closed)),
  };
}

export function badEscape(place: Span, written: string): Description {
  if (written === "\\'") {
    return {
      message: "JSON has no escape '\\''. Write the quote alone.",
      fix: sure("Remove the backslash", replace(place, "'")),
    };
  }
  return {
    message:
      written === "\\u"
        ? "'\\u' takes four hexadecimal digits, as in '\\u00e9'."
        : `JSON has no escape '${written}'. Write '\\\\' for a backslash.`,
    fix: sure("Double the backslash", insert(place.start, "\\")),
  };
}

export function quoteInside(place: Span): Description {
  return {
    message: "A quote inside a string is written '\\\"'.",
    fix: guess("Write '\\\"'", insert(place.start, "\\")),
  };
}

export function controlCharacter(place: Span, written: string): Description {
  const escaped = JSON.stringify(written).slice(1, -1);
  return {
    message: `A ${written === "\t" ? "tab" : "control character"} inside a string is written '${escaped}'.`,
    fix: sure(`Write '${escaped}'`, replace(place, escaped)),
  };
}

export function blankLookalike(place: Span, here: number): Description {
  return {
    message: `${codePoint(here)} looks blank, but is no white space in JSON. Write a space.`,
    fix: sure("Write a space", replace(place, " ")),
  };
}

/** The one right answer, which may be applied unasked. */
function sure(title: string, ...edits: Edit[]): Fix {
  return { title, edits };
}

/** The same, where something else may be meant. */
export function asGuess({ message, fix }: Description): Description {
  return fix ? { message, fix: { ...fix, guess: true } } : { message };
}

function guess(title: string, ...edits: Edit[]): Fix {
  return { title, edits, guess: true };
}
