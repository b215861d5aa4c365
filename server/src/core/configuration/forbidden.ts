/** A change of outcomes that must not happen, as in `block->allow`. */
export interface Forbidden {
  readonly text: string;
  readonly from: string;
  readonly to: string;
}

/** The first words of outcomes, and classes of outcomes. */
const words = [
  "allow",
  "block",
  "challenge",
  "js_challenge",
  "managed_challenge",
  "redirect",
  "error",
  "limit",
  "effect",
  "block*",
  "challenge*",
  "allow*",
  "*",
] as const;

const anyWord = words.map((it) => it.replace("*", "\\*")).join("|");

/** Whether an outcome is meant by its first word or by a class. A limit acts on some requests, and lets the others pass. */
export function isMeant(outcome: string, wanted: string): boolean {
  const [first = ""] = outcome.split(" ");
  const isLimit = first === "limit";
  switch (wanted) {
    case "*":
      return true;
    case "block*":
      return first === "block" || (isLimit && /\bblock\b/.test(outcome));
    case "challenge*":
      return /^(?:\w+_)?challenge$/.test(first) || (isLimit && /challenge\b/.test(outcome));
    case "allow*":
      return first === "allow" || isLimit;
    default:
      return first === wanted;
  }
}

/** The form that `readForbidden` reads. */
export const forbiddenPattern = new RegExp(`^\\s*(?:${anyWord})\\s*->\\s*(?:${anyWord})\\s*$`);

export function readForbidden(text: string): Forbidden | { readonly problem: string } {
  const [from = "", to = "", more] = text.split("->").map((it) => it.trim());
  if (to === "" || more !== undefined)
    return { problem: `Expected 'FROM->TO', as in 'block->allow', found '${text}'.` };
  const unknown = [from, to].find((it) => !words.some((word) => word === it));
  if (unknown === undefined) return { text, from, to };
  return { problem: `Unknown outcome '${unknown}' in '${text}'. Use ${words.join(", ")}.` };
}
