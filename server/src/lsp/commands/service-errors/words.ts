/** What a message has in quotes, in the order of the message. A text in double quotes may have escapes in it. */
export function quotedIn(message: string): string[] {
  return [...message.matchAll(quoted)].map(
    ([whole, single, back]) => single ?? back ?? unescaped(whole),
  );
}

/** No longer than anyone quotes: of many quotes that nobody closes, each would be followed to the end of the message. */
const quoted = /'([^'\n]{1,300})'|`([^`\n]{1,300})`|"((?:[^"\\\n]|\\.){1,300})"/g;

function unescaped(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}
