import { displayText } from "../shared/display.ts";

/** A JSON value for display: strings without quotes, unless they are empty. */
export function shownValue(raw: string, most: number): string {
  const isString = raw.length > 2 && raw.startsWith('"');
  if (!isString) return displayText(raw, most);
  try {
    return displayText(JSON.parse(raw) as string, most);
  } catch {
    // The string was truncated.
    return displayText(raw.slice(1), most);
  }
}
