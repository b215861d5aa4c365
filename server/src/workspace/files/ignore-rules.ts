import ignore, { type Ignore } from "ignore";

/**
 * Limits how many `.gitignore` rules of a folder are read. Each rule has a cost for the first use and for every path, and a
 * hostile folder may contain any number of them.
 */
export class IgnoreAllowance {
  private left = 10_000;

  /** How many rules a file may have that asks next. Small files are free, as a large workspace has many. */
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
/** No path is longer. */
const longestRule = 4096;
/** Each of these makes the matching of a deep path so many times slower as it has folders. */
const mostAnyFolders = 4;

/** What a text says, up to a number of rules. */
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
