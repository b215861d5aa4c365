/**
 * A message for the user in which nothing becomes a link: VS Code makes one of `[text](target)`, and a target can be a command.
 * File names and the answers of a service can have that shape.
 */
export function plainMessage(text: string): string {
  return text.replace(/\](?=\(\s*[a-z][a-z\d+.-]*:)/gi, "] ");
}
