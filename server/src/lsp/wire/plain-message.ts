/**
 * A message without links: VS Code renders `[text](target)` as a link, even to a command. File names and service responses can
 * contain that.
 */
export function plainMessage(text: string): string {
  return text.replace(/\](?=\(\s*[a-z][a-z\d+.-]*:)/gi, "] ");
}
