import { printable } from "./printable.ts";

/**
 * Escapes untrusted text for any position in a Markdown paragraph: no emphasis, links, images, tags or entities, and no
 * heading, list or rule at the start.
 */
export function escapeMarkdown(text: string): string {
  return (
    printable(text.replace(/\s+/g, (blanks) => (/[\r\n]/.test(blanks) ? " " : blanks)))
      .replace(/[\\`*_[\]<>&~@|]/g, "\\$&")
      .replace(/:(?=\/\/)/g, "\\:")
      .replace(/(www)\./gi, "$1\\.")
      // Block markers only have an effect at the start of a line.
      .replace(/^(\s*)([#+=-])/, "$1\\$2")
      .replace(/^(\s*\d{1,9})([.)])/, "$1\\$2")
  );
}

/** For a comment: GitHub and GitLab link mentions and references after parsing the markup, so escapes do not help. */
export function inertMarkdown(text: string): string {
  return escapeMarkdown(text).replace(/[@#!%$~&](?=[\w"])|GH(?=-\d)/gi, "$&<!-- -->");
}

/** A code span on one line. Its fence is longer than any run of backticks inside. */
export function code(text: string): string {
  const shown = printable(text);
  const runs = shown.match(/`+/g) ?? [];
  if (runs.length === 0 && shown.trim() === shown && shown !== "") return `\`${shown}\``;
  const fence = "`".repeat(1 + runs.reduce((most, it) => Math.max(most, it.length), 0));
  return `${fence} ${shown} ${fence}`;
}

/** Joins the parts that are defined, with blank lines between them. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((it) => it !== undefined).join("\n\n");
}
