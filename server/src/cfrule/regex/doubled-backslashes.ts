import type { Span } from "../../text/span.ts";

/**
 * Finds `\\` before a character that a single backslash would escape: `\\d+`, `\\.`, `\\/`. The span is the
 * two backslashes and the character. `\\dir`, `[\\/]` and more than two backslashes in a row may be intentional.
 */
export function doubledBackslashes(pattern: string): readonly Span[] {
  if (!pattern.includes("\\\\")) return none;
  const found: Span[] = [];
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at);
    if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "\\") {
      const end = runEnd(pattern, at);
      if (end - at === 2 && isMistaken(pattern, end, inClass))
        found.push({ start: at, end: end + 1 });
      // With an odd number the last one escapes the next character.
      at = (end - at) % 2 === 1 ? end : end - 1;
    }
  }
  return found;
}

const none: readonly Span[] = [];

function runEnd(pattern: string, start: number): number {
  let end = start;
  while (pattern.charAt(end) === "\\") end++;
  return end;
}

function isMistaken(pattern: string, at: number, inClass: boolean): boolean {
  const char = pattern.charAt(at);
  const goesOn = /\w/.test(pattern.charAt(at + 1));
  if (/[dDwWsS]/.test(char)) return !goesOn;
  if (inClass) return false;
  if (/[bB]/.test(char)) return !goesOn || at === 2 || /[(|]/.test(pattern.charAt(at - 3));
  return /[./()?*+[\]{}|^$-]/.test(char);
}
