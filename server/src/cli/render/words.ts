import { thousands } from "../../text/wording.ts";

/** Text in colours, or the same text when there are none. */
export type Paint = Readonly<
  Record<"red" | "yellow" | "blue" | "cyan" | "green" | "bold" | "dim", (text: string) => string>
>;

export function paintFor(colour: boolean): Paint {
  const style = (open: number, close: number) => (text: string) =>
    colour ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    red: style(31, 39),
    yellow: style(33, 39),
    blue: style(34, 39),
    cyan: style(36, 39),
    green: style(32, 39),
    bold: style(1, 22),
    dim: style(2, 22),
  };
}

/** What would move the cursor, change colours or turn the direction of the text is shown, not done. */
export function visible(text: string): string {
  return text.replace(control, (it) => {
    const code = it.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
const control = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function plural(count: number, noun: string): string {
  return `${thousands(count)} ${noun}${count === 1 ? "" : "s"}`;
}
