/** Untrusted text is shown literally, but on one line and truncated. */

/** Maximum number of characters; longer texts are slow to render. */
export const longestShown = 1000;

/** Characters that are invisible, or that change the order or position of others. */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to find
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** A single line that is safe to show anywhere. An ellipsis marks truncated text. */
export function displayText(text: string, most = longestShown): string {
  return clipped(text, most).replace(invisible, visibleForm);
}

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

function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  // Do not split a surrogate pair.
  const end = /[\ud800-\udbff]/.test(text[most - 1] ?? "") ? most - 1 : most;
  return `${text.slice(0, end)}…`;
}

function visibleForm(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
