import type { Example } from "./check.ts";

/** The settings that an example assumes, for the page and the terminal; empty if there are none. */
export function exampleSettings({ context }: Example): string {
  const parts = Object.entries(context ?? {}).map(
    ([name, value]) => `\`${settingNames[name] ?? name}\` ${code(value)}`,
  );
  return parts.length > 0 ? `With ${parts.join(" and ")}:` : "";
}

/** Names that differ in `weir.json` or on the command line. */
const settingNames: Readonly<Record<string, string>> = {
  extraFields: "fields",
  forcedDataset: "--dataset",
};

function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
