/** Text of unknown origin as part of a markdown paragraph that shows it as it is: no emphasis, links, tags or entities. */
export function plain(text: string): string {
  return (
    text
      .replace(/[\\`*_[\]<>&~@]/g, "\\$&")
      .replace(/:(?=\/\/)/g, "\\:")
      .replace(/(www)\./gi, "$1\\.")
      // One pass over each run of blanks: a pattern with blanks on both sides of the break would try every way to split it.
      .replace(/\s+/g, (blanks) => (/[\r\n]/.test(blanks) ? " " : blanks))
  );
}

/** A code span. Its fence is longer than any run of backticks inside. */
export function code(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  if (runs.length === 0 && text.trim() === text && text !== "") return `\`${text}\``;
  const fence = "`".repeat(1 + runs.reduce((most, it) => Math.max(most, it.length), 0));
  return `${fence} ${text} ${fence}`;
}

/** Those parts that there are, with a blank line between them. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((it) => it !== undefined).join("\n\n");
}
