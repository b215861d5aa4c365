/** A change of outcomes that must not happen, as in `block->allow`. */
export interface Forbidden {
  readonly text: string;
  readonly from: string;
  readonly to: string;
}

/** The first words of outcomes. */
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
  "*",
] as const;

const anyWord = words.map((it) => it.replace("*", "\\*")).join("|");

/** What can be read. */
export const forbiddenPattern = new RegExp(`^\\s*(?:${anyWord})\\s*->\\s*(?:${anyWord})\\s*$`);

export function readForbidden(text: string): Forbidden | { readonly problem: string } {
  const [from = "", to = "", more] = text.split("->").map((it) => it.trim());
  if (to === "" || more !== undefined)
    return { problem: `Expected 'FROM->TO', as in 'block->allow', found '${text}'.` };
  const unknown = [from, to].find((it) => !words.some((word) => word === it));
  if (unknown === undefined) return { text, from, to };
  return { problem: `Unknown outcome '${unknown}' in '${text}'. Use ${words.join(", ")}.` };
}
