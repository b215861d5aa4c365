/** Messages and fixes of syntax errors. The scanner and the parser decide where they apply. */
import { type Fix, likelyFix, safeFix } from "../../core/diagnostic.ts";
import { type Edit, insert, replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { thousands } from "../../text/wording.ts";
import { code, codePoint } from "./characters.ts";
import type { Closer, MissingClosers } from "./open-brackets.ts";
import type { Description } from "./problems.ts";
import type { JsonValue } from "./tree.ts";

export function missingComma(_: Span, found: string, at: number): Description {
  return {
    message: `Missing ',' before ${shorten(found)}.`,
    fix: sure("Insert ','", insert(at, ",")),
  };
}

/** A guess, because a token without a colon after it may be another value of a set. */
export function likelyComma(place: Span, found: string, at: number): Description {
  return asGuess(missingComma(place, found, at));
}

export function missingColon(name: string, value: JsonValue["kind"], at: number): Description {
  const described: Description = {
    message: `Missing ':' between ${shorten(name)} and its value.`,
    fix: sure("Insert ':'", insert(at, ":")),
  };
  // Two single values in braces may be a set.
  return value === "object" || value === "array" ? described : asGuess(described);
}

export function missingName(_: Span, found: string): Description {
  return {
    message: `Expected a property name before ${shorten(found)}, as in "key": …`,
  };
}

export function missingNameBeforeColon(): Description {
  return { message: "Missing property name before ':'. Add one." };
}

export function missingValue(name: string, after: "colon" | "name"): Description {
  const advice = after === "colon" ? "Add one after ':'." : "Add ':' and a value.";
  return { message: `Missing value for ${shorten(name)}. ${advice}` };
}

export function commaAfterNothing(place: Span): Description {
  return {
    message: "Unexpected ','. Remove it.",
    fix: sure("Remove ','", replace(place, "")),
  };
}

export function commaAfterAll(place: Span): Description {
  return {
    message: "Unexpected ',' after the end of the JSON. Remove it.",
    fix: sure("Remove ','", replace(place, "")),
  };
}

export function colonInList(): Description {
  return { message: "Unexpected ':' in an array. Wrap the name and its value in '{ }'." };
}

export function extraColon(place: Span): Description {
  return {
    message: "Unexpected ':'. Remove it.",
    fix: guess("Remove ':'", replace(place, "")),
  };
}

export function otherSign(place: Span, written: string, own: string): Description {
  return {
    message: `Expected '${own}', found '${written}'.`,
    fix: sure(`Use '${own}'`, replace(place, own)),
  };
}

export function describeUnmatched(place: Span, closer: string): Description {
  return {
    message: `Unmatched '${closer}'. Remove it.`,
    fix: guess(`Remove '${closer}'`, replace(place, "")),
  };
}

export function notClosedBefore(closer: Closer, found: string, at: number): Description {
  return {
    message: `Unclosed '${openerOf[closer]}'. Add '${closer}' before '${found}'.`,
    fix: guess(`Insert '${closer}'`, insert(at, closer)),
  };
}

/** An object of a list that is not closed before the next one starts. */
export function notClosedBeforeNext(_: Span, at: number, closer: string): Description {
  return {
    message: "Unclosed '{' before this object. Close the previous one with '},'.",
    fix: sure("Insert '}'", insert(at, closer)),
  };
}

export function notClosed({ own, count, all }: MissingClosers, at: number): Description {
  const open = count > 1 ? ` (${thousands(count)} are open)` : "";
  const problem = `Unclosed '${openerOf[own]}'${open}.`;
  if (all === "") return { message: `${problem} Close each of them.` };
  const title = `Add ${shorten(all)} at the end`;
  return { message: `${problem} ${title}.`, fix: guess(title, insert(at, all)) };
}

const openerOf = { "}": "{", "]": "[" } as const;

export function tooDeep(levels: number): Description {
  return {
    message: `Nested more than ${levels} levels deep; only syntax is checked below this level. Reduce the nesting.`,
  };
}

export function tooManyParts(most: number): Description {
  const count = most.toLocaleString("en-US");
  return {
    message: `File has more than ${count} values or comments; the rest is not checked. Shorten it.`,
  };
}

export function afterAll(found: string, rest: Span | undefined): Description {
  if (found === "{" || found === "[")
    return { message: "Unexpected second value. Move it into the first, or remove it." };
  return {
    message: `Unexpected ${shorten(found)} after the end of the JSON. Remove it.`,
    ...(rest && { fix: guess("Remove what follows", replace(rest, "")) }),
  };
}

export function beforeAll(place: Span, found: string): Description {
  return {
    message: `Unexpected ${shorten(found)} before the JSON. Remove it.`,
    fix: guess(`Remove ${shorten(found)}`, replace(place, "")),
  };
}

/** An opening bracket that only its closing one belongs to. */
export function missingOpener({ start }: Span, before: string, opener: string): Description {
  return {
    message: `Missing '${opener}' before ${shorten(before)}. Add it.`,
    fix: sure(`Insert '${opener}'`, insert(start, opener)),
  };
}

/** `"where": …` as the whole file. `end` is undefined if there is a closing brace. */
export function withoutBraces(name: Span, end: number | undefined): Description {
  const opener = insert(name.start, "{ ");
  return end === undefined
    ? {
        message: "Missing '{' before this property. Add it.",
        fix: sure("Insert '{'", opener),
      }
    : {
        message: "A property must be inside an object. Add '{' before it and '}' after its value.",
        fix: sure("Wrap in braces", opener, insert(end, " }")),
      };
}

export function emptyText(): Description {
  return { message: "Expected JSON, found an empty file. Start with '{'." };
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
    message: "Unclosed comment. Add '*/'.",
    fix: guess("Add '*/' at the end", insert(end, " */")),
  };
}

