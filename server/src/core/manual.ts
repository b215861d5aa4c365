import type { Example } from "./check.ts";

/** Says what an example takes for granted besides its text; empty when that is nothing. The page and the terminal say it alike. */
export function givenFor({ context }: Example): string {
  const parts = Object.entries(context ?? {}).map(
    ([name, value]) => `\`${settingNames[name] ?? name}\` ${code(value)}`,
  );
  return parts.length > 0 ? `With ${parts.join(" and ")}:` : "";
}

/** Where `weir.json` or the command line calls it otherwise. */
const settingNames: Readonly<Record<string, string>> = {
  extraFields: "fields",
  forcedDataset: "--dataset",
};

function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
