/**
 * Makes untrusted text (file names, settings, responses of the service) safe to show on one line of a terminal, log or editor,
 * which must not interpret it. The length in UTF-16 units stays the same, so that offsets remain valid.
 */
export function printable(text: string): string {
  // Fast path: all output is printed through here, and most of it is plain.
  if (/^[\t -~]*$/.test(text) && !text.includes("##") && !text.includes("::")) return text;
  return text.replace(obeyed, pictureOf).replace(loggingCommand, "$1＃$2").replace(command, "$1：");
}

/** Control characters except tab, line breaks, bidirectional marks and invisible characters. */
const obeyed =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matching them is the purpose.
  /[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Logging commands, which the runners of GitHub, Azure and TeamCity execute anywhere in a line. */
const loggingCommand = /(#)#((?:vso|teamcity)?\[)/gi;

/** A workflow command, which GitHub executes at the start of a line. An address such as '::1' is not one. */
const command = /^(\s*):(?=:[a-z][\w-]*(?:\s.*)?::)/i;

/** Serializes a value as JSON that is equally safe to print: characters that could be interpreted are escaped. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(obeyedInJson, (it) =>
    it === "\n"
      ? it
      : [...Array(it.length).keys()].map((at) => escapeOf(it.charCodeAt(at))).join(""),
  );
}

/** Includes the second '#', which would begin a logging command. */
const obeyedInJson = new RegExp(`${obeyed.source}|(?<=#)#`, "gu");

function escapeOf(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

function pictureOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "\u2421" : "\ufffd".repeat(character.length);
}
