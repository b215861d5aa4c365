import ignore, { type Ignore } from "ignore";

/**
 * Limits the number of `.gitignore` rules that are read. Each rule has a cost for the first use and for every path, and a
 * hostile folder may contain any number of them.
 */
export class IgnoreAllowance {
  private left = 10_000;

  /** The number of rules that the next file may have. Small files are free, because a large workspace has many. */
  get next(): number {
    return Math.min(mostRules, freeRules + this.left);
  }

  take(count: number): void {
    this.left -= Math.max(0, count - freeRules);
  }
}

const freeRules = 100;
const mostRules = 3000;
const mostText = 1_000_000;
/** The maximum length of a path. */
const longestRule = 4096;
/** Limits `**` in a rule, because each one multiplies the matching time by the depth of the path. */
const mostAnyFolders = 4;

/** Parses a `.gitignore`, up to a number of rules. */
export function readRules(text: string, most: number): { rules: Ignore; count: number } {
  const whole = text.length > mostText ? text.slice(0, text.lastIndexOf("\n", mostText)) : text;
  const kept: string[] = [];
  for (const line of whole.split(/\r?\n/)) {
    if (kept.length >= most) break;
    if (isRule(line)) kept.push(line);
  }
  return { rules: ignore().add(kept.join("\n")), count: kept.length };
}

function isRule(line: string): boolean {
  if (line.startsWith("#") || line.trim() === "" || line.length > longestRule) return false;
  return line.split("**").length <= mostAnyFolders + 1;
}
