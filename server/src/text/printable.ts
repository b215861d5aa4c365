/**
 * Text from outside as one line that a terminal, a log or an editor shows and does not obey: file names, settings, answers of
 * the service. As many UTF-16 units as before, so that places in it stay where they are.
 */
export function printable(text: string): string {
  // Most texts are plain, and every one that is printed comes through here.
  if (/^[\t -~]*$/.test(text) && !text.includes("##") && !text.includes("::")) return text;
  return text.replace(obeyed, pictureOf).replace(loggingCommand, "$1＃$2").replace(command, "$1：");
}

/** Control characters except tab, line breaks, bidirectional marks and invisible characters. */
const obeyed =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
  /[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** What the runners of GitHub, Azure and TeamCity obey anywhere in a line. */
const loggingCommand = /(#)#((?:vso|teamcity)?\[)/gi;

/** A workflow command, which GitHub executes at the start of a line. An address such as '::1' is not one. */
const command = /^(\s*):(?=:[a-z][\w-]*(?:\s.*)?::)/i;

/** A JSON document with the same values, whose text is as harmless: what would be obeyed is written as an escape. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(obeyedInJson, (it) =>
    it === "\n"
      ? it
      : [...Array(it.length).keys()].map((at) => escapeOf(it.charCodeAt(at))).join(""),
  );
}

/** A second '#' too, as that would begin a logging command. */
const obeyedInJson = new RegExp(`${obeyed.source}|(?<=#)#`, "gu");

function escapeOf(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

function pictureOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "\u2421" : "\ufffd".repeat(character.length);
}
