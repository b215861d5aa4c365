/** What a message has in quotes, in the order of the message. A text in double quotes may have escapes in it. */
export function quotedIn(message: string): string[] {
  const found = [...message.matchAll(/'([^'\n]+)'|`([^`\n]+)`|"((?:[^"\\\n]|\\.)+)"/g)];
  return found.map(([whole, single, back]) => single ?? back ?? unescaped(whole));
}

function unescaped(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}