export function hashComment(place: Span): Description {
  return {
    message: "Comments start with '//', not '#'.",
    fix: sure("Use '//'", replace(place, "//")),
  };
}

export function foreignQuotes(place: Span, instead: string, quoted: string): Description {
  return {
    message: `Use ${instead}.`,
    fix: sure("Use double quotes", replace(place, quoted)),
  };
}

export function unclosedString(place: Span, written: string, closed: string): Description {
  return {
    message: `Unclosed string ${shorten(written)}. Add a closing quote.`,
    fix: guess("Close the string", replace(place, closed)),
  };
}

export function badEscape(place: Span, written: string): Description {
  if (written === "\\'") {
    return {
      message: "Invalid escape '\\''. Remove the backslash.",
      fix: sure("Remove the backslash", replace(place, "'")),
    };
  }
  return {
    message:
      written === "\\u"
        ? "'\\u' needs four hexadecimal digits, as in '\\u00e9'."
        : `Invalid escape '${written}'. Use '\\\\' for a backslash.`,
    fix: sure("Double the backslash", insert(place.start, "\\")),
  };
}

export function quoteInside(place: Span): Description {
  return {
    message: "Unescaped quote in a string. Use '\\\"'.",
    fix: guess("Use '\\\"'", insert(place.start, "\\")),
  };
}

export function controlCharacter(place: Span, written: string): Description {
  const escaped = JSON.stringify(written).slice(1, -1);
  return {
    message: `A ${written === "\t" ? "tab" : "control character"} in a string must be escaped. Use '${escaped}'.`,
    fix: sure(`Use '${escaped}'`, replace(place, escaped)),
  };
}

export function blankLookalike(place: Span, here: number): Description {
  return {
    message: `${codePoint(here)} is not whitespace in JSON. Use a space.`,
    fix: sure("Use a space", replace(place, " ")),
  };
}

/** A safe fix. */
function sure(title: string, ...edits: Edit[]): Fix {
  return safeFix(title, edits);
}

/** Marks the fix as a guess. */
export function asGuess({ message, fix }: Description): Description {
  return fix ? { message, fix: { ...fix, guess: true } } : { message };
}

function guess(title: string, ...edits: Edit[]): Fix {
  return likelyFix(title, edits);
}
