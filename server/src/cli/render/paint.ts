/** Colors a string, or returns it unchanged if colors are disabled. */
export type Paint = Readonly<
  Record<"red" | "yellow" | "blue" | "cyan" | "green" | "bold" | "dim", (text: string) => string>
>;

export function paintFor(color: boolean): Paint {
  const style = (open: number, close: number) => (text: string) =>
    color ? `\u001b[${open}m${text}\u001b[${close}m` : text;
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
